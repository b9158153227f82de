// The Transformer with gradients: forward and backward over a packed batch.

#ifndef INTERPRES_MODEL_TRAINING_NETWORK_H_
#define INTERPRES_MODEL_TRAINING_NETWORK_H_

#include <cstdint>
#include <memory>
#include <span>

#include "model/training/batch.h"
#include "model/training/parameters.h"

namespace interpres {

struct LossOptions {
  // Mass spread evenly over the vocabulary (the padding symbol excluded).
  float label_smoothing = 0.1f;
  // Probability of dropping an element of sublayer outputs and embeddings.
  float dropout = 0.1f;
  float attention_dropout = 0.0f;  // of the attention weights
  float ffn_dropout = 0.0f;        // of the feed-forward activations
  // Above 0: R-Drop with this weight, see CrossEntropyOptions. The batch holds
  // every sentence twice, see TrainingBatch.
  float r_drop = 0.0f;
  // Dropout draws from (seed, update, sentence, use): nothing else to save.
  uint64_t seed = 1;
  uint64_t update = 0;
};

// Sums over the target tokens of a batch, in nats.
struct LossSums {
  double smoothed_loss = 0.0;  // what the gradient descends
  double negative_log_likelihood = 0.0;
  int64_t target_tokens = 0;

  LossSums& operator+=(const LossSums& other) {
    smoothed_loss += other.smoothed_loss;
    negative_log_likelihood += other.negative_log_likelihood;
    target_tokens += other.target_tokens;
    return *this;
  }
};

// One per worker thread: it owns the activations of a pass. Construct it on the
// thread that uses it. Not thread-safe.
class TrainingNetwork {
 public:
  // `layout` must outlive the network. With `bfloat16_parameters`, products are
  // computed in bfloat16 with sums in float32: a copy of the parameters, same
  // layout, that the caller keeps up to date (ToBFloat16); it must outlive the
  // network, and the CPU must have such products (CheckComputeType).
  explicit TrainingNetwork(const ParameterLayout& layout,
                           std::span<const uint16_t> bfloat16_parameters = {});
  ~TrainingNetwork();

  // Adds the gradient of the summed smoothed loss to `gradients` (same layout
  // as `parameters`). The padding row of the embedding gets no gradient.
  LossSums ForwardBackward(std::span<const float> parameters,
                           const TrainingBatch& batch,
                           const LossOptions& options,
                           std::span<float> gradients);

  // Forward only, without dropout.
  LossSums Evaluate(std::span<const float> parameters,
                    const TrainingBatch& batch, float label_smoothing);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NETWORK_H_
