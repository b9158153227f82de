// A sentence to translate, from the scheduler's job to the network.

#ifndef INTERPRES_MODEL_DECODING_SENTENCE_H_
#define INTERPRES_MODEL_DECODING_SENTENCE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/decoding/decoding_options.h"

namespace interpres {

// The range of a sentence's source tokens that are pieces of the text, not tags
// or end symbols: [first, first + count). Both members are at least 0.
struct SourcePieces {
  int32_t first = 0;
  int32_t count = 0;

  friend bool operator==(const SourcePieces&, const SourcePieces&) = default;
};

struct Sentence {
  // Chosen by the caller. The result of the sentence has the same id. REQUIRES:
  // no other sentence in the engine has this id.
  uint64_t id = 0;
  // The ids of the source tokens, with the special pieces, from the tokenizer.
  // Not empty.
  std::vector<int32_t> source;
  DecodingOptions options;
  // The target tokens with which every translation begins, without the end
  // symbol. REQUIRES: fewer than options.max_length, and no suppressed token.
  std::vector<int32_t> target_prefix = {};
  // The only source tokens to which target tokens other than the end symbol are
  // aligned. If pieces.count is 0, every target token is aligned like the end
  // symbol. The pieces change no translation.
  SourcePieces pieces = {};
};

// The limits that a model and an engine set for a sentence.
struct SentenceLimits {
  int32_t vocab_size = 0;
  int32_t end_token = 0;
  // Maximum number of source tokens of a sentence. Also the maximum of
  // DecodingOptions::max_length.
  int32_t max_positions = 0;
  // The widest beam.
  int32_t max_rows = 0;
  bool has_shortlist = false;
  bool has_attention = false;
};

// Returns INVALID_ARGUMENT for a text that has `tokens` tokens, more than the
// maximum `max_tokens` of the model. Does not compare the numbers.
absl::Status TextTooLong(int64_t tokens, int64_t max_tokens);

// Returns INVALID_ARGUMENT if the options, the source or the target prefix are
// invalid or exceed `limits`. The message says what is wrong and what is
// allowed. Does not check whether the prefix has suppressed tokens.
absl::Status ValidateSentence(const Sentence& sentence,
                              const SentenceLimits& limits);

// A sentence and the slot of the network in which it will be decoded.
struct Admission {
  int32_t slot = 0;
  // A sentence that ValidateSentence accepts. Not null. Must live until the
  // call that takes the Admission returns.
  const Sentence* sentence = nullptr;
  // The only target tokens whose logits are computed, in rising order. Empty
  // means all tokens. Must live until the call that takes the Admission
  // returns. Leave it empty for StepModel::Admit, which chooses the list.
  std::span<const int32_t> shortlist = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_SENTENCE_H_
