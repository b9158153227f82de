// The jobs that wait, with their sums, in an order that is fair.
//
// Interactive jobs share the work with batch jobs by the weights of flow.h, and
// the clients of a priority share it equally; a client's own jobs are served
// first come, first served. Both levels are stride scheduling (Waldspurger and
// Weihl 1995) with jobs of unequal cost: everybody has a pass, the lowest is
// served next, and what is served moves it on by work / weight. Who comes, or
// comes back after a pause, starts at the global pass, which all work moves on
// by its share: nobody saves up, and newcomers hold nobody up for long.

#ifndef INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>

#include "server/base/clock.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// The load of a list of jobs.
QueueLoad LoadOf(const JobList& jobs);

// Not thread-safe: Scheduler guards it.
class JobQueue {
 public:
  const QueueLoad& load() const { return load_; }
  bool empty() const { return load_.jobs == 0; }

  // What one flow sees of the queue.
  QueueView View(const Flow& flow) const;
  // What competes with a flow for the workers.
  Competition CompetitionOf(const Flow& flow) const;

  // Behind all others of their flows. Takes the jobs out of the list.
  void PushBack(JobList& jobs);
  // Before all others of their flows, in the order of the list. They pay again
  // when they are served again.
  void PushFront(JobList& jobs);
  // A job that was popped and could not be served: before all others of its
  // flow, at the turn that it had.
  void PutBack(std::unique_ptr<Job> job);
  // The job that was popped last cost nothing: everybody has the turn again
  // that they had before it, but for an idle client that was forgotten since.
  void Refund(const Job& job);
  // Up to `limit` jobs, in the fair order.
  JobList PopFront(int64_t limit);
  // The jobs whose deadline has passed. O(1) while none can have.
  JobList TakeExpired(TimePoint now);
  // The jobs that were cancelled. O(jobs).
  JobList TakeCancelled();

 private:
  struct ClientQueue {
    std::deque<std::unique_ptr<Job>> jobs;
    QueueLoad load;
    double pass = 0.0;
  };
  // Clients without jobs stay while their pass is ahead of the global one.
  struct PriorityQueue {
    std::map<uint64_t, ClientQueue> clients;
    QueueLoad load;
    double pass = 0.0;
    double now = 0.0;  // the global pass of the clients
  };

  PriorityQueue& OfPriority(Priority priority) {
    return priorities_[static_cast<std::size_t>(priority)];
  }
  const PriorityQueue& OfPriority(Priority priority) const {
    return priorities_[static_cast<std::size_t>(priority)];
  }
  // The queue of the job's client, ready for the job: counted, and with passes
  // that are up to date.
  ClientQueue& Enter(const Job& job);
  std::unique_ptr<Job> Pop();
  // Charges it, and moves the global passes on.
  void Charge(Job& job, PriorityQueue& queue, ClientQueue& client);
  // The priority, then its client, with the lowest pass of those with jobs.
  PriorityQueue& NextPriority();
  static ClientQueue& NextClient(PriorityQueue& queue);
  static void ForgetIdleClients(PriorityQueue& queue);
  // Keeps earliest_deadline_, but no sums.
  template <typename Predicate>
  JobList TakeFrom(ClientQueue& client, Predicate predicate);
  template <typename Predicate>
  JobList TakeIf(Predicate predicate);

  std::array<PriorityQueue, kPriorities> priorities_;
  double now_ = 0.0;  // the global pass of the priorities
  QueueLoad load_;
  // No job's deadline is earlier.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
