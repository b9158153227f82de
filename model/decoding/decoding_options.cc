// Tested by decoding_options_test.cc.

#include "model/decoding/decoding_options.h"

#include "absl/strings/str_format.h"

namespace interpres {

absl::Status ValidateDecodingOptions(const DecodingOptions& options) {
  if (options.beam_size < 1 || options.beam_size > kMaxBeamSize) {
    return absl::InvalidArgumentError(
        absl::StrFormat("beam_size is %d; it must be between 1 and %d",
                        options.beam_size, kMaxBeamSize));
  }
  if (options.n_best < 1 || options.n_best > options.beam_size) {
    return absl::InvalidArgumentError(
        absl::StrFormat("n_best is %d; it must be between 1 and beam_size (%d)",
                        options.n_best, options.beam_size));
  }
  // Written so that NaN fails.
  if (!(options.length_penalty >= 0.0f && options.length_penalty <= 5.0f)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("length_penalty is %g; it must be between 0 and 5",
                        options.length_penalty));
  }
  if (options.max_length < 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max_length is %d; it must be at least 1", options.max_length));
  }
  return absl::OkStatus();
}

std::string_view FinishReasonName(FinishReason reason) {
  switch (reason) {
    case FinishReason::kEndOfSentence:
      return "END_OF_SENTENCE";
    case FinishReason::kLengthLimit:
      return "LENGTH_LIMIT";
    case FinishReason::kCancelled:
      return "CANCELLED";
    case FinishReason::kDeadline:
      return "DEADLINE";
  }
  return "UNKNOWN";
}

}  // namespace interpres
