// The Transformer with gradients: forward and backward passes over a packed
// batch.

#ifndef INTERPRES_MODEL_TRAINING_NETWORK_H_
#define INTERPRES_MODEL_TRAINING_NETWORK_H_

#include <cstdint>
#include <memory>
#include <span>

#include "model/training/batch.h"
#include "model/training/parameters.h"

namespace interpres {

// The loss and the dropout of one update.
struct LossOptions {
  // Share of the target distribution that is spread evenly over the vocabulary,
  // except the padding symbol.
  float label_smoothing = 0.1f;
  // Probability that dropout drops an element of sublayer outputs and
  // embeddings.
  float dropout = 0.1f;
  float attention_dropout = 0.0f;  // of attention weights
  float ffn_dropout = 0.0f;        // of feed-forward activations
  // Weight of R-Drop, see CrossEntropyOptions. 0 disables R-Drop. REQUIRES:
  // with R-Drop, the batch holds every sentence twice, see TrainingBatch.
  float r_drop = 0.0f;
  // `seed` and `update` are part of the keys of dropout: (seed, update,
  // sentence, position, dropout mask id). A training state therefore needs no
  // other random state.
  uint64_t seed = 1;
  uint64_t update = 0;
};

// Sums over the target tokens of a batch, in nats.
struct LossSums {
  double smoothed_loss = 0.0;  // the minimised loss, with R-Drop
  // Sum of -log p of the target tokens, without label smoothing.
  double negative_log_likelihood = 0.0;
  int64_t target_tokens = 0;

  LossSums& operator+=(const LossSums& other) {
    smoothed_loss += other.smoothed_loss;
    negative_log_likelihood += other.negative_log_likelihood;
    target_tokens += other.target_tokens;
    return *this;
  }
};

// The network of one worker thread. Owns the activations of a forward and
// backward pass. Not thread-safe: construct and use the network on one thread.
class TrainingNetwork {
 public:
  // Computes in float32 if `bfloat16_parameters` is empty. Otherwise the matrix
  // products are computed in bfloat16 with float32 sums. `bfloat16_parameters`
  // is a copy of the parameters in the same layout (ToBFloat16), which the
  // caller updates before each call.
  //
  // REQUIRES: `layout` and `bfloat16_parameters` outlive the network. With
  // bfloat16, CheckComputeType(ComputeType::kBFloat16) succeeds.
  explicit TrainingNetwork(const ParameterLayout& layout,
                           std::span<const uint16_t> bfloat16_parameters = {});
  ~TrainingNetwork();

  // Adds the gradient of the summed smoothed loss to `gradients` and returns
  // the sums of the loss. `parameters` and `gradients` are in the order of the
  // layout. The padding row of the embedding gets no gradient.
  LossSums ForwardBackward(std::span<const float> parameters,
                           const TrainingBatch& batch,
                           const LossOptions& options,
                           std::span<float> gradients);

  // Returns the sums of the loss. Computes the forward pass only, without
  // dropout.
  LossSums Evaluate(std::span<const float> parameters,
                    const TrainingBatch& batch, float label_smoothing);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NETWORK_H_
