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

// Options of the loss and the dropout of one update.
struct LossOptions {
  // Share of the target distribution that is spread evenly over the vocabulary,
  // except the padding symbol. 0 disables label smoothing.
  float label_smoothing = 0.1f;
  // Probability that dropout drops an element of sublayer outputs and
  // embeddings; below 1. 0 disables this dropout.
  float dropout = 0.1f;
  float attention_dropout = 0.0f;  // of attention weights
  float ffn_dropout = 0.0f;        // of feed-forward activations
  // Weight of R-Drop: of the divergence between two predictions of a sentence
  // with different dropout. 0 disables R-Drop. REQUIRES: above 0, the batch
  // holds every sentence twice, see TwiceEach().
  float r_drop = 0.0f;
  // Seed of dropout. The key of a mask has the parts (seed, update, sentence,
  // position, dropout mask id), where `update` is the next field. A training
  // state therefore needs no other random state.
  uint64_t seed = 1;
  uint64_t update = 0;
};

// The loss of one or several batches, as sums over all their target tokens, in
// nats.
struct LossSums {
  double smoothed_loss = 0.0;  // the minimised loss, with R-Drop
  // Sum of -log p of the target tokens, without label smoothing and R-Drop.
  double negative_log_likelihood = 0.0;
  int64_t target_tokens = 0;

  LossSums& operator+=(const LossSums& other) {
    smoothed_loss += other.smoothed_loss;
    negative_log_likelihood += other.negative_log_likelihood;
    target_tokens += other.target_tokens;
    return *this;
  }
};

// A Transformer with forward and backward passes, for one worker thread. Owns
// the activations of a pass, but no parameters. Not thread-safe: construct, use
// and destroy the network on one thread. Prepares that thread for kernels
// (PrepareComputeThread).
class TrainingNetwork {
 public:
  // Computes in float32 if `bfloat16_parameters` is empty. Otherwise computes
  // the products with weight matrices in bfloat16 with float32 sums.
  // `bfloat16_parameters` is then a copy of the parameters in the same layout
  // (ToBFloat16). The caller updates the copy before each call.
  //
  // REQUIRES: `layout` and `bfloat16_parameters` outlive the network. With
  // bfloat16, CheckComputeType(ComputeType::kBFloat16) succeeds.
  explicit TrainingNetwork(const ParameterLayout& layout,
                           std::span<const uint16_t> bfloat16_parameters = {});
  ~TrainingNetwork();

  // Runs a forward and a backward pass over `batch`. Adds the gradient of the
  // summed smoothed loss to `gradients` and returns the sums of the loss.
  // `parameters` and `gradients` are [layout.size()], in the order of the
  // layout. The padding row of the embedding gets no gradient.
  LossSums ForwardBackward(std::span<const float> parameters,
                           const TrainingBatch& batch,
                           const LossOptions& options,
                           std::span<float> gradients);

  // Returns the sums of the loss of `batch`. Computes the forward pass only,
  // without dropout and R-Drop. `parameters` is [layout.size()].
  LossSums Evaluate(std::span<const float> parameters,
                    const TrainingBatch& batch, float label_smoothing);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NETWORK_H_
