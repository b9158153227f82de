// Learns a vocabulary shortlist from a parallel corpus.
//
// A source token's list: the target tokens that align best with it (Model 1,
// lexical_translations.h), and the token itself, since names are copied. The
// most frequent target tokens stand in the list of a marker that every source
// of the direction has, so that every sentence gets its language's frequent
// tokens.

#ifndef INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_
#define INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/shortlist.h"
#include "model/training/corpus.h"

namespace interpres {

struct ShortlistOptions {
  // The most aligned target tokens of a source token and direction, at least 1.
  // More: fewer translations that exact search would have found are missed, and
  // every step costs more.
  int32_t best = 50;
  // Those less probable than this, given the source token, are left out; 0 to
  // 1.
  double threshold = 0.002;
  // The most frequent target tokens that every sentence has, at least 1,
  // because an empty list means that the direction was not learned.
  int32_t frequent = 100;
  // Of expectation maximisation, at least 1.
  int32_t iterations = 5;
};

// INVALID_ARGUMENT with the option, the value found and the range.
absl::Status ValidateShortlistOptions(const ShortlistOptions& options);

// What the examples' ids mean.
struct ShortlistVocabulary {
  int32_t size = 0;
  // The ids that are not pieces of a text, see Tokenizer::MarkerIds.
  std::span<const int32_t> markers = {};
};

// Sources with different first markers are different directions, which are
// learned one by one; a token's list is the union. REQUIRES: every source has a
// marker. INVALID_ARGUMENT if an option is out of range.
absl::StatusOr<Shortlist> LearnShortlist(const ExampleSet& examples,
                                         const ShortlistVocabulary& vocabulary,
                                         const ShortlistOptions& options);

// How a shortlist does on sentence pairs.
struct ShortlistCoverage {
  double mean_tokens = 0.0;     // of a sentence's list
  double listed_share = 0.0;    // of the target tokens
  double complete_share = 0.0;  // of sentences with all tokens listed
};

ShortlistCoverage MeasureCoverage(const Shortlist& shortlist,
                                  const ExampleSet& examples, int32_t end);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_
