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
#include <vector>

#include "absl/functional/function_ref.h"
#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

QueueLoad LoadOf(const Job& job);
QueueLoad LoadOf(const JobList& jobs);

// Not thread-safe: owned by JobQueue.
class FairQueue {
 public:
  const QueueLoad& load() const { return load_; }
  bool empty() const { return load_.jobs == 0; }

  // Returns the load of the client's waiting jobs.
  QueueLoad LoadOfClient(uint64_t client) const;
  // Returns one number for each client with waiting jobs, except `client`: the
  // sum of Job::cost() over its waiting jobs. The order has no meaning.
  // O(clients).
  std::vector<int64_t> CostsOfOthers(uint64_t client) const;

  // Adds a job behind the other jobs of its client.
  void PushBack(std::unique_ptr<Job> job);
  // Adds a job before the other jobs of its client.
  void PushFront(std::unique_ptr<Job> job);
  // Undoes PopCharged: adds the job before the other jobs of its client and
  // takes the charge back. Of several jobs, put the last one back first.
  void PutBack(std::unique_ptr<Job> job);

  // Returns the job whose turn it is. REQUIRES: the queue is not empty.
  const Job& Front() const { return *(*waiting_.begin())->jobs.front(); }
  // Removes the job that Front returns and charges its cost to its client.
  std::unique_ptr<Job> PopCharged();
  // Removes the job that Front returns. All virtual times stay the same.
  std::unique_ptr<Job> PopFree() { return RemoveFront(/*charge=*/0.0); }

  // Removes the jobs whose deadline has passed. O(1) while no job can have
  // expired, otherwise O(jobs).
  JobList TakeExpired(TimePoint now);
  // Removes the cancelled jobs. O(jobs).
  JobList TakeCancelled();

 private:
  struct Client {
    uint64_t key = 0;
    std::list<std::unique_ptr<Job>> jobs = {};
    QueueLoad load = {};
    double virtual_time = 0.0;
  };
  // Compares the virtual time, then the arrival of the first job, then the key.
  struct ComesBefore {
    bool operator()(const Client* a, const Client* b) const;
  };
  using ClientOrder = std::set<Client*, ComesBefore>;
  using Predicate = absl::FunctionRef<bool(const Job&)>;

  // A client must be detached while its jobs or its virtual time change,
  // because they decide its place in waiting_ or idle_. Detach creates clients
  // that it does not find.
  Client& Detach(uint64_t key);
  void Attach(Client& client);
  // Detaches the client of a job. If the client begins to wait, updates its
  // virtual time.
  Client& DetachForArrival(const Job& job);
  // Resets all virtual times if the queue is empty.
  void ForgetIdleClients();

  // Update the loads of the client and of the queue.
  void Add(const Job& job, Client& client);
  void Subtract(const Job& job, Client& client);

  std::unique_ptr<Job> RemoveFront(double charge);
  // Moves the jobs for which the predicate holds to `taken`. The other jobs
  // update earliest_deadline_. REQUIRES: the client is detached.
  void TakeFrom(Client& client, Predicate predicate, JobList& taken);
  JobList TakeIf(Predicate predicate);

  std::map<uint64_t, Client> clients_;
  ClientOrder waiting_;  // the clients with jobs
  // The clients without jobs. The queue remembers a client while its virtual
  // time is higher than the queue's. Otherwise a client could leave and come
  // back to get rid of its charges.
  ClientOrder idle_;
  double virtual_time_ = 0.0;
  QueueLoad load_;
  // No job has an earlier deadline.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FAIR_QUEUE_H_
