// The waiting jobs of a model, in a fair order.
//
// Jobs with different priorities share the workers by the weights of flow.h, as
// long as both wait. This is stride scheduling again, as among the clients of
// one priority (see fair_queue.h): each priority has a virtual time, which
// grows by the cost of its jobs divided by its weight.

#ifndef INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_

#include <array>
#include <memory>

#include "server/base/clock.h"
#include "server/scheduling/backlog.h"
#include "server/scheduling/fair_queue.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// The waiting jobs of a model, in an order that is fair to priorities and
// clients, and the loads of the backlog. Not thread-safe: Scheduler guards it.
class JobQueue {
 public:
  QueueLoad load() const;
  bool empty() const { return load().jobs == 0; }

  // Returns the loads of the waiting jobs that CheckRoom needs for a request of
  // the flow.
  QueueView View(const Flow& flow) const;
  // Returns the costs of the jobs that compete with a request of the flow.
  // CostAhead uses them. O(clients log clients).
  Competition CompetitionOf(const Flow& flow) const;

  // Returns the load of the backlog: jobs of accepted requests that PushBack
  // will bring later. They count in CompetitionOf, and not in load() and
  // View().
  QueueLoad backlog() const;
  // Returns the loads that CheckBacklog needs for a request of the flow.
  BacklogView ViewBacklog(const Flow& flow) const;
  void AddToBacklog(const Flow& flow, const QueueLoad& load);
  // Subtracts the load of jobs that come now, or will not come. REQUIRES:
  // AddToBacklog has added this load for the flow, as a part of a load or
  // whole.
  void SubtractFromBacklog(const Flow& flow, const QueueLoad& load);

  // Adds the jobs behind the other jobs of their flows, in the order of the
  // list, and empties the list.
  void PushBack(JobList& jobs);
  // Adds the jobs before the other jobs of their flows, in the order of the
  // list, and empties the list.
  void PushFront(JobList& jobs);
  // Undoes PopCharged: adds the job before the other jobs of its flow and takes
  // the charge back. To put several jobs back, start with the job that was
  // popped last. REQUIRES: PopCharged returned the job.
  void PutBack(std::unique_ptr<Job> job);

  // Returns the job that is next in the fair order, and leaves the job in the
  // queue.
  // REQUIRES: the queue is not empty.
  const Job& Front() const;
  // Removes and returns the job that Front returns, and charges its cost to its
  // client and its priority. REQUIRES: the queue is not empty.
  std::unique_ptr<Job> PopCharged();
  // Removes and returns the job that Front returns, and charges no client and
  // no priority. For a job that needs no worker. REQUIRES: the queue is not
  // empty.
  std::unique_ptr<Job> PopFree();

  // Removes and returns the jobs whose deadline has passed at `now`. Completes
  // no job. O(1) while no job can have expired, otherwise O(jobs).
  JobList TakeExpired(TimePoint now);
  // Removes and returns the cancelled jobs. Completes no job. O(jobs).
  JobList TakeCancelled();
  // Returns a time before which no waiting job expires. May be too early after
  // a job has left the queue. kNever means that no waiting job has a deadline.
  TimePoint earliest_deadline() const;

  // Moves all jobs of `other` behind the jobs of their flows in this queue, and
  // adds the backlog of `other` to this backlog. Afterwards `other` is empty.
  void Append(JobQueue& other);

 private:
  // The jobs of one priority.
  struct Level {
    FairQueue jobs;
    Backlog backlog;
    double virtual_time = 0.0;
  };

  Level& LevelOf(Priority priority) {
    return levels_[static_cast<std::size_t>(priority)];
  }
  const Level& LevelOf(Priority priority) const {
    return levels_[static_cast<std::size_t>(priority)];
  }
  // Returns the level of the job's priority, for a job that arrives. If no job
  // of the level waits, first raises the level's virtual time to the virtual
  // time of the queue.
  Level& LevelForArrival(const Job& job);
  // Returns the priority that the next job comes from. REQUIRES: the queue is
  // not empty.
  Priority Next() const;
  // Returns the sum of the weights of the priorities that have waiting jobs.
  double WaitingWeight() const;

  std::array<Level, kPriorities> levels_;  // by Priority
  double virtual_time_ = 0.0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
