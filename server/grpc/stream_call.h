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

// Serves one StreamTranslate call. Every event (a read, a write, an answer, a
// cancellation, a drain) changes the state under the lock. The pump is the
// right to take the steps of the call, and one thread at a time has the pump. A
// change after which the call may end claims the pump under the same lock. The
// thread with the pump asks the state for the next step and takes the step
// outside the lock, until no step is left. So reads, writes and Finish never
// race. Finish is the last step: then no message is being parsed, translated or
// written.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class StreamCall final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  // Starts to serve `service_call`, whose gRPC context is `server`, and returns
  // the reactor for gRPC. The reactor deletes itself in OnDone.
  static StreamCall* Start(std::unique_ptr<ServiceCall> service_call,
                           grpc::CallbackServerContext& server);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // A message in flight: its id was read, and its result does not wait to be
  // written yet.
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

  // The pump is the right to take the steps of the call: one thread at a time
  // has the pump. Returns true if the caller must call Pump after it releases
  // the lock. Returns false if another thread has the pump and may end the
  // call, or if the call has ended. After a false result, the caller must not
  // use the call once it has released the lock.
  bool ClaimPump() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Pump() ABSL_LOCKS_EXCLUDED(mutex_);
  // Takes the possible steps of the call, unless another thread does so. For
  // example, reads the next message if the texts in flight leave room.
  // REQUIRES: the call object cannot be deleted meanwhile, for example because
  // a message is in flight.
  void ReadOn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the next step of the call, and changes the state as if the step had
  // begun. kNone means that no step is possible now. NextStep then releases the
  // pump, so the caller must take no further step. No step follows kFinish.
  // REQUIRES: the caller has the pump (ClaimPump).
  Step NextStep() ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayFinish() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishCall() ABSL_LOCKS_EXCLUDED(mutex_);

  // Makes the call read no further message. The stream ends with `status` when
  // all messages that were read are answered, unless the call is cancelled.
  // Does nothing if reading has stopped before.
  void StopReading(const absl::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // CallTracker calls this function when a drain begins, with the lock of
  // CallTracker held. So this function only posts a task, which calls
  // StopForDrain. Does nothing if the call has finished.
  void OnDrain() ABSL_LOCKS_EXCLUDED(mutex_);
  void StopForDrain() ABSL_LOCKS_EXCLUDED(mutex_);

  void PostAccept();
  void Accept() ABSL_LOCKS_EXCLUDED(mutex_);
  // Stops reading and lets the stream end with `status`, because the id of a
  // message cannot be read. `status` has no effect if reading had stopped
  // before. Messages in flight are still answered. The call may be gone when
  // Reject returns.
  void Reject(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  // Parses the message in incoming_ into `request` and returns its id. If the
  // message has no room or cannot be parsed, sets `status` to the error and
  // leaves `request` empty. Returns nullopt if the id cannot be read either.
  std::optional<uint64_t> ParseIncoming(v1::StreamTranslateRequest& request,
                                        absl::Status& status);
  // Adds the message `request` to messages_ and returns its place. Afterwards
  // the call may read the next message.
  MessageList::iterator Register(const v1::StreamTranslateRequest& request)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void StartWork(v1::StreamTranslateRequest& request,
                 MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  // Queues the translation of a sentence of the message `id` for writing. Drops
  // the translation if it cannot be serialised or the call is cancelled.
  void SendPartial(uint64_t id, v1::PartialResult partial)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Answer(MessageList::iterator message) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends and destroys a message. Queues `response` for writing, with the error
  // if `status` is an error or `response` cannot be serialised. Queues nothing
  // if the call is cancelled. The call may be gone when Complete returns.
  void Complete(MessageList::iterator message, const absl::Status& status,
                v1::StreamTranslateResponse& response)
      ABSL_LOCKS_EXCLUDED(mutex_);

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // owned by gRPC, valid until OnDone
  int64_t drain_watch_ = 0;              // constant after Start

  // gRPC owns incoming_ while a read is pending, and outgoing_ while a write is
  // pending. Otherwise the thread that accepts the message or takes the next
  // step owns them. So the members from here to outgoing_ need no lock.
  grpc::ByteBuffer incoming_;
  std::unique_ptr<MessageMemory> incoming_memory_;
  absl::Status incoming_status_;  // an error if the message has no room
  Result outgoing_;

  Mutex mutex_;
  bool pumping_ ABSL_GUARDED_BY(mutex_) = false;
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;
  // True while a message has been read but is not in messages_ yet.
  bool accepting_ ABSL_GUARDED_BY(mutex_) = false;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  // The call reads no further message.
  bool input_over_ ABSL_GUARDED_BY(mutex_) = false;
  // Number of posted tasks that use the call, except the tasks of messages. The
  // call does not finish before these tasks have run.
  int64_t notices_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t weight_in_flight_ ABSL_GUARDED_BY(mutex_) = 0;
  MessageList messages_ ABSL_GUARDED_BY(mutex_);
  std::deque<Result> results_ ABSL_GUARDED_BY(mutex_);
  absl::Status end_status_ ABSL_GUARDED_BY(mutex_);
  // Version of the model of the message that ended last. A message that chose
  // no model does not change it. Empty until a message with a model has ended.
  std::string version_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_STREAM_CALL_H_
