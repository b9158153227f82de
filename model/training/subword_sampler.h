// Sub-word regularisation: a training sentence is cut into pieces in another
// way each time it is seen (Kudo, "Subword Regularization: Improving Neural
// Network Translation Models with Multiple Subword Candidates", 2018).

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

struct SubwordSamplerOptions {
  double alpha = 0.1;  // above 0; infinity would be the likeliest always
  int64_t nbest = 16;  // segmentations to draw from
  int64_t max_tokens = 128;
  // Memory for segmentations, kept from the first draw of an example on, since
  // finding them takes longer than anything else here. What has no room is
  // found anew.
  int64_t kept_bytes = int64_t{256} << 20;
};

// The corpora of a run and their tokenizer. `corpora` are numbered as the keys
// of their examples are, see KeyOf(). Segmentation i of a side is drawn with
// probability P_i^alpha / sum P_j^alpha over the `nbest` likeliest (Kudo's
// equation 6). An example whose drawn segmentation exceeds max_tokens keeps its
// likeliest. The result is a pure function of (key, draw).
// INVALID_ARGUMENT if the vocabulary is not a unigram model.
absl::StatusOr<SubwordSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::vector<ParallelText> corpora, const SubwordSamplerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBWORD_SAMPLER_H_
