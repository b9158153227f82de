#include "server/scheduling/in_flight.h"

#include <iterator>

namespace interpres {

InFlight::Place InFlight::Join(const TranslationKey& key,
                               std::unique_ptr<Job>& job) {
  const auto found = waiting_.find(key);
  if (found == waiting_.end()) {
    return Place::kNone;
  }
  if (waiting_jobs_ >= max_waiting_) {
    return Place::kFull;
  }
  ++waiting_jobs_;
  earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
  found->second.push_back(std::move(job));
  return Place::kWaiting;
}

const TranslationKey& InFlight::Begin(TranslationKey key) {
  return waiting_.try_emplace(std::move(key)).first->first;
}

InFlight::Ended InFlight::End(const TranslationKey& key) {
  auto node = waiting_.extract(key);
  waiting_jobs_ -= static_cast<int64_t>(node.mapped().size());
  return {.key = std::move(node.key()), .waiting = std::move(node.mapped())};
}

template <typename Predicate>
JobList InFlight::TakeIf(Predicate predicate) {
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
