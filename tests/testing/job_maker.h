// Jobs whose outcomes a test can look at.

#ifndef INTERPRES_TESTS_TESTING_JOB_MAKER_H_
#define INTERPRES_TESTS_TESTING_JOB_MAKER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/scheduling/job.h"

namespace interpres {

// Makes jobs and remembers every completion of them. Thread-safe. Must outlive
// the jobs.
class JobMaker {
 public:
  struct Spec {
    int32_t tokens = 3;
    int32_t beam_size = 1;
    Flow flow = {};
    TimePoint deadline = kNever;
    const std::atomic<bool>* cancelled = nullptr;
    // The id of every source token.
    int32_t token = 1;
  };

  std::unique_ptr<Job> Make(const Spec& spec) {
    size_t index = 0;
    {
      const MutexLock lock(mutex_);
      index = outcomes_.size();
      outcomes_.emplace_back();
    }
    return std::make_unique<Job>(
        JobSpec{.sentence = {.source =
                                 std::vector<int32_t>(spec.tokens, spec.token),
                             .options = {.beam_size = spec.beam_size}},
                .flow = spec.flow,
                .deadline = spec.deadline,
                .cancelled = spec.cancelled},
        [this, index](JobOutcome outcome) {
          const MutexLock lock(mutex_);
          outcomes_[index].push_back(std::move(outcome));
          ++completed_;
          changed_.NotifyAll();
        });
  }

  JobList MakeList(const std::vector<Spec>& specs) {
    JobList jobs;
    for (const Spec& spec : specs) {
      jobs.push_back(Make(spec));
    }
    return jobs;
  }

  // Returns the status codes of all completions of the job, joined by "+".
  // Returns "" while the job is pending.
  std::string CodesOf(size_t index) const {
    const MutexLock lock(mutex_);
    std::string codes;
    for (const JobOutcome& outcome : outcomes_[index]) {
      if (!codes.empty()) {
        codes.append("+");
      }
      codes.append(absl::StatusCodeToString(outcome.status.code()));
    }
    return codes;
  }

  JobOutcome OutcomeOf(size_t index) const {
    const MutexLock lock(mutex_);
    return outcomes_[index].front();
  }

  // Blocks until `count` jobs have completed.
  void AwaitCompleted(int64_t count) const {
    const MutexLock lock(mutex_);
    while (completed_ < count) {
      changed_.Wait(mutex_);
    }
  }

 private:
  mutable Mutex mutex_;
  mutable CondVar changed_;
  std::deque<std::vector<JobOutcome>> outcomes_ ABSL_GUARDED_BY(mutex_);
  int64_t completed_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_JOB_MAKER_H_
