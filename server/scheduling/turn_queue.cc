#include "server/scheduling/turn_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {

int64_t TurnQueue::BeginUse() {
  ++(closed_ ? next_uses_ : present_uses_);
  return closed_ ? turn_ + 1 : turn_;
}

void TurnQueue::EndUse(int64_t turn) {
  --(IsNext(turn) ? next_uses_ : present_uses_);
}

void TurnQueue::NextTurn() {
  if (present_.empty() || next_since_ < present_since_) {
    present_since_ = next_since_;
  }
  present_.Append(next_);
  present_uses_ += std::exchange(next_uses_, 0);
  ++turn_;
  closed_ = false;
  next_since_ = kNever;
}

bool TurnQueue::is_idle() const {
  return present_uses_ == 0 && present_.empty() && present_.backlog().jobs == 0;
}

std::optional<TimePoint> TurnQueue::waiting_since() const {
  return present_.empty() ? std::nullopt
                          : std::optional<TimePoint>(present_since_);
}

QueueLoad TurnQueue::load() const {
  return present_.load() + present_.backlog() + next_.load() + next_.backlog();
}

QueueView TurnQueue::View(const Flow& flow) const {
  const QueueView present = present_.View(flow);
  const QueueView next = next_.View(flow);
  return {.all = present.all + next.all,
          .priority = present.priority + next.priority,
          .client = present.client + next.client};
}

BacklogView TurnQueue::ViewBacklog(const Flow& flow) const {
  const BacklogView present = present_.ViewBacklog(flow);
  const BacklogView next = next_.ViewBacklog(flow);
  return {.all = present.all + next.all,
          .client = present.client + next.client};
}

Competition TurnQueue::CompetitionOf(const Flow& flow) const {
  Competition all = present_.CompetitionOf(flow);
  const Competition next = next_.CompetitionOf(flow);
  all.own += next.own;
  for (const auto& [client, cost] : next.clients) {
    all.clients[client] += cost;
  }
  all.other_priority += next.other_priority;
  return all;
}

void TurnQueue::AddToBacklog(const Flow& flow, const QueueLoad& load,
                             int64_t turn) {
  QueueOf(turn).AddToBacklog(flow, load);
}

void TurnQueue::SubtractFromBacklog(const Flow& flow, const QueueLoad& load,
                                    int64_t turn) {
  QueueOf(turn).SubtractFromBacklog(flow, load);
}

void TurnQueue::PushBack(JobList& jobs) {
  if (jobs.empty()) {
    return;
  }
  const int64_t turn = jobs.front()->spec().turn;
  if (QueueOf(turn).empty()) {
    (IsNext(turn) ? next_since_ : present_since_) = jobs.front()->queued_at;
  }
  QueueOf(turn).PushBack(jobs);
}

JobList TurnQueue::TakeExpired(TimePoint now) {
  JobList taken = present_.TakeExpired(now);
  std::ranges::move(next_.TakeExpired(now), std::back_inserter(taken));
  return taken;
}

JobList TurnQueue::TakeCancelled() {
  JobList taken = present_.TakeCancelled();
  std::ranges::move(next_.TakeCancelled(), std::back_inserter(taken));
  return taken;
}

JobList TurnQueue::TakeAll() {
  JobList taken;
  for (JobQueue* const queue : {&present_, &next_}) {
    while (!queue->empty()) {
      taken.push_back(queue->PopFree());
    }
  }
  return taken;
}

TimePoint TurnQueue::earliest_deadline() const {
  return std::min(present_.earliest_deadline(), next_.earliest_deadline());
}

}  // namespace interpres
