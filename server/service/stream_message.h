// The fields of a StreamTranslate message beside its TranslateRequest.

#ifndef INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_
#define INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"

namespace interpres {

// The number of texts that a request in flight counts for in
// RequestLimits::max_stream_texts. A text with attention counts several times,
// because its result takes as much memory as several others.
int64_t StreamWeight(const v1::TranslateRequest& request);

// The deadline of a message: the stream's deadline, or an earlier deadline if
// the message has a timeout. Returns INVALID_ARGUMENT unless the timeout is
// positive.
absl::StatusOr<TimePoint> DeadlineOfMessage(
    const v1::StreamTranslateRequest& request, TimePoint arrived_at,
    TimePoint stream_deadline);

// Fills in code, message and retry delay.
void FillError(const absl::Status& status, v1::RequestError& error);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_STREAM_MESSAGE_H_
