#include "server/scheduling/in_flight.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {

InFlight::State InFlight::Find(const TranslationKey& key) const {
  if (!waiting_.contains(key)) {
    return State::kAbsent;
  }
  return waiting_jobs_ < max_waiting_ ? State::kJoinable : State::kFull;
}

void InFlight::Join(const TranslationKey& key, std::unique_ptr<Job> job) {
  ++waiting_jobs_;
  earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
  waiting_.at(key).push_back(std::move(job));
}

const TranslationKey& InFlight::Begin(TranslationKey key) {
  return waiting_.try_emplace(std::move(key)).first->first;
}

InFlight::Ended InFlight::End(const TranslationKey& key) {
  auto node = waiting_.extract(key);
  waiting_jobs_ -= static_cast<int64_t>(node.mapped().size());
  return {.key = std::move(node.key()), .waiting = std::move(node.mapped())};
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
