#include "server/scheduling/in_flight.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {

InFlight::State InFlight::Find(const SharedKey& key) const {
  if (!waiting_.contains(key)) {
    return State::kAbsent;
  }
  return waiting_jobs_ < max_waiting_ ? State::kJoinable : State::kFull;
}

void InFlight::Join(std::unique_ptr<Job> job) {
  ++waiting_jobs_;
  earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
  JobList& waiting = waiting_.find(job->key())->second;
  waiting.push_back(std::move(job));
}

void InFlight::Begin(const SharedKey& key) { waiting_.try_emplace(key); }

JobList InFlight::End(const SharedKey& key) {
  JobList waiting = std::move(waiting_.extract(key).mapped());
  waiting_jobs_ -= static_cast<int64_t>(waiting.size());
  return waiting;
}

JobList InFlight::TakeIf(absl::FunctionRef<bool(const Job&)> predicate) {
  JobList taken;
  earliest_deadline_ = kNever;
  for (auto& [key, jobs] : waiting_) {
    const auto kept =
        std::stable_partition(jobs.begin(), jobs.end(),
                              [&predicate](const std::unique_ptr<Job>& job) {
                                return !predicate(*job);
                              });
    std::move(kept, jobs.end(), std::back_inserter(taken));
    jobs.erase(kept, jobs.end());
    for (const auto& job : jobs) {
      earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
    }
  }
  waiting_jobs_ -= static_cast<int64_t>(taken.size());
  return taken;
}

JobList InFlight::TakeExpired(TimePoint now) {
  if (now < earliest_deadline_) {
    return {};
  }
  return TakeIf([now](const Job& job) { return job.IsExpired(now); });
}

JobList InFlight::TakeCancelled() {
  return TakeIf([](const Job& job) { return job.IsCancelled(); });
}

}  // namespace interpres
