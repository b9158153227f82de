// Tested by decoding_options_test.cc.

#include "model/decoding/decoding_options.h"

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

absl::Status ValidateRepetition(const DecodingOptions& options) {
  if (!(options.repetition_penalty >= kMinRepetitionPenalty &&
        options.repetition_penalty <= kMaxRepetitionPenalty)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("repetition_penalty is %g; expected %g to %g",
                        options.repetition_penalty, kMinRepetitionPenalty,
                        kMaxRepetitionPenalty));
  }
  if (options.no_repeat_ngram_size < 0 ||
      options.no_repeat_ngram_size > kMaxNgramSize) {
    return absl::InvalidArgumentError(
        absl::StrFormat("no_repeat_ngram_size is %d; expected 0 to %d",
                        options.no_repeat_ngram_size, kMaxNgramSize));
  }
  return absl::OkStatus();
}

absl::Status ValidateSampling(const DecodingOptions& options) {
  const SamplingOptions& sampling = *options.sampling;
  if (options.beam_size != options.n_best) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "beam_size is %d and n_best is %d; with sampling they must be the same",
        options.beam_size, options.n_best));
  }
  if (!(sampling.temperature >= kMinTemperature &&
        sampling.temperature <= kMaxTemperature)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "sampling.temperature is %g; expected %g to %g", sampling.temperature,
        kMinTemperature, kMaxTemperature));
  }
  if (sampling.top_k < 0 || sampling.top_k > kMaxTopK) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "sampling.top_k is %d; expected 0 to %d", sampling.top_k, kMaxTopK));
  }
  if (!(sampling.top_p > 0.0f && sampling.top_p <= 1.0f)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("sampling.top_p is %g; expected above 0 and at most 1",
                        sampling.top_p));
  }
  return absl::OkStatus();
}

absl::Status ValidateAttention(const AttentionOptions& attention) {
  if (attention.max_weights < 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("attention.max_weights is %d; expected at least 0",
                        attention.max_weights));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateDecodingOptions(const DecodingOptions& options) {
  if (options.beam_size < 1 || options.beam_size > kMaxBeamSize) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "beam_size is %d; expected 1 to %d", options.beam_size, kMaxBeamSize));
  }
  if (options.n_best < 1 || options.n_best > options.beam_size) {
    return absl::InvalidArgumentError(
        absl::StrFormat("n_best is %d; expected 1 to beam_size (%d)",
                        options.n_best, options.beam_size));
  }
  // Written so that NaN fails.
  if (!(options.length_penalty >= 0.0f &&
        options.length_penalty <= kMaxLengthPenalty)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("length_penalty is %g; expected 0 to %g",
                        options.length_penalty, kMaxLengthPenalty));
  }
  if (options.max_length < 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max_length is %d; expected at least 1", options.max_length));
  }
  absl::Status status = ValidateRepetition(options);
  if (options.sampling.has_value()) {
    status.Update(ValidateSampling(options));
  }
  if (options.attention.has_value()) {
    status.Update(ValidateAttention(*options.attention));
  }
  return status;
}

}  // namespace interpres
