// One StreamTranslate call: many requests on one stream, each answered as soon
// as it is finished.
//
//   RPC thread    OnReadDone: hand the message on
//   text thread   Accept: parse, read on, start the work of the message
//   text thread   Answer: serialise, queue for writing
//   RPC thread    OnWriteDone: write the next
//   RPC thread    OnDone: delete
//
// Memory is bounded: a text is in flight from the parsing of its message to the
// end of the writing of its result, and at RequestLimits::max_stream_texts the
// next message is not read. gRPC's own flow control then stops the client.

#ifndef INTERPRES_SERVER_GRPC_STREAM_CALL_H_
#define INTERPRES_SERVER_GRPC_STREAM_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/base/permits.h"
#include "server/service/service_call.h"
#include "server/service/translation_work.h"

namespace interpres {

// Everything that happens (a read, a write, an answer, a cancellation, a drain)
// changes the state under the lock, and under the same lock claims the pump.
// One thread at a time pumps: it takes the next step that the state allows,
// outside the lock, until there is none. So reads, writes and the one Finish
// never race, whoever's thread they come from, and Finish is the last step: no
// message is being parsed, in work or being written then.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class StreamCall final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  // Serves `service_call`, which arrived as `server`. Deletes itself.
  static StreamCall* Start(std::unique_ptr<ServiceCall> service_call,
                           grpc::CallbackServerContext& server);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // A message that is being worked on.
  struct Message {
    uint64_t id = 0;
    int64_t texts = 0;
    int64_t weight = 0;  // in texts, for --max-stream-texts
    TimePoint arrived_at;
    std::unique_ptr<MessageMemory> memory;
    std::optional<TranslationWork> work;
  };
  using MessageList = std::list<Message>;

  // A result that waits for its turn.
  struct Result {
    grpc::ByteBuffer bytes;
    int64_t weight = 0;
    Permits::Permit permit;
  };

  enum class Step { kRead, kWrite, kFinish, kNone };

  StreamCall(std::unique_ptr<ServiceCall> call,
             grpc::CallbackServerContext& server);
  ~StreamCall() override = default;

  // True: the caller is to Pump once it has released the lock. False: another
  // thread does, and the caller must not touch the call after the lock, for
  // that thread may end it. So it is asked under the lock of the change.
  bool ClaimPump() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Pump() ABSL_LOCKS_EXCLUDED(mutex_);
  // For a caller that holds the call by other means.
  void ReadOn() ABSL_LOCKS_EXCLUDED(mutex_);
  // The next step; kNone ends the pumping.
  Step NextStep() ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayFinish() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishCall() ABSL_LOCKS_EXCLUDED(mutex_);

  // Reads no further message; the stream ends with `status` when all that were
  // taken are answered.
  void StopReading(const absl::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // From the tracker, under its lock: only posts.
  void OnDrain() ABSL_LOCKS_EXCLUDED(mutex_);
  void StopForDrain() ABSL_LOCKS_EXCLUDED(mutex_);

  void PostAccept();
  void Accept() ABSL_LOCKS_EXCLUDED(mutex_);
  // A message without an id: the stream ends with `status`.
  void Reject(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  // Reads the message into `request`; its id at least, if there is room for no
  // more. `status` is then the message's error.
  std::optional<uint64_t> ParseIncoming(v1::StreamTranslateRequest& request,
                                        absl::Status& status);
  // Counts the message, so that the next may be read.
  MessageList::iterator Register(const v1::StreamTranslateRequest& request)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void StartWork(v1::StreamTranslateRequest& request,
                 MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  void Answer(MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  // The end of a message: the response if `status` is OK, else the error.
  void Complete(MessageList::iterator message, const absl::Status& status,
                v1::StreamTranslateResponse& response)
      ABSL_LOCKS_EXCLUDED(mutex_);

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // gRPC's, until OnDone
  int64_t drain_watch_ = 0;              // constant after Start

  // Owned by gRPC while a read or write is pending, otherwise by the thread
  // that Accept or NextStep returned it to.
  grpc::ByteBuffer incoming_;
  std::unique_ptr<MessageMemory> incoming_memory_;
  absl::Status incoming_status_;  // whether there is room for the message
  Result outgoing_;

  Mutex mutex_;
  bool pumping_ ABSL_GUARDED_BY(mutex_) = false;
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;
  // A message was read and is not registered yet.
  bool accepting_ ABSL_GUARDED_BY(mutex_) = false;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  // No further message is read.
  bool input_over_ ABSL_GUARDED_BY(mutex_) = false;
  // Posted tasks that will look at the call, beside those of messages.
  int64_t notices_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t weight_in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
  MessageList messages_ ABSL_GUARDED_BY(mutex_);
  std::deque<Result> results_ ABSL_GUARDED_BY(mutex_);
  absl::Status end_status_ ABSL_GUARDED_BY(mutex_);
  // Of the model of the last message that was answered.
  std::string version_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_STREAM_CALL_H_
