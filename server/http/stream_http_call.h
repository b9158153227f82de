// A translation whose sentences are sent as they finish: server-sent events.
//
//   event: partial   a PartialResult, any number
//   event: result    a TranslateResponse, once, at the end
//   event: error     an error in place of the result
//
// The head of the response waits for the first event. So an error that comes
// first is a response with its status.

#ifndef INTERPRES_SERVER_HTTP_STREAM_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_STREAM_HTTP_CALL_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/http/service_http_call.h"
#include "server/service/translation_work.h"

namespace interpres {

// A call that sends the translations of sentences as server-sent events, as
// they finish, and then the whole result.
class StreamHttpCall final : public ServiceHttpCall {
 public:
  StreamHttpCall(const ServiceState& state, CallParts parts)
      : ServiceHttpCall(state, std::move(parts)) {}

 private:
  void Run() override;
  // Sends one event with `json` as its data. Before the first event, sends the
  // head of the response. Thread-safe.
  void SendEvent(std::string_view name, std::string_view json)
      ABSL_LOCKS_EXCLUDED(events_mutex_);
  void SendPartial(const v1::PartialResult& partial);
  void Answer();
  void FinishWith(const absl::Status& status,
                  const v1::TranslateResponse& response);

  std::optional<TranslationWork> work_;
  int64_t texts_ = 0;
  // Held while an event is sent, because several text threads may finish a
  // sentence at the same time.
  Mutex events_mutex_;
  bool has_begun_ ABSL_GUARDED_BY(events_mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_STREAM_HTTP_CALL_H_
