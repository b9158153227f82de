#include "server/scheduling/job.h"

#include <algorithm>
#include <utility>

namespace interpres {
namespace {

// The number of rows for each source token: the beam and, for attention
// weights, the results again.
int64_t RowsPerToken(const DecodingOptions& options) {
  return options.beam_size + (options.attention ? options.n_best : 0);
}

}  // namespace

PhaseTimes LongerOf(const PhaseTimes& a, const PhaseTimes& b) {
  return {.queue = std::max(a.queue, b.queue),
          .encode = std::max(a.encode, b.encode),
          .decode = std::max(a.decode, b.decode)};
}

int64_t DecodingCost(const Sentence& sentence) {
  return static_cast<int64_t>(sentence.source.size()) *
             RowsPerToken(sentence.options) +
         static_cast<int64_t>(sentence.target_prefix.size());
}

Job::Job(JobSpec spec, Completion completion)
    : spec_(std::move(spec)),
      completion_(std::move(completion)),
      tokens_(static_cast<int64_t>(spec_.sentence.source.size())),
      cost_(DecodingCost(spec_.sentence)) {}

Job::~Job() {
  if (completion_) {
    Complete(absl::InternalError("a text was dropped inside the server"));
  }
}

void Job::MakeKey() {
  const Sentence& sentence = spec_.sentence;
  if (key_ == nullptr && !sentence.options.attention) {
    key_ = MakeSharedKey({.source = sentence.source,
                          .target_prefix = sentence.target_prefix,
                          .required = sentence.required,
                          .options = sentence.options});
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
