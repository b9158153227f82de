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
  // Maximum tokens of a drawn segmentation.
  int64_t max_tokens = 128;
  // Maximum bytes of the cache of segmentations. The first draw of an example
  // adds its segmentations to the cache, because finding them is the slowest
  // step. Segmentations that do not fit are computed again for each draw.
  int64_t kept_bytes = int64_t{256} << 20;
};

// Returns a thread-safe function that draws segmentations of the examples of
// `corpora`. The key of an example contains the index of its corpus in
// `corpora`, see KeyOf(). Segmentation i of a side is drawn with probability
// P_i^alpha / sum P_j^alpha over the `nbest` likeliest segmentations (Kudo's
// equation 6). The result of a draw depends only on (key, draw). The function
// returns false if a drawn side exceeds max_tokens or a text cannot be
// segmented. The example then keeps its likeliest segmentation.
//
// Returns INVALID_ARGUMENT if the vocabulary is not a unigram model.
absl::StatusOr<ExampleSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const SubwordSamplerOptions& options);

// Draws a segmentation of a sentence pair that is in no corpus, as
// MakeSubwordSampling draws one, but without a cache and a limit. Returns the
// errors of Tokenizer::NBestSource. Thread-safe.
absl::StatusOr<SampledIds> DrawSubwords(const Tokenizer& tokenizer,
                                        const PairView& text,
                                        const ExampleTags& tags,
                                        const SubwordSamplerOptions& options,
                                        uint64_t draw);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
