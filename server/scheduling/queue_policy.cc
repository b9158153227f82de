#include "server/scheduling/queue_policy.h"

#include "absl/strings/str_format.h"

namespace interpres {

QueueLoad operator+(const QueueLoad& a, const QueueLoad& b) {
  return {.jobs = a.jobs + b.jobs,
          .tokens = a.tokens + b.tokens,
          .work = a.work + b.work};
}

QueueLoad operator-(const QueueLoad& a, const QueueLoad& b) {
  return {.jobs = a.jobs - b.jobs,
          .tokens = a.tokens - b.tokens,
          .work = a.work - b.work};
}

absl::Status CheckRoom(const QueueLoad& queued, const QueueLoad& incoming,
                       const QueueLimits& limits) {
  if (incoming.jobs > limits.max_jobs || incoming.tokens > limits.max_tokens) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the request has %d texts of %d tokens together, and the whole queue "
        "of this server holds %d texts and %d tokens: send fewer texts at once",
        incoming.jobs, incoming.tokens, limits.max_jobs, limits.max_tokens));
  }
  const QueueLoad sum = queued + incoming;
  if (sum.jobs > limits.max_jobs || sum.tokens > limits.max_tokens) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "the queue is full: %d texts of %d tokens wait, %d more of %d tokens "
        "exceed its %d texts or %d tokens; try again later",
        queued.jobs, queued.tokens, incoming.jobs, incoming.tokens,
        limits.max_jobs, limits.max_tokens));
  }
  return absl::OkStatus();
}

std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> work_per_second) {
  if (queued.work == 0) {
    return 0.0;
  }
  if (!work_per_second.has_value() || *work_per_second <= 0.0) {
    return std::nullopt;
  }
  return static_cast<double>(queued.work) / *work_per_second;
}

}  // namespace interpres
