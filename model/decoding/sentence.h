// A sentence to translate, from the scheduler's job to the network.

#ifndef INTERPRES_MODEL_DECODING_SENTENCE_H_
#define INTERPRES_MODEL_DECODING_SENTENCE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
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

// A sequence of tokens that every translation of a sentence must contain
// without a gap. Examples are the tokens of a number, a placeholder or a term
// of a glossary.
struct RequiredTokens {
  // The target tokens, in order. Not empty, and without the end symbol.
  std::vector<int32_t> tokens;
  // The source tokens that `tokens` translate. The search can begin the
  // sequence when the attention points to one of these source tokens. If
  // source.count is 0, the place of the tokens is unknown, and the search
  // begins the sequence where a translation would end.
  SourcePieces source = {};
  // True if the tokens end a word: a token of WordTokens::continuations must
  // not follow them.
  bool ends_word = false;

  friend bool operator==(const RequiredTokens&,
                         const RequiredTokens&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const RequiredTokens& required) {
    return H::combine(std::move(state), required.tokens, required.source.first,
                      required.source.count, required.ends_word);
  }
};

// The tokens of the target vocabulary at the edges of words. Both lists are in
// rising order.
struct WordTokens {
  // Tokens that continue the word before them.
  std::vector<int32_t> continuations;
  // Tokens after which a token of `continuations` continues a word.
  std::vector<int32_t> endings;
};

// Maximum number of required token sequences of a sentence.
inline constexpr int32_t kMaxRequired = 64;

struct Sentence {
  // An id that the caller chooses. The result of the sentence has the same id.
  // REQUIRES: no other sentence in the engine has this id.
  uint64_t id = 0;
  // The ids of the source tokens, with the special pieces, from the tokenizer.
  // Not empty.
  std::vector<int32_t> source;
  DecodingOptions options;
  // The target tokens with which every translation begins, without the end
  // symbol. Empty means no prefix. REQUIRES: fewer than options.max_length
  // tokens, and no token that the model suppresses (SuppressedIds).
  std::vector<int32_t> target_prefix = {};
  // Number of special pieces, such as the language of the translation, at the
  // start of `target_prefix`.
  int32_t forced_tokens = 0;
  // The source tokens that are pieces of the text. Target tokens other than the
  // end symbol are aligned to these source tokens only. If pieces.count is 0,
  // every target token is aligned like the end symbol. Without required tokens,
  // the pieces do not change the result of the search.
  SourcePieces pieces = {};
  // Every translation contains these token sequences, each as often as it is
  // listed. The occurrences do not overlap. A translation that cannot continue,
  // or that max_length ends too early, can lack some of them. At most
  // kMaxRequired sequences. REQUIRES: no token that the model suppresses
  // (SuppressedIds).
  std::vector<RequiredTokens> required = {};
  // The tokens at the edges of words, which the search needs for `required`.
  // The same object for all sentences of a model. Null means that no token
  // continues a word.
  std::shared_ptr<const WordTokens> words = nullptr;
};

// The limits that a model and an engine set for a sentence.
struct SentenceLimits {
  int32_t vocab_size = 0;         // number of target tokens
  int32_t source_vocab_size = 0;  // number of source tokens
  int32_t end_token = 0;
  // Maximum number of source tokens of a sentence. Also the maximum of
  // DecodingOptions::max_length.
  int32_t max_positions = 0;
  // The widest beam.
  int32_t max_rows = 0;
  bool has_shortlist = false;
  bool has_attention = false;
};

// Returns the INVALID_ARGUMENT error for a text that has `tokens` tokens, more
// than the maximum `max_tokens` of the model. Does not compare the numbers.
absl::Status TextTooLong(int64_t tokens, int64_t max_tokens);

// Returns INVALID_ARGUMENT if the options, the source, the target prefix or the
// required tokens are invalid or exceed `limits`. The message says what is
// wrong and what is allowed. Does not check for suppressed tokens, and not
// whether `pieces` end within the source.
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
