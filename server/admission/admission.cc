#include "server/admission/admission.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "server/base/retry_delay.h"

namespace interpres {
namespace {

// A translation rarely has fewer tokens than this share of its source. Each
// token takes at least one step.
constexpr double kShortestTargetShare = 0.25;

// The estimates are means. An overloaded server accepts until they reach the
// deadline, so nearly half of what it accepts would be late without a reserve.
constexpr double kUsableShare = 0.8;

constexpr double kMinRetrySeconds = 0.1;
constexpr double kMaxRetrySeconds = 30.0;
// Used while the throughput is unknown.
constexpr double kDefaultRetrySeconds = 1.0;

std::chrono::milliseconds RetryMilliseconds(double seconds) {
  const double bounded =
      std::clamp(seconds, kMinRetrySeconds, kMaxRetrySeconds);
  return std::chrono::milliseconds(std::llround(bounded * 1000.0));
}

double SecondsOf(double cost, const Throughput& throughput) {
  return EstimateSeconds({.cost = static_cast<int64_t>(cost)},
                         throughput.cost_per_second)
      .value_or(0.0);
}

}  // namespace

double FollowUpSeconds(const FollowUpWork& work, const Throughput& throughput) {
  const auto cost = static_cast<double>(work.first_cost);
  const double attempts = SecondsOf(cost * work.share, throughput);
  return work.next_model ? attempts + SecondsOf(cost, *work.next_model)
                         : attempts;
}

double MinSeconds(const RequestLoad& request, const Throughput& throughput) {
  double min_seconds = 0.0;
  if (throughput.fastest_step_seconds.has_value()) {
    min_seconds = static_cast<double>(request.longest_tokens) *
                  kShortestTargetShare * *throughput.fastest_step_seconds;
  }
  const std::optional<double> all =
      EstimateSeconds(request.load, throughput.cost_per_second);
  return std::max(min_seconds, all.value_or(0.0) * kShortestTargetShare);
}

absl::Status CheckDeadline(const RequestLoad& request, const ServerLoad& server,
                           std::optional<Duration> remaining) {
  if (!remaining.has_value()) {
    return absl::OkStatus();
  }
  const double left = Seconds(*remaining);
  const double min_seconds = MinSeconds(request, server.throughput);
  if (left <= 0.0 || left < min_seconds) {
    return absl::DeadlineExceededError(absl::StrFormat(
        "%.3f s are left of the deadline, and %d texts of %d tokens take at "
        "least %.3f s even on an idle server: allow more time or send less",
        std::max(left, 0.0), request.load.jobs, request.load.tokens,
        min_seconds));
  }
  const std::optional<double> wait = EstimateSeconds(
      {.cost = server.cost_ahead}, server.throughput.cost_per_second);
  if (!wait.has_value() || *wait <= 0.0) {
    return absl::OkStatus();
  }
  // If texts wait, the engine is full.
  const double decoding =
      std::max(min_seconds,
               static_cast<double>(request.longest_tokens) *
                   server.throughput.seconds_per_token.value_or(0.0)) +
      server.follow_up_seconds;
  const double planned = left * kUsableShare;
  if (*wait + decoding <= planned) {
    return absl::OkStatus();
  }
  return WithRetryDelay(
      absl::ResourceExhaustedError(absl::StrFormat(
          "%d tokens are queued: about %.3f s of work come first and %.3f s of "
          "decoding follow, and with %.3f s left of the deadline only %.3f s "
          "may be planned: try again later or allow more time",
          server.queued.tokens, *wait, decoding, left, planned)),
      RetryMilliseconds(*wait + decoding - planned));
}

std::chrono::milliseconds DelayForFullQueue(const ServerLoad& server) {
  const std::optional<double> wait =
      EstimateSeconds(server.queued, server.throughput.cost_per_second);
  return RetryMilliseconds(wait.has_value() ? *wait / 2.0
                                            : kDefaultRetrySeconds);
}

}  // namespace interpres
