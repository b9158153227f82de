// The waiting jobs of one priority, in an order that is fair to their clients.
//
// The order is stride scheduling (Waldspurger and Weihl 1995) for jobs of
// different cost:
//
// - Each client has a virtual time, and the client with the lowest one is next.
//   Its virtual time grows by the cost of the job that it gets.
// - The queue has a virtual time, too. It grows with every job, by the cost of
//   the job divided by the number of waiting clients.
// - A client that begins to wait starts at the virtual time of the queue, or at
//   its previous virtual time if that is higher. So a client saves up no turns
//   while it has no jobs, and new clients delay a waiting client for a short
//   time only.
//
// Clients can invent names, so no operation on one job visits all clients. A
// job enters or leaves in O(log clients), amortized.

#ifndef INTERPRES_SERVER_SCHEDULING_FAIR_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_FAIR_QUEUE_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <set>

#include "absl/functional/function_ref.h"
#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

QueueLoad LoadOf(const Job& job);
QueueLoad LoadOf(const JobList& jobs);

// The waiting jobs of one priority, in an order that gives the clients equal
// shares of the cost. Not thread-safe: owned by JobQueue.
class FairQueue {
 public:
  const QueueLoad& load() const { return load_; }
  bool empty() const { return load_.jobs == 0; }

  // Returns the total load of the client's waiting jobs. The load is zero if no
  // job of the client waits.
  QueueLoad LoadOfClient(uint64_t client) const;
  // Returns the clients with waiting jobs. For each of them, returns the sum of
  // Job::cost() over its waiting jobs. O(clients).
  std::map<uint64_t, int64_t> Costs() const;

  // Adds a job behind the other jobs of its client.
  void PushBack(std::unique_ptr<Job> job);
  // Adds a job before the other jobs of its client.
  void PushFront(std::unique_ptr<Job> job);
  // Undoes PopCharged: adds the job before the other jobs of its client and
  // takes the charge back. To put several jobs back, start with the job that
  // was popped last. REQUIRES: PopCharged returned the job.
  void PutBack(std::unique_ptr<Job> job);

  // Returns the next job of the client with the lowest virtual time, and leaves
  // the job in the queue.
  // REQUIRES: the queue is not empty.
  const Job& Front() const { return *(*waiting_.begin())->jobs.front(); }
  // Removes and returns the job that Front returns, and adds its cost to the
  // virtual time of its client. Advances the virtual time of the queue, too,
  // and records by how much in Job::charge. REQUIRES: the queue is not empty.
  std::unique_ptr<Job> PopCharged();
  // Removes and returns the job that Front returns, and charges no client: all
  // virtual times stay the same. REQUIRES: the queue is not empty.
  std::unique_ptr<Job> PopFree() { return RemoveFront(/*charge=*/0.0); }

  // Removes and returns the jobs whose deadline has passed at `now`. Completes
  // no job. O(1) while no job can have expired, otherwise O(jobs).
  JobList TakeExpired(TimePoint now);
  // Removes and returns the cancelled jobs. Completes no job. O(jobs).
  JobList TakeCancelled();

  // Returns a time before which no waiting job expires. May be too early after
  // a job has left the queue. kNever means that no waiting job has a deadline.
  TimePoint earliest_deadline() const { return earliest_deadline_; }

 private:
  struct Client {
    uint64_t key = 0;
    std::list<std::unique_ptr<Job>> jobs = {};
    QueueLoad load = {};
    double virtual_time = 0.0;
  };
  // The order in which clients are served: by virtual time, lowest first. Equal
  // clients are ordered by the arrival of their first waiting job, then by key.
  struct ComesBefore {
    bool operator()(const Client* a, const Client* b) const;
  };
  using ClientOrder = std::set<Client*, ComesBefore>;
  using Predicate = absl::FunctionRef<bool(const Job&)>;

  // Removes the client from waiting_ or idle_ and returns it. Creates the
  // client if the queue does not know the key. A client must be detached while
  // its jobs or its virtual time change, because they decide its place in
  // waiting_ or idle_. Afterwards the caller must call Attach.
  Client& Detach(uint64_t key);
  void Attach(Client& client);
  // Detaches and returns the client of a job that arrives. If the client has no
  // waiting jobs, raises its virtual time to the virtual time of the queue.
  Client& DetachForArrival(const Job& job);
  // Forgets the clients without jobs whose virtual time is at most the virtual
  // time of the queue. If the queue is empty, forgets all clients and resets
  // the virtual time of the queue to 0.
  void ForgetIdleClients();

  // Adds the load of the job to the loads of the client and of the queue, and
  // lowers earliest_deadline_ if necessary. The caller adds the job to a list.
  void Add(const Job& job, Client& client);
  // Subtracts the load of the job from the loads of the client and of the
  // queue. The caller removes the job from its list.
  void Subtract(const Job& job, Client& client);

  std::unique_ptr<Job> RemoveFront(double charge);
  // Moves the client's jobs for which the predicate holds to the end of
  // `taken`. Lowers earliest_deadline_ to the earliest deadline of the client's
  // remaining jobs. REQUIRES: the client is detached.
  void TakeFrom(Client& client, Predicate predicate, JobList& taken);
  JobList TakeIf(Predicate predicate);

  std::map<uint64_t, Client> clients_;
  ClientOrder waiting_;  // the clients with jobs
  // The clients without jobs. While any client waits, the queue remembers a
  // client whose virtual time is higher than the virtual time of the queue.
  // Otherwise a client could leave and come back to get rid of its charges.
  ClientOrder idle_;
  double virtual_time_ = 0.0;
  QueueLoad load_;
  // No job has an earlier deadline.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FAIR_QUEUE_H_
