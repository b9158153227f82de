// Learns a vocabulary shortlist from a parallel corpus.
//
// The list of a source token has the target tokens that align best with the
// token (Model 1, lexical_translations.h). The list also has the token itself,
// because names are copied. The target tokens with the highest frequency are in
// the list of a marker that every source of the direction contains, so that
// every sentence gets the frequent tokens of its language.

#ifndef INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_
#define INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/shortlist.h"
#include "model/training/corpus.h"

namespace interpres {

// Options of LearnShortlist.
struct ShortlistOptions {
  // Maximum number of likely translations that the learner adds to the list of
  // a source token, per direction; 1 to 1000000. Frequent target tokens do not
  // count. A higher value misses fewer translations of the search without a
  // shortlist, but makes every decoder step slower.
  int32_t best = 50;
  // Minimum translation probability, 0 to 1, of a likely translation that the
  // learner adds to the list of a source token. The learner adds the source
  // token itself, and the frequent tokens of a direction, with any probability.
  double threshold = 0.002;
  // Maximum number of target tokens, per direction, that are in the list of
  // every sentence because they are frequent; 1 to 1000000. Not 0, because an
  // empty list of a direction means that the direction was not learned.
  int32_t frequent = 100;
  // Iterations of expectation maximisation; 1 to 1000.
  int32_t iterations = 5;
};

// Returns INVALID_ARGUMENT if an option is out of range. The message names the
// option, its value and the range.
absl::Status ValidateShortlistOptions(const ShortlistOptions& options);

// The vocabulary of the examples.
struct ShortlistVocabulary {
  int32_t size = 0;  // number of ids
  // Ids that are not pieces of a text: end symbol and tags, see
  // Tokenizer::MarkerIds. LearnShortlist drops these ids from both ends of a
  // sentence, except the first marker of a source. Borrowed.
  std::span<const int32_t> markers = {};
};

// Learns a shortlist: for each source token, the target tokens that may
// translate the source token. The first marker of a source defines the
// direction of the example. Each direction is learned separately, and the list
// of a token is the union over the directions. The list of each token except
// markers also has the token itself. The list of the marker that defines a
// direction also has the frequent target tokens of the direction. Returns
// INVALID_ARGUMENT if an option is out of range. REQUIRES: every source
// contains a marker, and all ids are in 0 .. vocabulary.size - 1.
absl::StatusOr<Shortlist> LearnShortlist(const ExampleSet& examples,
                                         const ShortlistVocabulary& vocabulary,
                                         const ShortlistOptions& options);

// Measures of a shortlist on sentence pairs.
struct ShortlistCoverage {
  double mean_tokens = 0.0;     // mean tokens of a sentence's list
  double listed_share = 0.0;    // share of target tokens listed, 0 to 1
  double complete_share = 0.0;  // share of sentences with all listed
};

// Returns the mean size of the list of a sentence of `examples`, and the shares
// of target tokens and sentences that the lists cover. The list of a sentence
// is the union of the lists of its source tokens and `end`, the end symbol.
// Empty examples give zeros. REQUIRES: every source id of `examples` is in 0 ..
// shortlist.vocab_size() - 1.
ShortlistCoverage MeasureCoverage(const Shortlist& shortlist,
                                  const ExampleSet& examples, int32_t end);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SHORTLIST_LEARNER_H_
