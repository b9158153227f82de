// The waiting jobs of a model, in turns.
//
// A model whose weights must leave memory has to become idle first. So its
// requests come in turns. While the turn is open, new requests join the turn.
// CloseTurn makes new requests wait: they belong to the next turn, and no
// worker gets their jobs. The requests of the present turn go on, with all
// their sentences and attempts, until the last one has ended. Then the model is
// idle.
//
// Without CloseTurn all requests belong to one turn, and this class is a
// JobQueue.

#ifndef INTERPRES_SERVER_SCHEDULING_TURN_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_TURN_QUEUE_H_

#include <cstdint>
#include <optional>

#include "server/base/clock.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/job.h"
#include "server/scheduling/job_queue.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// Not thread-safe: Scheduler guards it.
class TurnQueue {
 public:
  // Records that a request begins to use the model. Returns the turn of the
  // request.
  int64_t BeginUse();
  // Records that a request of this turn has ended. REQUIRES: BeginUse returned
  // the turn, and the request has no jobs and no backlog any longer.
  void EndUse(int64_t turn);

  // From now on, BeginUse returns the next turn.
  void CloseTurn() { closed_ = true; }
  // Begins the next turn. The requests of the present turn that have not ended
  // belong to the next turn, too.
  void NextTurn();
  bool is_closed() const { return closed_; }
  // Returns whether the present turn has no request, no waiting job and no
  // backlog.
  bool is_idle() const;

  // The jobs of the present turn, which workers may get.
  JobQueue& present() { return present_; }
  const JobQueue& present() const { return present_; }
  // When the oldest waiting job of the present turn began to wait, or earlier.
  // Null if no job waits.
  std::optional<TimePoint> waiting_since() const;

  // The functions below act on the jobs of all turns, as JobQueue does.

  // Returns the load of the waiting jobs and of the backlog.
  QueueLoad load() const;
  QueueView View(const Flow& flow) const;
  BacklogView ViewBacklog(const Flow& flow) const;
  Competition CompetitionOf(const Flow& flow) const;
  void AddToBacklog(const Flow& flow, const QueueLoad& load, int64_t turn);
  void SubtractFromBacklog(const Flow& flow, const QueueLoad& load,
                           int64_t turn);
  // REQUIRES: the jobs have one turn.
  void PushBack(JobList& jobs);
  JobList TakeExpired(TimePoint now);
  JobList TakeCancelled();
  JobList TakeAll();
  TimePoint earliest_deadline() const;

 private:
  bool IsNext(int64_t turn) const { return turn > turn_; }
  JobQueue& QueueOf(int64_t turn) { return IsNext(turn) ? next_ : present_; }

  JobQueue present_;
  JobQueue next_;  // empty while the turn is open
  int64_t turn_ = 0;
  bool closed_ = false;
  // Numbers of requests that have not ended.
  int64_t present_uses_ = 0;
  int64_t next_uses_ = 0;
  // When a job came to the empty queue for the last time.
  TimePoint present_since_ = kNever;
  TimePoint next_since_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_TURN_QUEUE_H_
