// Calls of Google's interface, from their bytes to their answers.

#ifndef INTERPRES_SERVER_GRPC_GOOGLE_CALLS_H_
#define INTERPRES_SERVER_GRPC_GOOGLE_CALLS_H_

#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "server/google/translate_text_work.h"
#include "server/grpc/received_call.h"
#include "server/service/detection_work.h"

namespace interpres {

// The messages of Google's interface have no priority, so that the header
// `interpres-priority` states the priority. The classes are for
// ReceivedCall::Begin, and delete themselves in OnDone.

// Serves one TranslateText call of Google's interface. Pass new objects to
// ReceivedCall::Begin; an object deletes itself in OnDone.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class GoogleTranslateTextCall final : public ReceivedCall {
 public:
  GoogleTranslateTextCall(std::unique_ptr<ServiceCall> service_call,
                          grpc::CallbackServerContext& server);

 private:
  ~GoogleTranslateTextCall() override = default;

  Priority PriorityOf(const grpc::ByteBuffer& request) const override;
  void Prepare(grpc::ByteBuffer& request) override;
  AnswerHeaders End(const absl::Status& status) override;

  google_api::TranslateTextWork work_;
};

// Serves one DetectLanguage call of Google's interface. Pass new objects to
// ReceivedCall::Begin; an object deletes itself in OnDone.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class GoogleDetectLanguageCall final : public ReceivedCall {
 public:
  GoogleDetectLanguageCall(std::unique_ptr<ServiceCall> service_call,
                           grpc::CallbackServerContext& server);

 private:
  ~GoogleDetectLanguageCall() override = default;

  Priority PriorityOf(const grpc::ByteBuffer& request) const override;
  void Prepare(grpc::ByteBuffer& request) override;
  AnswerHeaders End(const absl::Status& status) override;
  void Answer();

  DetectionWork work_;
};

// Serves one call of Google's interface that a function answers. Pass new
// objects to ReceivedCall::Begin; an object deletes itself in OnDone.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class GoogleShortCall final : public ReceivedCall {
 public:
  // Finishes the call: sends the response if the status is OK, otherwise the
  // error.
  using Finish = std::function<void(const absl::Status&,
                                    const google::protobuf::Message&)>;
  // A function that answers the serialised request `request`. Runs on a text
  // thread, so the function must not block. Calls `finish` once, immediately or
  // later on another thread. `call` is valid until `finish` is called.
  using Answer = std::function<void(
      const ServiceCall& call, const grpc::ByteBuffer& request, Finish finish)>;

  GoogleShortCall(std::unique_ptr<ServiceCall> service_call,
                  grpc::CallbackServerContext& server, Answer answer);

 private:
  ~GoogleShortCall() override = default;

  Priority PriorityOf(const grpc::ByteBuffer& request) const override;
  void Prepare(grpc::ByteBuffer& request) override;
  AnswerHeaders End(const absl::Status& status) override;

  Answer answer_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_GOOGLE_CALLS_H_
