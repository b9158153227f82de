// The layers of the encoder, forward and backward.

#ifndef INTERPRES_MODEL_TRAINING_ENCODER_STACK_H_
#define INTERPRES_MODEL_TRAINING_ENCODER_STACK_H_

#include <cstdint>
#include <vector>

#include "model/training/parameters.h"
#include "model/training/pass.h"
#include "model/training/residual_connection.h"
#include "model/training/sublayers.h"

namespace interpres {

// The layers of the encoder in training: computes their output and their
// gradients. Not thread-safe. Legend: rows = source tokens of a packed batch, d
// = d_model.
class EncoderStack {
 public:
  // Makes the layers of the network of `layout`. The sublayers have the dropout
  // mask ids from `first_mask_id` on, two for each layer. Does not keep
  // `layout`.
  EncoderStack(const ParameterLayout& layout, uint64_t first_mask_id);

  // Returns the output of the encoder [rows, d], valid until the next
  // Forward(), for the embeddings `x` [rows, d]. REQUIRES: `x` stays valid
  // until Backward() returns, if Backward() follows.
  const float* Forward(const Pass& pass, const Sequences& source,
                       const float* x);

  // Replaces `dy` [rows, d], the gradient of the output, by the gradient of the
  // embeddings. Adds the gradients of the parameters to pass.gradients.
  // REQUIRES: called after Forward() with the same arguments, and
  // pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& source, float* dy);

 private:
  struct Layer {
    SelfAttentionSublayer attention;
    FeedForwardSublayer feed_forward;
    // The inputs of the sublayers in the last Forward(), for Backward(). The
    // sublayer before owns an input; the caller owns the first input of the
    // stack. Null before the first Forward().
    const float* attention_input = nullptr;
    const float* feed_forward_input = nullptr;
  };

  std::vector<Layer> layers_;
  StackEnd end_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_ENCODER_STACK_H_
