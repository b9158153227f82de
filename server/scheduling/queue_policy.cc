#include "server/scheduling/queue_policy.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {

QueueLoad operator+(const QueueLoad& a, const QueueLoad& b) {
  return {.jobs = a.jobs + b.jobs,
          .tokens = a.tokens + b.tokens,
          .cost = a.cost + b.cost};
}

QueueLoad operator-(const QueueLoad& a, const QueueLoad& b) {
  return {.jobs = a.jobs - b.jobs,
          .tokens = a.tokens - b.tokens,
          .cost = a.cost - b.cost};
}

namespace {

// The part of the queue that one client, and all batch jobs together, may hold,
// as a multiple of the free room.
constexpr int64_t kClientFactor = 4;
constexpr int64_t kBatchFactor = 3;

bool Fits(const QueueLoad& load, const QueueLoad& room, int64_t factor) {
  return load.jobs <= factor * room.jobs && load.tokens <= factor * room.tokens;
}

absl::Status Full(std::string_view whose, const QueueLoad& held,
                  const QueueLoad& incoming, std::string_view rule) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s: %d texts of %d tokens wait, %d more of %d tokens %s; try again "
      "later",
      AsAbsl(whose), held.jobs, held.tokens, incoming.jobs, incoming.tokens,
      AsAbsl(rule)));
}

}  // namespace

absl::Status CheckRoom(const QueueView& queued, const QueueLoad& incoming,
                       Priority priority, const QueueLimits& limits) {
  const QueueLoad whole = {.jobs = limits.max_jobs,
                           .tokens = limits.max_tokens};
  if (!Fits(incoming, whole, 1)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the request has %d texts of %d tokens together, and the whole queue "
        "of this server holds %d texts and %d tokens: send fewer texts in a "
        "request",
        incoming.jobs, incoming.tokens, limits.max_jobs, limits.max_tokens));
  }
  if (!Fits(queued.all + incoming, whole, 1)) {
    return Full("the queue is full", queued.all, incoming,
                absl::StrFormat("exceed its %d texts or %d tokens",
                                limits.max_jobs, limits.max_tokens));
  }
  const QueueLoad room = whole - queued.all - incoming;
  if (priority == Priority::kBatch && queued.priority.jobs > 0 &&
      !Fits(queued.priority + incoming, room, kBatchFactor)) {
    return Full("the queue's part for batch requests is full", queued.priority,
                incoming, "would leave too little room for interactive ones");
  }
  if (queued.client.jobs > 0 &&
      !Fits(queued.client + incoming, room, kClientFactor)) {
    return Full("this client's part of the queue is full", queued.client,
                incoming, "would leave too little room for other clients");
  }
  return absl::OkStatus();
}

absl::Status CheckBacklog(const BacklogView& backlog, const QueueLoad& incoming,
                          const QueueLimits& limits) {
  if (incoming.jobs == 0 || backlog.all.jobs == 0) {
    return absl::OkStatus();
  }
  const int64_t max_tokens = kBacklogFactor * limits.max_tokens;
  const int64_t free = max_tokens - backlog.all.tokens - incoming.tokens;
  if (free < 0) {
    return Full("the room for long texts is full", backlog.all, incoming,
                absl::StrFormat("exceed its %d tokens", max_tokens));
  }
  if (backlog.client.jobs > 0 &&
      backlog.client.tokens + incoming.tokens > kClientFactor * free) {
    return Full("this client's part of the room for long texts is full",
                backlog.client, incoming,
                "would leave too little room for other clients");
  }
  return absl::OkStatus();
}

int64_t CostAhead(const Competition& competition, int64_t incoming) {
  const int64_t mine = competition.own + incoming;
  int64_t ahead = competition.own;
  for (const auto& [client, cost] : competition.clients) {
    ahead += std::min(cost, mine);
  }
  // Meanwhile the workers also serve the share of the other priority.
  const double other =
      static_cast<double>(ahead + incoming) * competition.other_share;
  return ahead + std::min(competition.other_priority,
                          static_cast<int64_t>(std::llround(other)));
}

std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> cost_per_second) {
  if (queued.cost == 0) {
    return 0.0;
  }
  if (!cost_per_second.has_value() || *cost_per_second <= 0.0) {
    return std::nullopt;
  }
  return static_cast<double>(queued.cost) / *cost_per_second;
}

}  // namespace interpres
