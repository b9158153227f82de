// The layers of the decoder, forward and backward.

#ifndef INTERPRES_MODEL_TRAINING_DECODER_STACK_H_
#define INTERPRES_MODEL_TRAINING_DECODER_STACK_H_

#include <cstdint>
#include <variant>
#include <vector>

#include "model/tensor/growing_buffer.h"
#include "model/training/parameters.h"
#include "model/training/pass.h"
#include "model/training/residual_connection.h"
#include "model/training/ssru_sublayer.h"
#include "model/training/sublayers.h"

namespace interpres {

// The layers of the decoder in training: computes their output and their
// gradients. Not thread-safe. Legend: d = d_model.
class DecoderStack {
 public:
  // Makes the layers of the network of `layout`. The sublayers have the dropout
  // mask ids from `first_mask_id` on, three for each layer. Does not keep
  // `layout`.
  DecoderStack(const ParameterLayout& layout, uint64_t first_mask_id);

  // The output of the encoder, `memory` [source rows, d]. `sequences` says
  // which rows belong to which source sentence.
  struct Source {
    const Sequences& sequences;
    const float* memory;
  };

  // Returns the output of the decoder [target rows, d], valid until the next
  // Forward(), for the embeddings `x` [target rows, d]. REQUIRES: `x` and
  // source.memory stay valid until Backward() returns, if Backward() follows.
  const float* Forward(const Pass& pass, const Sequences& target,
                       const Source& source, const float* x);

  // The gradients of Backward.
  struct Gradients {
    // [target rows, d]: the gradient of the output, replaced by the gradient of
    // the embeddings.
    float* dy = nullptr;
    float* d_memory = nullptr;  // [source rows, d], replaced
  };
  // Replaces gradients.dy, the gradient of the output, by the gradient of the
  // embeddings, and gradients.d_memory by the gradient of source.memory. Adds
  // the gradients of the parameters to pass.gradients. REQUIRES: called after
  // Forward() with the same arguments, and pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& target, const Source& source,
                const Gradients& gradients);

 private:
  // The sublayer of a layer that reads the earlier target tokens, which
  // ModelConfig::decoder_self_layer chooses.
  using SelfLayer = std::variant<SelfAttentionSublayer, SsruSublayer>;
  struct Layer {
    SelfLayer self_layer;
    CrossAttentionSublayer cross_attention;
    FeedForwardSublayer feed_forward;
    // The inputs of the sublayers in the last Forward(). The sublayer before
    // owns an input; the caller owns the first input of the stack.
    const float* self_input = nullptr;
    const float* cross_attention_input = nullptr;
    const float* feed_forward_input = nullptr;
  };

  static SelfLayer MakeSelfLayer(const ParameterLayout& layout, int64_t layer,
                                 uint64_t mask_id);
  // The width of `cross_`: the keys and values of all layers.
  int64_t CrossWidth() const;
  CrossAttentionSublayer::Source CrossSource(const Sequences& source,
                                             int64_t layer);

  int64_t d_model_;
  int64_t cross_weight_;  // of all layers: [layers 2 d, d]
  int64_t cross_bias_;    // [layers 2 d]
  std::vector<Layer> layers_;
  StackEnd end_;
  GrowingBuffer<float> cross_;    // [source rows, layers 2 d]: keys and values
  GrowingBuffer<float> d_cross_;  // gradient of cross_, same shape
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_DECODER_STACK_H_
