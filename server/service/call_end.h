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

// The translations of a call at its end. A call of the Google API may need
// several TranslationWork objects, one after another.
struct EndedTranslations {
  // The first work of the call. The metrics and the headers name the models of
  // this work. The work has ended or was not started.
  const TranslationWork& work;
  int64_t texts = 0;
  // For each phase, the longest time of any segment of all works of the call.
  PhaseTimes times = {};
};

// Records in the metrics and in the log that a call that translates ended with
// `status`. Returns the headers that describe the answer: the request id, the
// times of the phases and the versions of the models. The caller sends the
// answer. REQUIRES: called once for each call.
AnswerHeaders EndTranslate(const ServiceCall& call,
                           const EndedTranslations& ended,
                           const absl::Status& status);

// Records in the metrics and in the log that a call ended with `status`. The
// call translates with the one TranslationWork `work`, which has ended or was
// not started. Returns the headers that describe the answer. REQUIRES: called
// once for each call.
AnswerHeaders EndTranslate(const ServiceCall& call, const TranslationWork& work,
                           const absl::Status& status);

// Records in the metrics and in the log that a call that translates nothing
// ended with `status`. `texts` is the number of texts that the call examined.
// Returns the headers that describe the answer: the request id and the time of
// the call. The caller sends the answer. REQUIRES: called once for each call.
AnswerHeaders EndOtherCall(const ServiceCall& call, int64_t texts,
                           const absl::Status& status);

// How one message of a StreamTranslate call ended, for EndStreamMessage.
struct StreamMessageEnd {
  const absl::Status& status;  // of the translation
  int code = 0;                // of the result that is sent
  int64_t texts = 0;
  TimePoint arrived_at;
  // The work that translated the message, which has ended. Null if the message
  // was refused before such work began.
  const TranslationWork* work = nullptr;
};

// Records in the metrics and in the log that one message of a StreamTranslate
// call ended. The caller sends the result. REQUIRES: called once for each
// message, after the work of the message has ended, or when the message is
// refused without work.
void EndStreamMessage(const ServiceCall& call, const StreamMessageEnd& end);

// Records in the metrics, not in the log, that a StreamTranslate call ended
// with `status`. Returns the headers that describe the answer: the request id,
// the time of the call and `model_version`, unless `model_version` is empty
// because no model was used. REQUIRES: called once for each call.
AnswerHeaders EndStream(const ServiceCall& call,
                        const std::string& model_version,
                        const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_END_H_
