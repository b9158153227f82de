#include "model/decoding/sentence.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// `what` the ids are of, for the message.
absl::Status CheckIds(const char* what, std::span<const int32_t> ids,
                      int32_t vocab_size) {
  for (const int32_t id : ids) {
    if (id < 0 || id >= vocab_size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the %s has the token id %d; expected 0 to %d; pass ids of its "
          "vocabulary",
          what, id, vocab_size - 1));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSource(const Sentence& sentence,
                         const SentenceLimits& limits) {
  const auto length = static_cast<int64_t>(sentence.source.size());
  if (length == 0) {
    return absl::InvalidArgumentError(
        "the text has no tokens; expected at least 1; end the text with the "
        "end symbol");
  }
  if (length > limits.max_positions) {
    return TextTooLong(length, limits.max_positions);
  }
  if (sentence.pieces.first < 0 || sentence.pieces.count < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "pieces.first is %d and pieces.count is %d; expected at least 0; pass "
        "the range of the text's own tokens",
        sentence.pieces.first, sentence.pieces.count));
  }
  return CheckIds("text", sentence.source, limits.source_vocab_size);
}

absl::Status CheckPrefix(const Sentence& sentence,
                         const SentenceLimits& limits) {
  const std::vector<int32_t>& prefix = sentence.target_prefix;
  if (std::ssize(prefix) >= sentence.options.max_length) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the target prefix has %d tokens; expected fewer than max_length (%d); "
        "increase max_length or shorten the prefix",
        prefix.size(), sentence.options.max_length));
  }
  if (std::find(prefix.begin(), prefix.end(), limits.end_token) !=
      prefix.end()) {
    return absl::InvalidArgumentError(
        "the target prefix has the end symbol; expected other tokens; leave "
        "the end symbol out");
  }
  return CheckIds("target prefix", prefix, limits.vocab_size);
}

// Checks element `index` of Sentence::required.
absl::Status CheckSequence(std::size_t index, const RequiredTokens& required,
                           const SentenceLimits& limits) {
  if (required.tokens.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "required[%d].tokens is empty; expected at least 1 token; leave the "
        "element out",
        index));
  }
  if (required.source.first < 0 || required.source.count < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "required[%d].source is (%d, %d); expected numbers of at least 0; pass "
        "the range of the source tokens, or (0, 0)",
        index, required.source.first, required.source.count));
  }
  for (const int32_t id : required.tokens) {
    if (id < 0 || id >= limits.vocab_size || id == limits.end_token) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "required[%d].tokens has the token id %d; expected 0 to %d, and not "
          "the end symbol %d; pass ids of the target vocabulary",
          index, id, limits.vocab_size - 1, limits.end_token));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRequired(const Sentence& sentence,
                           const SentenceLimits& limits) {
  if (std::ssize(sentence.required) > kMaxRequired) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "required has %d elements; expected at most %d; leave elements out or "
        "split the text",
        sentence.required.size(), kMaxRequired));
  }
  int64_t tokens = 0;
  for (std::size_t i = 0; i < sentence.required.size(); ++i) {
    INTERPRES_RETURN_IF_ERROR(CheckSequence(i, sentence.required[i], limits));
    tokens += std::ssize(sentence.required[i].tokens);
  }
  // The end symbol needs room, too.
  const int64_t room = sentence.options.max_length -
                       std::ssize(sentence.target_prefix) - int64_t{1};
  if (tokens > room) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "required has %d tokens together; expected at most %d (max_length %d "
        "without the target prefix and the end symbol); increase max_length or "
        "leave elements out",
        tokens, room, sentence.options.max_length));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TextTooLong(int64_t tokens, int64_t max_tokens) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "the text has %d tokens; expected at most %d, the positions of the "
      "model; split the text into sentences",
      tokens, max_tokens));
}

absl::Status ValidateSentence(const Sentence& sentence,
                              const SentenceLimits& limits) {
  const DecodingOptions& options = sentence.options;
  INTERPRES_RETURN_IF_ERROR(ValidateDecodingOptions(options));
  if (options.shortlist && !limits.has_shortlist) {
    return absl::InvalidArgumentError(
        "the model has no shortlist; decode without a shortlist, or learn one "
        "with interpres-train shortlist");
  }
  if (options.attention && !limits.has_attention) {
    return absl::InvalidArgumentError(
        "the model has no attention to return; leave options.attention out");
  }
  INTERPRES_RETURN_IF_ERROR(CheckSource(sentence, limits));
  INTERPRES_RETURN_IF_ERROR(CheckPrefix(sentence, limits));
  INTERPRES_RETURN_IF_ERROR(CheckRequired(sentence, limits));
  if (options.max_length > limits.max_positions) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max_length is %d; expected at most %d, the positions of the model",
        options.max_length, limits.max_positions));
  }
  if (options.beam_size > limits.max_rows) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "beam_size is %d; expected at most %d, the rows of this engine",
        options.beam_size, limits.max_rows));
  }
  return absl::OkStatus();
}

}  // namespace interpres
