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

// The translations of a call that may consist of several works.
struct EndedTranslations {
  // The work whose models the metrics and the headers name. It has ended or was
  // not started.
  const TranslationWork& work;
  int64_t texts = 0;
  // The longest times of all works.
  PhaseTimes times = {};
};

// Records in the metrics and in the log that a call that translates ended with
// `status`. Returns the headers that describe the answer. The caller sends the
// answer. REQUIRES: called once for each call.
AnswerHeaders EndTranslate(const ServiceCall& call,
                           const EndedTranslations& ended,
                           const absl::Status& status);

// Does the same for a call that consists of `work`.
AnswerHeaders EndTranslate(const ServiceCall& call, const TranslationWork& work,
                           const absl::Status& status);

// Records in the metrics and in the log that a call that translates nothing
// ended with `status`. `texts` is the number of texts that it examined. Returns
// the headers that describe the answer. The caller sends the answer. REQUIRES:
// called once for each call.
AnswerHeaders EndOtherCall(const ServiceCall& call, int64_t texts,
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
