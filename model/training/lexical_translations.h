// Learns which target tokens translate which source tokens, from sentence pairs
// only. Uses Model 1 of Brown et al., "The Mathematics of Statistical Machine
// Translation" (1993), section 4.1, by expectation maximisation.

#ifndef INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
#define INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace interpres {

// A sentence pair, as ids below the vocabulary size. Borrows the ids. A source
// token that is in every sentence, such as a tag, acts as the empty word of
// Model 1.
struct TokenSpans {
  std::span<const int32_t> source;
  std::span<const int32_t> target;
};

// A target token and its translation probability given a source token.
struct LexicalTranslation {
  int32_t target = 0;
  float probability = 0.0f;  // t(target | source)
  bool operator==(const LexicalTranslation&) const = default;
};

// Returns, for each source token below `vocab_size`, all target tokens that
// occur in a pair with the token. The target tokens are in the order of falling
// probability, ties in the order of ids.
//
// REQUIRES: iterations >= 1. Uses one thread. The same pairs in the same order
// give the same bits. Time: iterations x the sum over all pairs of source
// tokens x target tokens. Memory: 16 bytes for each (source token, target
// token) that occurs.
std::vector<std::vector<LexicalTranslation>> LearnLexicalTranslations(
    std::span<const TokenSpans> pairs, int32_t vocab_size, int32_t iterations);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
