// Bounds the memory of the request messages that the server receives and
// parses, so that no number of large requests can exceed it.
//
// A message's size is known only after the message has been read. So a call
// reserves the maximum size before it reads, keeps the real size while the
// message is in memory, and then gives it back. Calls without room wait. The
// client that holds the fewest bytes goes first.

#ifndef INTERPRES_SERVER_ADMISSION_RECEIVE_BUDGET_H_
#define INTERPRES_SERVER_ADMISSION_RECEIVE_BUDGET_H_

#include <chrono>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

class MessageMemory;

struct ReceiveLimits {
  // Bytes of all messages together.
  int64_t total_bytes = 128 << 20;
  // Maximum bytes of one message. At most total_bytes.
  int64_t message_bytes = 4 << 20;
  // A call that waits longer for room is refused.
  Duration max_wait = std::chrono::seconds(5);
  // While calls wait for room, a message that takes longer to arrive is
  // refused. Otherwise slow senders could hold the whole budget.
  Duration max_receive = std::chrono::seconds(10);
};

// Thread-safe.
class ReceiveBudget {
 public:
  // The clock must outlive the budget, and the budget every MessageMemory.
  ReceiveBudget(const ReceiveLimits& limits, Clock& clock)
      : limits_(limits), clock_(clock) {}
  ReceiveBudget(const ReceiveBudget&) = delete;
  ReceiveBudget& operator=(const ReceiveBudget&) = delete;

  // Refuses calls that have waited too long and messages that arrive too
  // slowly. Call this function about once a second.
  void Sweep() ABSL_LOCKS_EXCLUDED(mutex_);

  // Bytes reserved or held.
  int64_t held_bytes() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns true if much memory was held since the last true result and little
  // is held now. This is a good time to return freed memory to the operating
  // system.
  bool TakePeak() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  friend class MessageMemory;
  struct Client {
    int64_t held = 0;      // bytes
    int64_t messages = 0;  // that wait or hold bytes
  };
  using Ready = absl::AnyInvocable<void(absl::Status)>;

  // See MessageMemory.
  void Await(MessageMemory& message) ABSL_LOCKS_EXCLUDED(mutex_);
  bool Withdraw(MessageMemory& message) ABSL_LOCKS_EXCLUDED(mutex_);
  void Received(MessageMemory& message, int64_t bytes)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status TryHold(MessageMemory& message, int64_t bytes)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Release(MessageMemory& message) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns whether the client may hold `bytes` more. A client may hold up to
  // four times the bytes that are then free. So a single client holds at most
  // 80 % of the budget, and other clients always have room (dynamic thresholds,
  // Choudhury and Hahne 1998). The first message of a client may take all free
  // bytes.
  bool HasRoom(const Client& client, int64_t bytes) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Adds `bytes`, which may be negative, to the bytes that the message holds.
  void Hold(MessageMemory& message, int64_t bytes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Forget(const MessageMemory& message)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Reserves bytes for the calls that wait, while there is room. Returns
  // functions that the caller must run with OK after it releases the lock.
  std::vector<Ready> Grant() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status NoRoom() const;

  const ReceiveLimits limits_;
  Clock& clock_;
  mutable Mutex mutex_;
  int64_t held_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t peak_ ABSL_GUARDED_BY(mutex_) = 0;  // of held_, since TakePeak
  std::unordered_map<uint64_t, Client> clients_ ABSL_GUARDED_BY(mutex_);
  // Both lists are in the order of arrival.
  std::list<MessageMemory*> waiting_ ABSL_GUARDED_BY(mutex_);
  std::list<MessageMemory*> receiving_ ABSL_GUARDED_BY(mutex_);
};

// The share of the budget that one request message takes. Not thread-safe: one
// thread at a time may call it. The budget calls the listener on any thread.
class MessageMemory {
 public:
  // `client`: its key (server/service/client_key.h).
  MessageMemory(ReceiveBudget& budget, uint64_t client)
      : budget_(budget), client_(client) {}
  // Gives the held bytes back. REQUIRES: the message does not wait.
  ~MessageMemory() { Release(); }
  MessageMemory(const MessageMemory&) = delete;
  MessageMemory& operator=(const MessageMemory&) = delete;

  struct Listener {
    // Called once, without locks, on any thread, possibly before Await returns.
    // Never called if Withdraw returned true. OK means that the maximum size is
    // reserved: read the message, then call Received. RESOURCE_EXHAUSTED with a
    // retry delay means that the call waited too long for room.
    absl::AnyInvocable<void(absl::Status)> ready;
    // Called at most once, between `ready` and Received, with
    // RESOURCE_EXHAUSTED: the message arrives too slowly while other calls
    // wait. The budget's lock is held, so this function must only post a task.
    absl::AnyInvocable<void(absl::Status)> too_slow;
  };
  void Await(Listener listener) {
    listener_ = std::move(listener);
    budget_.Await(*this);
  }
  // Stops waiting. Returns true if `ready` has not been called. It is then
  // never called.
  bool Withdraw() { return budget_.Withdraw(*this); }
  // The message has arrived and has `bytes` bytes: gives the rest of the
  // reservation back.
  void Received(int64_t bytes) { budget_.Received(*this, bytes); }

  // For a message that has been read without a reservation: holds `bytes`, or
  // returns RESOURCE_EXHAUSTED with a retry delay.
  absl::Status TryHold(int64_t bytes) { return budget_.TryHold(*this, bytes); }

  // The message has left the memory. Later calls have no effect.
  void Release() { budget_.Release(*this); }

 private:
  friend class ReceiveBudget;

  ReceiveBudget& budget_;
  const uint64_t client_;
  // Guarded by the budget's lock from here on.
  Listener listener_;
  TimePoint since_;  // when it began to wait, or to be received
  int64_t bytes_ = 0;
  bool known_ = false;  // whether ReceiveBudget::clients_ counts the message
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_ADMISSION_RECEIVE_BUDGET_H_
