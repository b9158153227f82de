#include "server/scheduling/job_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {
namespace {

QueueLoad LoadOf(const Job& job) {
  return {.jobs = 1, .tokens = job.tokens(), .cost = job.cost()};
}

double CostOf(const Job& job) { return static_cast<double>(job.cost()); }

}  // namespace

QueueLoad LoadOf(const JobList& jobs) {
  QueueLoad load;
  for (const auto& job : jobs) {
    load = load + LoadOf(*job);
  }
  return load;
}

QueueView JobQueue::View(const Flow& flow) const {
  const PriorityQueue& queue = OfPriority(flow.priority);
  const auto client = queue.clients.find(flow.client);
  return {.all = load_,
          .priority = queue.load,
          .client = client == queue.clients.end() ? QueueLoad()
                                                  : client->second.load};
}

Competition JobQueue::CompetitionOf(const Flow& flow) const {
  Competition competition;
  const PriorityQueue& queue = OfPriority(flow.priority);
  for (const auto& [key, client] : queue.clients) {
    if (key == flow.client) {
      competition.own = client.load.cost;
    } else if (!client.jobs.empty()) {
      competition.clients.push_back(client.load.cost);
    }
  }
  competition.other_priority = load_.cost - queue.load.cost;
  const Priority other = flow.priority == Priority::kInteractive
                             ? Priority::kBatch
                             : Priority::kInteractive;
  competition.other_share = WeightOf(other) / WeightOf(flow.priority);
  return competition;
}

JobQueue::ClientQueue& JobQueue::Enter(const Job& job) {
  const Flow& flow = job.spec().flow;
  PriorityQueue& queue = OfPriority(flow.priority);
  if (queue.load.jobs == 0) {
    queue.pass = std::max(queue.pass, now_);
  }
  ClientQueue& client = queue.clients[flow.client];
  if (client.jobs.empty()) {
    client.pass = std::max(client.pass, queue.now);
  }
  const QueueLoad load = LoadOf(job);
  client.load = client.load + load;
  queue.load = queue.load + load;
  load_ = load_ + load;
  earliest_deadline_ = std::min(earliest_deadline_, job.spec().deadline);
  return client;
}

void JobQueue::PushBack(JobList& jobs) {
  for (auto& job : jobs) {
    ClientQueue& client = Enter(*job);
    client.jobs.push_back(std::move(job));
  }
  jobs.clear();
}

void JobQueue::PushFront(JobList& jobs) {
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    ClientQueue& client = Enter(**job);
    client.jobs.push_front(std::move(*job));
  }
  jobs.clear();
}

void JobQueue::PutBack(std::unique_ptr<Job> job) {
  ClientQueue& client = Enter(*job);
  PriorityQueue& queue = OfPriority(job->spec().flow.priority);
  // Since then the queue may have been empty, and all passes zero.
  const Turn& turn = job->turn;
  client.pass = std::min(client.pass, turn.client_pass);
  queue.now = std::min(queue.now, turn.client_now);
  queue.pass = std::min(queue.pass, turn.priority_pass);
  now_ = std::min(now_, turn.priority_now);
  client.jobs.push_front(std::move(job));
}

void JobQueue::Refund(const Job& job) {
  if (empty()) {
    return;  // all passes are zero
  }
  const Flow& flow = job.spec().flow;
  PriorityQueue& queue = OfPriority(flow.priority);
  queue.pass = job.turn.priority_pass;
  now_ = job.turn.priority_now;
  if (queue.load.jobs == 0) {
    return;  // so are those of its clients
  }
  queue.now = job.turn.client_now;
  const auto client = queue.clients.find(flow.client);
  if (client != queue.clients.end()) {
    client->second.pass = job.turn.client_pass;
  }
}

JobQueue::PriorityQueue& JobQueue::NextPriority() {
  PriorityQueue* next = priorities_.data();
  for (PriorityQueue& queue : priorities_) {
    if (queue.load.jobs > 0 &&
        (next->load.jobs == 0 || queue.pass < next->pass)) {
      next = &queue;
    }
  }
  return *next;
}

