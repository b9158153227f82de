#include "server/scheduling/fair_queue.h"

#include <algorithm>
#include <utility>

namespace interpres {
namespace {

double CostOf(const Job& job) { return static_cast<double>(job.cost()); }

}  // namespace

QueueLoad LoadOf(const Job& job) {
  return {.jobs = 1, .tokens = job.tokens(), .cost = job.cost()};
}

QueueLoad LoadOf(const JobList& jobs) {
  QueueLoad load;
  for (const auto& job : jobs) {
    load = load + LoadOf(*job);
  }
  return load;
}

bool FairQueue::ComesBefore::operator()(const Client* a,
                                        const Client* b) const {
  if (a->virtual_time != b->virtual_time) {
    return a->virtual_time < b->virtual_time;
  }
  if (!a->jobs.empty() && !b->jobs.empty()) {
    const TimePoint a_arrived = a->jobs.front()->queued_at;
    const TimePoint b_arrived = b->jobs.front()->queued_at;
    if (a_arrived != b_arrived) {
      return a_arrived < b_arrived;
    }
  }
  return a->key < b->key;
}

QueueLoad FairQueue::LoadOfClient(uint64_t client) const {
  const auto found = clients_.find(client);
  return found == clients_.end() ? QueueLoad() : found->second.load;
}

std::map<uint64_t, int64_t> FairQueue::Costs() const {
  std::map<uint64_t, int64_t> costs;
  for (const Client* waiting : waiting_) {
    costs[waiting->key] = waiting->load.cost;
  }
  return costs;
}

FairQueue::Client& FairQueue::Detach(uint64_t key) {
  const auto [entry, is_new] = clients_.try_emplace(key);
  Client& client = entry->second;
  if (is_new) {
    client.key = key;
    client.virtual_time = virtual_time_;
  } else {
    (client.jobs.empty() ? idle_ : waiting_).erase(&client);
  }
  return client;
}

void FairQueue::Attach(Client& client) {
  (client.jobs.empty() ? idle_ : waiting_).insert(&client);
}

FairQueue::Client& FairQueue::DetachForArrival(const Job& job) {
  Client& client = Detach(job.spec().flow.client);
  if (client.jobs.empty()) {
    client.virtual_time = std::max(client.virtual_time, virtual_time_);
  }
  return client;
}

void FairQueue::ForgetIdleClients() {
  // With no waiting jobs there is no unfairness to remember: reset all virtual
  // times.
  if (empty()) {
    idle_.clear();
    clients_.clear();
    virtual_time_ = 0.0;
  }
  while (!idle_.empty() && (*idle_.begin())->virtual_time <= virtual_time_) {
    const uint64_t key = (*idle_.begin())->key;
    idle_.erase(idle_.begin());
    clients_.erase(key);
  }
}

void FairQueue::Add(const Job& job, Client& client) {
  const QueueLoad load = LoadOf(job);
  client.load = client.load + load;
  load_ = load_ + load;
  earliest_deadline_ = std::min(earliest_deadline_, job.spec().deadline);
}

void FairQueue::Subtract(const Job& job, Client& client) {
  const QueueLoad load = LoadOf(job);
  client.load = client.load - load;
  load_ = load_ - load;
}

void FairQueue::PushBack(std::unique_ptr<Job> job) {
  // Only here, and not when a job leaves: PutBack needs the virtual times.
  ForgetIdleClients();
  Client& client = DetachForArrival(*job);
  Add(*job, client);
  client.jobs.push_back(std::move(job));
  Attach(client);
}

void FairQueue::PushFront(std::unique_ptr<Job> job) {
  Client& client = DetachForArrival(*job);
  Add(*job, client);
  client.jobs.push_front(std::move(job));
  Attach(client);
}

void FairQueue::PutBack(std::unique_ptr<Job> job) {
  Client& client = Detach(job->spec().flow.client);
  // A virtual time may have been reset since the job was charged.
  client.virtual_time = std::max(0.0, client.virtual_time - CostOf(*job));
  virtual_time_ = std::max(0.0, virtual_time_ - job->charge.clients);
  Add(*job, client);
  client.jobs.push_front(std::move(job));
  Attach(client);
}

std::unique_ptr<Job> FairQueue::PopCharged() {
  const Client& next = **waiting_.begin();
  const double cost = CostOf(*next.jobs.front());
  const double before = virtual_time_;
  virtual_time_ = std::max(virtual_time_, next.virtual_time) +
                  cost / static_cast<double>(waiting_.size());
  std::unique_ptr<Job> job = RemoveFront(cost);
  job->charge.clients = virtual_time_ - before;
  return job;
}

std::unique_ptr<Job> FairQueue::RemoveFront(double charge) {
  Client& client = Detach((*waiting_.begin())->key);
  std::unique_ptr<Job> job = std::move(client.jobs.front());
  client.jobs.pop_front();
  Subtract(*job, client);
  client.virtual_time += charge;
  Attach(client);
  return job;
}

void FairQueue::TakeFrom(Client& client, Predicate predicate, JobList& taken) {
  for (auto job = client.jobs.begin(); job != client.jobs.end();) {
    if (predicate(**job)) {
      Subtract(**job, client);
      taken.push_back(std::move(*job));
      job = client.jobs.erase(job);
    } else {
      earliest_deadline_ =
          std::min(earliest_deadline_, (*job)->spec().deadline);
      ++job;
    }
  }
}

JobList FairQueue::TakeIf(Predicate predicate) {
  JobList taken;
  earliest_deadline_ = kNever;
  for (Client* client : std::exchange(waiting_, {})) {
    TakeFrom(*client, predicate, taken);
    Attach(*client);
  }
  return taken;
}

JobList FairQueue::TakeExpired(TimePoint now) {
  if (now < earliest_deadline_) {
    return {};
  }
  return TakeIf([now](const Job& job) { return job.IsExpired(now); });
}

JobList FairQueue::TakeCancelled() {
  return TakeIf([](const Job& job) { return job.IsCancelled(); });
}

}  // namespace interpres
