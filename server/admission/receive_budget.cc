#include "server/admission/receive_budget.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "server/base/retry_delay.h"

namespace interpres {
namespace {

constexpr int64_t kThresholdFactor = 4;
constexpr std::chrono::seconds kRetryDelay{1};
// Shares of the budget that TakePeak regards as much and as little memory.
constexpr int64_t kPeakShare = 4;
constexpr int64_t kIdleShare = 16;
// The last responses are sent and connections close in this time.
constexpr std::chrono::seconds kQuiet{3};

void RunAll(std::vector<absl::AnyInvocable<void(absl::Status)>>& calls,
            const absl::Status& status) {
  for (auto& call : calls) {
    call(status);
  }
}

}  // namespace

absl::Status ReceiveBudget::NoRoom() const {
  return WithRetryDelay(
      absl::ResourceExhaustedError(absl::StrFormat(
          "the requests that the server receives fill its %d bytes for request "
          "messages; retry after the delay, or send smaller requests",
          limits_.total_bytes)),
      kRetryDelay);
}

bool ReceiveBudget::HasRoom(const Client& client, int64_t bytes) const {
  const int64_t free = limits_.total_bytes - held_ - bytes;
  return free >= 0 &&
         (client.held == 0 || client.held + bytes <= kThresholdFactor * free);
}

void ReceiveBudget::Hold(MessageMemory& message, int64_t bytes) {
  if (!IsIdle()) {
    busy_ = clock_.Now();
  }
  message.bytes_ += bytes;
  clients_[message.client_].held += bytes;
  held_ += bytes;
  peak_ = std::max(peak_, held_);
}

void ReceiveBudget::Forget(const MessageMemory& message) {
  const auto client = clients_.find(message.client_);
  if (--client->second.messages == 0) {
    clients_.erase(client);
  }
}

std::vector<ReceiveBudget::Ready> ReceiveBudget::Grant() {
  std::vector<Ready> granted;
  while (!waiting_.empty()) {
    const auto next = std::min_element(
        waiting_.begin(), waiting_.end(), [this](const auto* a, const auto* b) {
          mutex_.AssertHeld();
          return clients_[a->client_].held < clients_[b->client_].held;
        });
    MessageMemory& message = **next;
    if (!HasRoom(clients_[message.client_], limits_.message_bytes)) {
      break;  // a client that holds more has no room either
    }
    Hold(message, limits_.message_bytes);
    message.since_ = clock_.Now();
    receiving_.splice(receiving_.end(), waiting_, next);
    granted.push_back(std::move(message.listener_.ready));
  }
  return granted;
}

void ReceiveBudget::Await(MessageMemory& message) {
  std::vector<Ready> granted;
  {
    const MutexLock lock(mutex_);
    message.since_ = clock_.Now();
    message.known_ = true;
    ++clients_[message.client_].messages;
    waiting_.push_back(&message);
    granted = Grant();
  }
  RunAll(granted, absl::OkStatus());
}

bool ReceiveBudget::Withdraw(MessageMemory& message) {
  const MutexLock lock(mutex_);
  const auto place = std::find(waiting_.begin(), waiting_.end(), &message);
  if (place == waiting_.end()) {
    return false;
  }
  waiting_.erase(place);
  return true;
}

void ReceiveBudget::Received(MessageMemory& message, int64_t bytes) {
  std::vector<Ready> granted;
  {
    const MutexLock lock(mutex_);
    receiving_.remove(&message);
    Hold(message, bytes - message.bytes_);
    granted = Grant();
  }
  RunAll(granted, absl::OkStatus());
}

absl::Status ReceiveBudget::TryHold(MessageMemory& message, int64_t bytes) {
  const MutexLock lock(mutex_);
  Client& client = clients_[message.client_];
  message.known_ = true;
  ++client.messages;
  if (!HasRoom(client, bytes)) {
    return NoRoom();
  }
  Hold(message, bytes);
  return absl::OkStatus();
}

void ReceiveBudget::Release(MessageMemory& message) {
  std::vector<Ready> granted;
  {
    const MutexLock lock(mutex_);
    if (!message.known_) {
      return;
    }
    receiving_.remove(&message);
    Hold(message, -message.bytes_);
    Forget(message);
    message.known_ = false;
    granted = Grant();
  }
  RunAll(granted, absl::OkStatus());
}

void ReceiveBudget::Sweep() {
  std::vector<Ready> refused;
  {
    const MutexLock lock(mutex_);
    const TimePoint now = clock_.Now();
    while (!waiting_.empty() &&
           now - waiting_.front()->since_ >= limits_.max_wait) {
      refused.push_back(std::move(waiting_.front()->listener_.ready));
      waiting_.pop_front();
    }
    while (!waiting_.empty() && !receiving_.empty() &&
           now - receiving_.front()->since_ >= limits_.max_receive) {
      receiving_.front()->listener_.too_slow(absl::ResourceExhaustedError(
          "the request message arrives too slowly while other requests wait; "
          "send a smaller request, or use a faster connection"));
      receiving_.pop_front();
    }
  }
  RunAll(refused, NoRoom());
}

int64_t ReceiveBudget::held_bytes() const {
  const MutexLock lock(mutex_);
  return held_;
}

bool ReceiveBudget::IsIdle() const {
  return held_ <= limits_.total_bytes / kIdleShare;
}

bool ReceiveBudget::TakePeak() {
  const MutexLock lock(mutex_);
  const bool taken = peak_ >= limits_.total_bytes / kPeakShare && IsIdle() &&
                     clock_.Now() - busy_ >= kQuiet;
  if (taken) {
    peak_ = held_;
  }
  return taken;
}

}  // namespace interpres