JobQueue::ClientQueue& JobQueue::NextClient(PriorityQueue& queue) {
  const auto comes_before = [](const auto& entry, const auto& other) {
    const ClientQueue& a = entry.second;
    const ClientQueue& b = other.second;
    if (a.jobs.empty() || b.jobs.empty()) {
      return !a.jobs.empty();
    }
    return a.pass != b.pass
               ? a.pass < b.pass
               : a.jobs.front()->queued_at < b.jobs.front()->queued_at;
  };
  return std::min_element(queue.clients.begin(), queue.clients.end(),
                          comes_before)
      ->second;
}

std::unique_ptr<Job> JobQueue::Pop() {
  PriorityQueue& queue = NextPriority();
  ClientQueue& client = NextClient(queue);
  Charge(*client.jobs.front(), queue, client);
  std::unique_ptr<Job> job = std::move(client.jobs.front());
  client.jobs.pop_front();
  const QueueLoad load = LoadOf(*job);
  client.load = client.load - load;
  queue.load = queue.load - load;
  load_ = load_ - load;
  return job;
}

void JobQueue::Charge(Job& job, PriorityQueue& queue, ClientQueue& client) {
  job.turn = {.client_pass = client.pass,
              .client_now = queue.now,
              .priority_pass = queue.pass,
              .priority_now = now_};
  double weights = 0.0;
  for (const Priority priority : {Priority::kInteractive, Priority::kBatch}) {
    weights += OfPriority(priority).load.jobs > 0 ? WeightOf(priority) : 0.0;
  }
  const auto clients = static_cast<double>(std::count_if(
      queue.clients.begin(), queue.clients.end(),
      [](const auto& entry) { return !entry.second.jobs.empty(); }));
  const double cost = CostOf(job);
  now_ = std::max(now_, queue.pass) + cost / weights;
  queue.now = std::max(queue.now, client.pass) + cost / clients;
  queue.pass += cost / WeightOf(job.spec().flow.priority);
  client.pass += cost;
}

void JobQueue::ForgetIdleClients(PriorityQueue& queue) {
  // Where nobody waits, nobody has had more than was to be had.
  if (queue.load.jobs == 0) {
    queue.clients.clear();
    queue.now = 0.0;
    return;
  }
  std::erase_if(queue.clients, [&queue](const auto& entry) {
    const ClientQueue& client = entry.second;
    return client.jobs.empty() && client.pass <= queue.now;
  });
}

JobList JobQueue::PopFront(int64_t limit) {
  JobList taken;
  while (!empty() && static_cast<int64_t>(taken.size()) < limit) {
    taken.push_back(Pop());
  }
  for (PriorityQueue& queue : priorities_) {
    ForgetIdleClients(queue);
    if (empty()) {
      queue.pass = 0.0;
    }
  }
  now_ = empty() ? 0.0 : now_;
  return taken;
}

template <typename Predicate>
JobList JobQueue::TakeFrom(ClientQueue& client, Predicate predicate) {
  const auto kept =
      std::stable_partition(client.jobs.begin(), client.jobs.end(),
                            [&predicate](const std::unique_ptr<Job>& job) {
                              return !predicate(*job);
                            });
  JobList gone(std::make_move_iterator(kept),
               std::make_move_iterator(client.jobs.end()));
  client.jobs.erase(kept, client.jobs.end());
  for (const auto& job : client.jobs) {
    earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
  }
  return gone;
}

template <typename Predicate>
JobList JobQueue::TakeIf(Predicate predicate) {
  JobList taken;
  earliest_deadline_ = kNever;
  for (PriorityQueue& queue : priorities_) {
    for (auto& [key, client] : queue.clients) {
      JobList gone = TakeFrom(client, predicate);
      const QueueLoad load = interpres::LoadOf(gone);
      client.load = client.load - load;
      queue.load = queue.load - load;
      load_ = load_ - load;
      std::ranges::move(gone, std::back_inserter(taken));
    }
  }
  return taken;
}

JobList JobQueue::TakeExpired(TimePoint now) {
  if (now < earliest_deadline_) {
    return {};
  }
  return TakeIf([now](const Job& job) { return job.IsExpired(now); });
}

JobList JobQueue::TakeCancelled() {
  return TakeIf([](const Job& job) { return job.IsCancelled(); });
}

}  // namespace interpres
