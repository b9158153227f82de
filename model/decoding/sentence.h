// A sentence to translate, from the scheduler's job to the network.

#ifndef INTERPRES_MODEL_DECODING_SENTENCE_H_
#define INTERPRES_MODEL_DECODING_SENTENCE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/decoding/decoding_options.h"

namespace interpres {

struct Sentence {
  // The caller's, and unique among the sentences of an engine: the result has
  // the same id.
  uint64_t id = 0;
  // The ids that the tokenizer made of the text. Not empty.
  std::vector<int32_t> source;
  DecodingOptions options;
  // What every translation begins with: target pieces without the end symbol,
  // fewer than max_length, none of them a suppressed token.
  std::vector<int32_t> target_prefix = {};
};

// The limits of a model and an engine.
struct SentenceLimits {
  int32_t vocab_size = 0;
  int32_t end_token = 0;
  // Maximum number of source tokens, and of target tokens, of a sentence.
  int32_t max_positions = 0;
  // The widest beam.
  int32_t max_rows = 0;
  bool has_shortlist = false;
  bool has_attention = false;
};

// The INVALID_ARGUMENT of a text that has more tokens than the model takes.
absl::Status TextTooLong(int64_t tokens, int64_t max_tokens);

// INVALID_ARGUMENT says what of the sentence is wrong, what is allowed and the
// remedy.
absl::Status ValidateSentence(const Sentence& sentence,
                              const SentenceLimits& limits);

// A sentence that gets a slot of the network.
struct Admission {
  int32_t slot = 0;
  // A valid sentence (ValidateSentence). Never null. Must live for the duration
  // of the call.
  const Sentence* sentence = nullptr;
  // The only tokens whose logits are wanted, in rising order. Empty means all
  // tokens. Must live for the duration of the call.
  std::span<const int32_t> shortlist = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_SENTENCE_H_
