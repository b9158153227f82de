// The fields of a StreamTranslate message beside its TranslateRequest.

#ifndef INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_
#define INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"

namespace interpres {

// Returns the number of texts that a request in flight counts for in
// RequestLimits::max_stream_texts, at least 1. A text counts for its sentences,
// whose number is estimated from its marks, its line breaks and its bytes. A
// text with attention weights counts 16 times more, because its result takes as
// much memory as several others.
int64_t StreamWeight(const v1::TranslateRequest& request);

// Returns the deadline of a message: `stream_deadline`, or `arrived_at` plus
// the message's timeout if that is earlier. A message without a timeout has the
// deadline of the stream. Returns INVALID_ARGUMENT if the timeout is not
// positive.
absl::StatusOr<TimePoint> DeadlineOfMessage(
    const v1::StreamTranslateRequest& request, TimePoint arrived_at,
    TimePoint stream_deadline);

// How an API asks for partial results, for messages.
struct PartialResultsWords {
  // Before the wrong field, for example "partial_results is true and ". Empty
  // if the client cannot choose.
  const char* condition = "";
  // An imperative: how the client gets no partial results.
  const char* remedy = "";
};

// Returns INVALID_ARGUMENT if the request cannot have partial results: if the
// texts have markup, because a sentence alone has no markup, or if the request
// asks for several draws, because each draw of a sentence is in another
// translation.
absl::Status CheckPartialResults(const v1::TranslateRequest& request,
                                 const PartialResultsWords& words);

// Sets code and message of `error`, and the retry delay if the status has one.
void FillError(const absl::Status& status, v1::RequestError& error);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_
