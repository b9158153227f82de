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
  // Maximum bytes of all request messages together.
  int64_t total_bytes = 128 << 20;
  // Maximum bytes of one request message. At most total_bytes.
  int64_t message_bytes = 4 << 20;
  // Maximum time that a call waits for room. Then the next Sweep refuses the
  // call with RESOURCE_EXHAUSTED.
  Duration max_wait = std::chrono::seconds(5);
  // Maximum time in which a message may arrive, counted from its reservation,
  // while other calls wait for room. Then the next Sweep refuses the message.
  // Otherwise slow senders could hold the whole budget.
  Duration max_receive = std::chrono::seconds(10);
};

// Bounds the memory of the request messages that the server receives. A
// MessageMemory reserves the bytes of one message. Calls without room wait. The
// client that holds the fewest bytes gets room first. Thread-safe.
class ReceiveBudget {
 public:
  // `clock` must outlive the budget. The budget must outlive every
  // MessageMemory that uses it.
  ReceiveBudget(const ReceiveLimits& limits, Clock& clock)
      : limits_(limits), clock_(clock) {}
  ReceiveBudget(const ReceiveBudget&) = delete;
  ReceiveBudget& operator=(const ReceiveBudget&) = delete;

  // Refuses calls that have waited for `max_wait`: calls their `ready` with
  // RESOURCE_EXHAUSTED, without locks. If calls still wait, also refuses
  // messages that have not arrived within `max_receive`: calls their `too_slow`
  // with RESOURCE_EXHAUSTED, with the lock of the budget held. So the caller
  // must hold no lock that these functions take. Call Sweep about once a
  // second.
  void Sweep() ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the number of bytes that are reserved or held.
  int64_t held_bytes() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns true if two conditions hold. In the last three seconds, at most a
  // sixteenth of the budget was held. At some time since the last true result,
  // at least a quarter was held. The caller can then return freed memory to the
  // operating system. A true result starts a new period.
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
  // four times the bytes that would then remain free. So a client with several
  // messages holds at most 80 % of the budget and leaves room for others
  // (dynamic thresholds, Choudhury and Hahne 1998). A client that holds no
  // bytes may take all free bytes.
  bool HasRoom(const Client& client, int64_t bytes) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Adds `bytes`, which may be negative, to the bytes that the message, its
  // client and the budget hold.
  void Hold(MessageMemory& message, int64_t bytes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsIdle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Forget(const MessageMemory& message)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Reserves the maximum message size for waiting calls, one after another,
  // while there is room. The client that holds least comes first. Returns the
  // `ready` functions of these calls. The caller must run them with OK after it
  // releases the lock.
  std::vector<Ready> Grant() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status NoRoom() const;

  const ReceiveLimits limits_;
  Clock& clock_;
  mutable Mutex mutex_;
  int64_t held_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t peak_ ABSL_GUARDED_BY(mutex_) = 0;  // of held_, since TakePeak
  // The time of the last change of held_ from a value above a sixteenth of the
  // budget.
  TimePoint busy_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<uint64_t, Client> clients_ ABSL_GUARDED_BY(mutex_);
  // The messages that wait for room, in the order of their arrival.
  std::list<MessageMemory*> waiting_ ABSL_GUARDED_BY(mutex_);
  // The messages that have a reservation and are being received, in the order
  // of their reservations. Without messages that Sweep has refused.
  std::list<MessageMemory*> receiving_ ABSL_GUARDED_BY(mutex_);
};

// The bytes of a ReceiveBudget that one request message holds. Not thread-safe:
// one thread at a time may call its functions. The budget calls the listener on
// any thread.
class MessageMemory {
 public:
  // `client` is the client key of the call (server/service/client_key.h).
  // `budget` must outlive this object.
  MessageMemory(ReceiveBudget& budget, uint64_t client)
      : budget_(budget), client_(client) {}
  // Gives the held bytes back to the budget. May call `ready` of other
  // messages, so the caller must hold no lock that `ready` takes. REQUIRES: the
  // message does not wait for room. If Await was called, then `ready` has run
  // or Withdraw has returned true.
  ~MessageMemory() { Release(); }
  MessageMemory(const MessageMemory&) = delete;
  MessageMemory& operator=(const MessageMemory&) = delete;

  struct Listener {
    // Called once, without locks, on any thread, possibly before Await returns.
    // Never called if Withdraw returned true. OK means that the maximum size is
    // reserved: read the message, then call Received. RESOURCE_EXHAUSTED with a
    // retry delay means that the call waited too long for room.
    absl::AnyInvocable<void(absl::Status)> ready;
    // Called at most once, between `ready` and Received or Release, with
    // RESOURCE_EXHAUSTED: the message arrives too slowly while other calls
    // wait. The budget's lock is held, so this function must only post a task.
    // The message keeps its reservation until Release.
    absl::AnyInvocable<void(absl::Status)> too_slow;
  };
  // Asks for room for a message of the maximum size, and does not block. The
  // budget calls `listener` when there is room or when the wait was too long,
  // possibly before Await returns. So the caller must hold no lock that `ready`
  // takes. REQUIRES: called at most once.
  void Await(Listener listener) {
    listener_ = std::move(listener);
    budget_.Await(*this);
  }
  // Stops waiting for room. Returns true if the message was still waiting; then
  // `ready` is never called. Returns false if `ready` has been called or is
  // about to be called. REQUIRES: Await was called, and Withdraw has not
  // returned true.
  bool Withdraw() { return budget_.Withdraw(*this); }
  // Call this function when the message has arrived. `bytes` is its size. Gives
  // the rest of the reservation back to the budget. May call `ready` of other
  // messages, so the caller must hold no lock that `ready` takes. REQUIRES:
  // `ready` was called with OK.
  void Received(int64_t bytes) { budget_.Received(*this, bytes); }

  // Holds `bytes` for a message that has been read without Await. Does not
  // wait. Returns RESOURCE_EXHAUSTED with a retry delay if the budget has no
  // room for the client, and then holds nothing. REQUIRES: called at most once,
  // and Await was not called.
  absl::Status TryHold(int64_t bytes) { return budget_.TryHold(*this, bytes); }

  // Gives all held bytes back to the budget. Call this function when the
  // message has left the memory. Further calls have no effect. May call `ready`
  // of other messages, so the caller must hold no lock that `ready` takes.
  // REQUIRES: the message does not wait for room.
  void Release() { budget_.Release(*this); }

 private:
  friend class ReceiveBudget;

  ReceiveBudget& budget_;
  const uint64_t client_;
  // From Await or TryHold on, the lock of the budget guards the members below.
  Listener listener_;
  TimePoint since_;  // when it began to wait, or to be received
  int64_t bytes_ = 0;
  bool known_ = false;  // whether ReceiveBudget::clients_ counts the message
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_ADMISSION_RECEIVE_BUDGET_H_
