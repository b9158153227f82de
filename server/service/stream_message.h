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
// RequestLimits::max_stream_texts, at least 1. A text counts for its sentences.
// Their number is estimated from marks, line breaks and bytes. A request with
// attention weights counts 16 times as much, because its results take more
// memory.
int64_t StreamWeight(const v1::TranslateRequest& request);

// Returns the deadline of a message: `stream_deadline`, or `arrived_at` plus
// the message's timeout if that is earlier. A message without a timeout has the
// deadline of the stream. A timeout of more than a year counts as about a year.
// Returns INVALID_ARGUMENT if the timeout is not positive.
absl::StatusOr<TimePoint> DeadlineOfMessage(
    const v1::StreamTranslateRequest& request, TimePoint arrived_at,
    TimePoint stream_deadline);

// The words of an API for its request for partial results, which the error of
// CheckPartialResults uses.
struct PartialResultsWords {
  // The start of the message, before the wrong field. For example
  // "partial_results is true and ". Empty if partial results are not optional.
  const char* condition = "";
  // The end of the message: an imperative that says what the client can do, for
  // example how to get no partial results.
  const char* remedy = "";
};

// Returns INVALID_ARGUMENT if the request cannot have partial results,
// otherwise OK. Texts with markup cannot, because one sentence has no markup.
// Sampling with an n_best above 1 cannot, because each sample of a sentence is
// in another translation.
absl::Status CheckPartialResults(const v1::TranslateRequest& request,
                                 const PartialResultsWords& words);

// Copies the code (of google.rpc.Code) and the message of `status` to `error`.
// Also sets the retry delay if `status` has a retry delay.
void FillError(const absl::Status& status, v1::RequestError& error);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_
