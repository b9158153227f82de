// Sub-word regularisation: a training sentence is cut into pieces in another
// way each time it is seen (Kudo, "Subword Regularization: Improving Neural
// Network Translation Models with Multiple Subword Candidates", 2018).

#ifndef INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
#define INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "model/text/tokenizer.h"
#include "model/training/corpus.h"
#include "model/training/trainer.h"

namespace interpres {

struct SubwordSamplerOptions {
  double alpha = 0.1;  // above 0; infinity would be the likeliest always
  int64_t nbest = 16;  // segmentations to draw from
  EncodeOptions encoding = {};
};

// The corpora of a run and their tokenizer. `corpora` are numbered as the keys
// of their examples are, see KeyOf(). An example whose drawn segmentation
// exceeds max_tokens keeps its likeliest. A pure function of (key, draw).
// INVALID_ARGUMENT if the vocabulary is not a unigram model.
absl::StatusOr<SubwordSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::vector<ParallelText> corpora, const SubwordSamplerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
