#include "server/scheduling/job.h"

#include <utility>

namespace interpres {
namespace {

// What is fed at each position: the beam and, where its attention is wanted,
// the result once more.
int64_t FedHypotheses(const DecodingOptions& options) {
  return options.beam_size + (options.attention ? options.n_best : 0);
}

}  // namespace

Job::Job(JobSpec spec, Completion completion)
    : spec_(std::move(spec)),
      completion_(std::move(completion)),
      tokens_(static_cast<int64_t>(spec_.source.size())),
      cost_(tokens_ * FedHypotheses(spec_.options) +
            static_cast<int64_t>(spec_.target_prefix.size())) {}

Job::~Job() {
  if (completion_) {
    Complete(absl::InternalError("a text was dropped inside the server"));
  }
}

void Job::Complete(JobOutcome outcome) {
  Completion completion = std::exchange(completion_, nullptr);
  if (completion) {
    if (observer_) {
      observer_(outcome);
    }
    completion(std::move(outcome));
  }
}

void Job::Complete(absl::Status status) {
  Complete(JobOutcome{.status = std::move(status), .hypotheses = {}});
}

}  // namespace interpres
