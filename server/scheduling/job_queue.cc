#include "server/scheduling/job_queue.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace interpres {
namespace {

Priority OtherThan(Priority priority) {
  return priority == Priority::kInteractive ? Priority::kBatch
                                            : Priority::kInteractive;
}

}  // namespace

QueueLoad JobQueue::load() const {
  return LevelOf(Priority::kInteractive).jobs.load() +
         LevelOf(Priority::kBatch).jobs.load();
}

QueueView JobQueue::View(const Flow& flow) const {
  const FairQueue& jobs = LevelOf(flow.priority).jobs;
  return {.all = load(),
          .priority = jobs.load(),
          .client = jobs.LoadOfClient(flow.client)};
}

Competition JobQueue::CompetitionOf(const Flow& flow) const {
  const Level& level = LevelOf(flow.priority);
  std::map<uint64_t, int64_t> costs = level.jobs.Costs();
  for (const auto& [client, load] : level.backlog.clients()) {
    costs[client] += load.cost;
  }
  const Priority other = OtherThan(flow.priority);
  const int64_t own = costs[flow.client];
  costs.erase(flow.client);
  return {.own = own,
          .clients = std::move(costs),
          .other_priority = LevelOf(other).jobs.load().cost +
                            LevelOf(other).backlog.load().cost,
          .other_share = WeightOf(other) / WeightOf(flow.priority)};
}

QueueLoad JobQueue::backlog() const {
  return LevelOf(Priority::kInteractive).backlog.load() +
         LevelOf(Priority::kBatch).backlog.load();
}

BacklogView JobQueue::ViewBacklog(const Flow& flow) const {
  return {.all = backlog(),
          .client = LevelOf(flow.priority).backlog.LoadOfClient(flow.client)};
}

void JobQueue::AddToBacklog(const Flow& flow, const QueueLoad& load) {
  LevelOf(flow.priority).backlog.Add(flow.client, load);
}

void JobQueue::SubtractFromBacklog(const Flow& flow, const QueueLoad& load) {
  LevelOf(flow.priority).backlog.Subtract(flow.client, load);
}

JobQueue::Level& JobQueue::LevelForArrival(const Job& job) {
  Level& level = LevelOf(job.spec().flow.priority);
  if (level.jobs.empty()) {
    level.virtual_time = std::max(level.virtual_time, virtual_time_);
  }
  return level;
}

void JobQueue::PushBack(JobList& jobs) {
  // With no waiting jobs there is no unfairness to remember: reset all virtual
  // times. Only here, and not when a job leaves: PutBack needs them.
  if (empty()) {
    for (Level& level : levels_) {
      level.virtual_time = 0.0;
    }
    virtual_time_ = 0.0;
  }
  for (auto& job : jobs) {
    Level& level = LevelForArrival(*job);
    level.jobs.PushBack(std::move(job));
  }
  jobs.clear();
}

void JobQueue::PushFront(JobList& jobs) {
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    Level& level = LevelForArrival(**job);
    level.jobs.PushFront(std::move(*job));
  }
  jobs.clear();
}

void JobQueue::PutBack(std::unique_ptr<Job> job) {
  const Priority priority = job->spec().flow.priority;
  Level& level = LevelOf(priority);
  // A virtual time may have been reset since the job was charged.
  level.virtual_time =
      std::max(0.0, level.virtual_time -
                        static_cast<double>(job->cost()) / WeightOf(priority));
  virtual_time_ = std::max(0.0, virtual_time_ - job->charge.priorities);
  level.jobs.PutBack(std::move(job));
}

Priority JobQueue::Next() const {
  const Level& interactive = LevelOf(Priority::kInteractive);
  const Level& batch = LevelOf(Priority::kBatch);
  const bool interactive_is_next =
      batch.jobs.empty() || (!interactive.jobs.empty() &&
                             interactive.virtual_time <= batch.virtual_time);
  return interactive_is_next ? Priority::kInteractive : Priority::kBatch;
}

double JobQueue::WaitingWeight() const {
  double weight = 0.0;
  for (const Priority priority : {Priority::kInteractive, Priority::kBatch}) {
    weight += LevelOf(priority).jobs.empty() ? 0.0 : WeightOf(priority);
  }
  return weight;
}

const Job& JobQueue::Front() const { return LevelOf(Next()).jobs.Front(); }

std::unique_ptr<Job> JobQueue::PopCharged() {
  const Priority priority = Next();
  Level& level = LevelOf(priority);
  const double weight = WaitingWeight();
  std::unique_ptr<Job> job = level.jobs.PopCharged();
  const auto cost = static_cast<double>(job->cost());
  const double before = virtual_time_;
  virtual_time_ = std::max(virtual_time_, level.virtual_time) + cost / weight;
  level.virtual_time += cost / WeightOf(priority);
  job->charge.priorities = virtual_time_ - before;
  return job;
}

std::unique_ptr<Job> JobQueue::PopFree() {
  return LevelOf(Next()).jobs.PopFree();
}

JobList JobQueue::TakeExpired(TimePoint now) {
  JobList taken;
  for (Level& level : levels_) {
    std::ranges::move(level.jobs.TakeExpired(now), std::back_inserter(taken));
  }
  return taken;
}

JobList JobQueue::TakeCancelled() {
  JobList taken;
  for (Level& level : levels_) {
    std::ranges::move(level.jobs.TakeCancelled(), std::back_inserter(taken));
  }
  return taken;
}

TimePoint JobQueue::earliest_deadline() const {
  TimePoint earliest = kNever;
  for (const Level& level : levels_) {
    earliest = std::min(earliest, level.jobs.earliest_deadline());
  }
  return earliest;
}

void JobQueue::Append(JobQueue& other) {
  JobList jobs;
  while (!other.empty()) {
    jobs.push_back(other.PopFree());
  }
  PushBack(jobs);
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    for (const auto& [client, load] : other.levels_[i].backlog.clients()) {
      levels_[i].backlog.Add(client, load);
    }
  }
  other = JobQueue();
}

}  // namespace interpres
