#include "server/scheduling/job_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {
namespace {

QueueLoad LoadOf(const Job& job) {
  return {.jobs = 1, .tokens = job.tokens(), .work = job.work()};
}

}  // namespace

QueueLoad LoadOf(const JobList& jobs) {
  QueueLoad load;
  for (const auto& job : jobs) {
    load = load + LoadOf(*job);
  }
  return load;
}

void JobQueue::PushBack(JobList& jobs) {
  for (auto& job : jobs) {
    load_ = load_ + LoadOf(*job);
    earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
    jobs_.push_back(std::move(job));
  }
  jobs.clear();
}

void JobQueue::PushFront(JobList& jobs) {
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    load_ = load_ + LoadOf(**job);
    earliest_deadline_ = std::min(earliest_deadline_, (*job)->spec().deadline);
    jobs_.push_front(std::move(*job));
  }
  jobs.clear();
}

JobList JobQueue::PopFront(int64_t limit) {
  JobList taken;
  while (!jobs_.empty() && static_cast<int64_t>(taken.size()) < limit) {
    load_ = load_ - LoadOf(*jobs_.front());
    taken.push_back(std::move(jobs_.front()));
    jobs_.pop_front();
  }
  return taken;
}

template <typename Predicate>
JobList JobQueue::TakeIf(Predicate predicate) {
  const auto kept =
      std::stable_partition(jobs_.begin(), jobs_.end(),
                            [&predicate](const std::unique_ptr<Job>& job) {
                              return !predicate(*job);
                            });
  JobList taken(std::make_move_iterator(kept),
                std::make_move_iterator(jobs_.end()));
  jobs_.erase(kept, jobs_.end());
  load_ = load_ - interpres::LoadOf(taken);
  earliest_deadline_ = kNever;
  for (const auto& job : jobs_) {
    earliest_deadline_ = std::min(earliest_deadline_, job->spec().deadline);
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
