// The end of a call: what the metrics and the log record, and the headers that
// describe the answer (proto/interpres/v1/translation.proto).

#ifndef INTERPRES_SERVER_SERVICE_CALL_END_H_
#define INTERPRES_SERVER_SERVICE_CALL_END_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/service/service_call.h"
#include "server/service/translation_work.h"

namespace interpres {

// The headers of an answer: pairs of a lower-case name and a value, in the
// order in which they are sent.
using AnswerHeaders = std::vector<std::pair<std::string, std::string>>;

// Records in the metrics and in the log that a Translate call ended with
// `status`. Returns the headers that describe the answer. The caller sends the
// answer. REQUIRES: called once for each call, when `work` has ended or if it
// was not started.
AnswerHeaders EndTranslate(const ServiceCall& call, const TranslationWork& work,
                           const absl::Status& status);

// Records in the metrics and in the log that a DetectLanguage call with `texts`
// texts ended with `status`. Returns the headers that describe the answer. The
// caller sends the answer. REQUIRES: called once for each call.
AnswerHeaders EndDetection(const ServiceCall& call, int64_t texts,
                           const absl::Status& status);

struct StreamMessageEnd {
  const absl::Status& status;  // of the translation
  int code = 0;                // of the result that is sent
  int64_t texts = 0;
  TimePoint arrived_at;
  // The work of the message. Null if the message was refused before its work
  // began.
  const TranslationWork* work = nullptr;
};

// Records in the metrics and in the log that one message of a StreamTranslate
// call ended. The caller sends the result. REQUIRES: called once for each
// message, when its work has ended or if it has none.
void EndStreamMessage(const ServiceCall& call, const StreamMessageEnd& end);

// Records in the metrics that a StreamTranslate call ended with `status`.
// Returns the headers that describe the answer. `model_version` is empty if no
// model was used. REQUIRES: called once for each call.
AnswerHeaders EndStream(const ServiceCall& call,
                        const std::string& model_version,
                        const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_END_H_
