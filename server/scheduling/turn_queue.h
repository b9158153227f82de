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

// The waiting jobs and the requests of one model, in turns. Workers may get
// only the jobs of the present turn. After CloseTurn, new requests wait for the
// next turn, so that the model becomes idle. Not thread-safe: Scheduler guards
// the object.
class TurnQueue {
 public:
  // Records that a request begins to use the model. Returns the turn of the
  // request: the present turn, or the next turn between CloseTurn and NextTurn.
  // The caller must call EndUse with this turn when the request ends.
  int64_t BeginUse();
  // Records that a request has ended. `turn` is the result of its BeginUse.
  // REQUIRES: called once for each BeginUse, when the request has no jobs and
  // no backlog any longer.
  void EndUse(int64_t turn);

  // Until NextTurn, BeginUse returns the next turn, whose jobs no worker gets.
  // Does nothing if the turn is already closed.
  void CloseTurn() { closed_ = true; }
  // Makes the next turn the present turn, and ends CloseTurn. The requests of
  // the former present turn that have not ended join this turn with their jobs
  // and their backlog.
  void NextTurn();
  bool is_closed() const { return closed_; }
  // Returns whether the present turn has no request that has not ended, no
  // waiting job and no backlog.
  bool is_idle() const;

  // The waiting jobs of the present turn, in a fair order. Workers may get
  // these jobs, but not the jobs of the next turn.
  JobQueue& present() { return present_; }
  const JobQueue& present() const { return present_; }
  // Returns about when the oldest waiting job of the present turn began to
  // wait. The result is too early if older jobs have left the queue, and too
  // late if a worker returned an older job. Null if no job of this turn waits.
  std::optional<TimePoint> waiting_since() const;

  // The functions below act on the jobs of all turns, as JobQueue does.

  // Returns the total load of the waiting jobs and of the backlog, for the
  // present and the next turn together.
  QueueLoad load() const;
  QueueView View(const Flow& flow) const;
  BacklogView ViewBacklog(const Flow& flow) const;
  Competition CompetitionOf(const Flow& flow) const;
  void AddToBacklog(const Flow& flow, const QueueLoad& load, int64_t turn);
  void SubtractFromBacklog(const Flow& flow, const QueueLoad& load,
                           int64_t turn);
  // Adds the jobs to the turn of their JobSpec::turn, behind the other jobs of
  // their flows, and empties the list. An earlier turn means the present turn.
  // REQUIRES: all jobs have the same turn, and Job::queued_at is set.
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
  // When PushBack last added jobs to the empty queue of the present turn and of
  // the next turn. kNever means not yet.
  TimePoint present_since_ = kNever;
  TimePoint next_since_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_TURN_QUEUE_H_
