// Learns which target tokens translate which source tokens, from sentence pairs
// only. Uses Model 1 of Brown et al., "The Mathematics of Statistical Machine
// Translation" (1993), section 4.1, by expectation maximisation.

#ifndef INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
#define INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace interpres {

// The token ids of a sentence pair. Borrows the ids. A source token that is in
// every sentence, such as a tag, acts as the empty word of Model 1 (Brown et
// al., 1993).
struct TokenSpans {
  std::span<const int32_t> source;
  std::span<const int32_t> target;
};

// A target token and the probability that it translates a certain source token.
struct LexicalTranslation {
  int32_t target = 0;
  float probability = 0.0f;  // t(target | source)
  bool operator==(const LexicalTranslation&) const = default;
};

// Learns translation probabilities of tokens by `iterations` rounds of
// expectation maximisation. Element s of the result lists all target tokens
// that occur in a pair with source token s. The list is in the order of falling
// probability, ties in the order of ids. The list is empty if s does not occur.
//
// REQUIRES: iterations >= 1, and all ids are in 0 .. vocab_size - 1. Uses one
// thread. The same pairs in the same order give the same bits. Time: iterations
// x the sum over all pairs of source tokens x target tokens. Memory: 16 bytes
// for each (source token, target token) that occurs, and the result.
std::vector<std::vector<LexicalTranslation>> LearnLexicalTranslations(
    std::span<const TokenSpans> pairs, int32_t vocab_size, int32_t iterations);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
