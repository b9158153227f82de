// The encoder stack over packed sentences. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_ENCODER_H_
#define INTERPRES_MODEL_TRANSFORMER_ENCODER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/kernels/matmul.h"
#include "model/transformer/activations.h"
#include "model/transformer/tensors.h"

namespace interpres {

// The Transformer encoder: computes a vector for every source token.
// ModelConfig::norm_placement says where the layer norms stand. The last matrix
// product of each sublayer adds its result to the residual stream. Not
// thread-safe.
class Encoder {
 public:
  // REQUIRES: `tensors` and `matmul` outlive the encoder.
  Encoder(const TransformerTensors& tensors, MatmulSession& matmul);

  // Creates the matrix products that Run needs for `tokens` source tokens,
  // summed over the sentences. Call before Run. Returns the errors of
  // MatmulSession::Prepare.
  absl::Status Prepare(int64_t tokens);

  // Encodes packed sentences: sentence i is tokens[offsets[i]] up to, but not
  // including, tokens[offsets[i + 1]]. `positions` has the position of every
  // token in its sentence. Writes the result, [tokens.size(), d_model], to
  // activations.hidden and overwrites the rest of `activations`.
  // REQUIRES: Prepare(tokens.size()) succeeded. The offsets rise, so that no
  // sentence is empty. The first offset is 0 and the last is tokens.size(),
  // which is at most activations.rows. Every position is less than the model's
  // max_position_embeddings.
  void Run(std::span<const int32_t> tokens, std::span<const int32_t> positions,
           std::span<const int64_t> offsets, Activations& activations);

 private:
  struct LayerHandles {
    MatmulSession::Handle query_key_value;
    MatmulSession::Handle attention_output;
    MatmulSession::Handle up;
    MatmulSession::Handle down;
  };

  void SelfAttention(std::span<const int64_t> offsets,
                     Activations& activations) const;

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  std::vector<LayerHandles> handles_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_ENCODER_H_
