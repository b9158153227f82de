// Sub-word regularisation: a training sentence is split into different pieces
// each time the run takes the sentence (Kudo, "Subword Regularization:
// Improving Neural Network Translation Models with Multiple Subword
// Candidates", 2018).

#ifndef INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
#define INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "model/tokenizer/tokenizer.h"
#include "model/training/corpus.h"
#include "model/training/training_data.h"

namespace interpres {

// Options of MakeSubwordSampling.
struct SubwordSamplerOptions {
  double alpha = 0.1;  // above 0; larger values prefer likely segmentations
  int64_t nbest = 16;  // number of segmentations to draw from
  // Maximum tokens of a drawn source or target. The function of
  // MakeSubwordSampling returns false for a longer draw. DrawSubwords ignores
  // the limit.
  int64_t max_tokens = 128;
  // Maximum bytes of the cache of segmentations. The first draw of an example
  // adds its segmentations to the cache, because finding them is the slowest
  // step. Segmentations that do not fit are computed again for each draw.
  int64_t kept_bytes = int64_t{256} << 20;
};

// Returns a thread-safe function that draws segmentations of the examples of
// `corpora`. Segmentation i of a side is drawn with probability P_i^alpha / sum
// P_j^alpha over the `nbest` likeliest segmentations (Kudo's equation 6). The
// result of a draw depends only on (key, draw) and the arguments of
// MakeSubwordSampling. The function returns false if a drawn side exceeds
// max_tokens or a text cannot be segmented. The caller must then use the
// likeliest segmentation. REQUIRES: each key that the function gets names a
// pair of `corpora`, see KeyOf().
//
// Returns INVALID_ARGUMENT if a vocabulary of `tokenizer` is not a unigram
// model.
absl::StatusOr<ExampleSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const SubwordSamplerOptions& options);

// Draws a segmentation of each side of the sentence pair `text`, which need not
// be in a corpus. Uses the probabilities of MakeSubwordSampling, but no cache
// and no limit of tokens. `draw` is the random number of the draw. The same
// arguments give the same result. Returns the errors of Tokenizer::NBestSource,
// and NOT_FOUND if the vocabulary lacks the tag tags.corpus. Thread-safe.
absl::StatusOr<SampledIds> DrawSubwords(const Tokenizer& tokenizer,
                                        const PairView& text,
                                        const ExampleTags& tags,
                                        const SubwordSamplerOptions& options,
                                        uint64_t draw);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
