#include "server/service/stream_message.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "server/service/call_info.h"
#include "server/service/canonical_code.h"

namespace interpres {
namespace {

constexpr int64_t kWeightOfAttention = 16;
// A part of a text of this size counts as one. Few sentences are longer.
constexpr int64_t kBytesOfSentence = 512;
constexpr int64_t kFarAwaySeconds = std::chrono::seconds(kFarAway).count();

bool IsMark(char byte) { return byte == '.' || byte == '!' || byte == '?'; }

bool IsAsciiSpace(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

// Returns about the number of sentences of the text, without the cost of
// dividing the text: its marks before white space and its line breaks, and at
// least one for 512 bytes.
int64_t SentencesOf(std::string_view text) {
  int64_t sentences = 0;
  bool is_inside = false;  // whether the sentence has begun
  bool has_mark = false;   // whether the last character was a mark
  for (const char byte : text) {
    if (is_inside && (byte == '\n' || (has_mark && IsAsciiSpace(byte)))) {
      ++sentences;
      is_inside = false;
    }
    is_inside = is_inside || !IsAsciiSpace(byte);
    has_mark = IsMark(byte);
  }
  sentences += is_inside ? 1 : 0;
  return std::max({int64_t{1}, sentences, std::ssize(text) / kBytesOfSentence});
}

}  // namespace

int64_t StreamWeight(const v1::TranslateRequest& request) {
  int64_t weight = 0;
  for (const std::string& text : request.texts()) {
    weight += SentencesOf(text);
  }
  weight = std::max<int64_t>(weight, 1);
  return request.options().return_attention() ? weight * kWeightOfAttention
                                              : weight;
}

absl::StatusOr<TimePoint> DeadlineOfMessage(
    const v1::StreamTranslateRequest& request, TimePoint arrived_at,
    TimePoint stream_deadline) {
  if (!request.has_timeout()) {
    return stream_deadline;
  }
  const google::protobuf::Duration& timeout = request.timeout();
  const std::chrono::seconds seconds(
      std::clamp<int64_t>(timeout.seconds(), -1, kFarAwaySeconds));
  const Duration duration = seconds + std::chrono::nanoseconds(timeout.nanos());
  if (duration <= Duration::zero()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "timeout is %d s and %d ns; expected more than 0; omit it to use the "
        "deadline of the stream",
        timeout.seconds(), timeout.nanos()));
  }
  return std::min(stream_deadline, arrived_at + duration);
}

absl::Status CheckPartialResults(const v1::TranslateRequest& request,
                                 const PartialResultsWords& words) {
  const v1::TranslateOptions& options = request.options();
  const v1::TextFormat format = request.format();
  if (format != v1::TEXT_FORMAT_UNSPECIFIED &&
      format != v1::TEXT_FORMAT_PLAIN) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%sformat is %d; expected 1 (TEXT_FORMAT_PLAIN), because a sentence "
        "alone has no markup; %s",
        words.condition, static_cast<int>(format), words.remedy));
  }
  if (!options.has_sampling() || options.n_best() <= 1) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%soptions.sampling is set and options.n_best is %d; expected n_best 1, "
      "because the draws of a sentence are in different translations; %s",
      words.condition, options.n_best(), words.remedy));
}

void FillError(const absl::Status& status, v1::RequestError& error) {
  FillStatus(status, error);
}

}  // namespace interpres
