// Which target token translates which source token, learned from sentence pairs
// alone: Model 1 of Brown et al., "The Mathematics of Statistical Machine
// Translation" (1993), section 4.1, by expectation maximisation.

#ifndef INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
#define INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace interpres {

// A sentence pair, as ids below a vocabulary size; borrowed. A source token
// that stands in every sentence, as a tag does, takes the part of the empty
// word.
struct TokenSpans {
  std::span<const int32_t> source;
  std::span<const int32_t> target;
};

struct LexicalTranslation {
  int32_t target = 0;
  float probability = 0.0f;  // t(target | source)
  bool operator==(const LexicalTranslation&) const = default;
};

// For every source token below `vocab_size`, all target tokens that it occurs
// with, most probable first, equal ones by id; `iterations` >= 1. One thread;
// the same pairs in the same order give the same bytes. Time: iterations x sum
// over the pairs of source x target tokens; memory: 16 bytes for each pair of
// tokens that occurs.
std::vector<std::vector<LexicalTranslation>> LearnLexicalTranslations(
    std::span<const TokenSpans> pairs, int32_t vocab_size, int32_t iterations);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_LEXICAL_TRANSLATIONS_H_
