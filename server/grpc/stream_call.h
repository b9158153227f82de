// One StreamTranslate call: many requests on one stream. Each request is
// answered as soon as it is finished.
//
//   RPC thread    OnReadDone: hand the message on
//   text thread   Accept: parse, read on, start the work of the message
//   text thread   Answer: serialise, queue for writing
//   RPC thread    OnWriteDone: write the next
//   RPC thread    OnDone: delete
//
// Memory is bounded: a text is in flight from the parsing of its message until
// its result is written. At RequestLimits::max_stream_texts the call reads no
// further message, and gRPC's flow control then stops the client.

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

// Every event (a read, a write, an answer, a cancellation, a drain) changes the
// state under the lock, and claims the pump under the same lock. One thread at
// a time pumps: it asks the state for the next step and takes the step outside
// the lock, until no step is left. So reads, writes and Finish never race.
// Finish is the last step: then no message is being parsed, translated or
// written.
//
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
  // A message in flight, until its result waits to be written.
  struct Message {
    uint64_t id = 0;
    int64_t texts = 0;
    int64_t weight = 0;  // in texts, for --max-stream-texts
    TimePoint arrived_at;
    std::unique_ptr<MessageMemory> memory;
    std::optional<TranslationWork> work;
  };
  using MessageList = std::list<Message>;

  // A result that waits to be written.
  struct Result {
    grpc::ByteBuffer bytes;
    int64_t weight = 0;
    Permits::Permit permit;
  };

  enum class Step { kRead, kWrite, kFinish, kNone };

  StreamCall(std::unique_ptr<ServiceCall> call,
             grpc::CallbackServerContext& server);
  ~StreamCall() override = default;

  // Returns true if the caller must call Pump after it releases the lock.
  // Otherwise another thread pumps. That thread may end the call, so the caller
  // must not use the call after it releases the lock.
  bool ClaimPump() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Pump() ABSL_LOCKS_EXCLUDED(mutex_);
  // Claims the pump and pumps. REQUIRES: the pump cannot end the call, for
  // example because a message is in flight.
  void ReadOn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the next step. kNone ends the pumping.
  Step NextStep() ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayFinish() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishCall() ABSL_LOCKS_EXCLUDED(mutex_);

  // Reads no further message. The stream ends with `status` when all messages
  // that were read are answered.
  void StopReading(const absl::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Called by the tracker, under its lock, so it only posts a task.
  void OnDrain() ABSL_LOCKS_EXCLUDED(mutex_);
  void StopForDrain() ABSL_LOCKS_EXCLUDED(mutex_);

  void PostAccept();
  void Accept() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the stream with `status`, because a message has no id.
  void Reject(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  // Parses the message and returns its id. With an error, fills in `status` and
  // leaves `request` empty. Null means that the id cannot be read either.
  std::optional<uint64_t> ParseIncoming(v1::StreamTranslateRequest& request,
                                        absl::Status& status);
  // Adds the message to the messages in flight, so that the next one may be
  // read.
  MessageList::iterator Register(const v1::StreamTranslateRequest& request)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void StartWork(v1::StreamTranslateRequest& request,
                 MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  void Answer(MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends a message with the response if `status` is OK, otherwise with the
  // error.
  void Complete(MessageList::iterator message, const absl::Status& status,
                v1::StreamTranslateResponse& response)
      ABSL_LOCKS_EXCLUDED(mutex_);

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // owned by gRPC, valid until OnDone
  int64_t drain_watch_ = 0;              // constant after Start

  // Owned by gRPC while a read or write is pending, otherwise by the thread
  // that Accept or NextStep returned it to.
  grpc::ByteBuffer incoming_;
  std::unique_ptr<MessageMemory> incoming_memory_;
  absl::Status incoming_status_;  // an error if the message has no room
  Result outgoing_;

  Mutex mutex_;
  bool pumping_ ABSL_GUARDED_BY(mutex_) = false;
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;
  // A message was read but is not in messages_ yet.
  bool accepting_ ABSL_GUARDED_BY(mutex_) = false;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  // The call reads no further message.
  bool input_over_ ABSL_GUARDED_BY(mutex_) = false;
  // Posted tasks that use the call, except the tasks of messages.
  int64_t notices_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t weight_in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
  MessageList messages_ ABSL_GUARDED_BY(mutex_);
  std::deque<Result> results_ ABSL_GUARDED_BY(mutex_);
  absl::Status end_status_ ABSL_GUARDED_BY(mutex_);
  // Version of the model of the last answered message.
  std::string version_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_STREAM_CALL_H_
