// The three sublayers of a Transformer, forward and backward ("Attention Is All
// You Need", sections 3.1 to 3.3 and 5.4). Each has a residual connection,
// dropout and layer norm: y = LayerNorm(x + dropout(Sublayer(x))).
//
// A sublayer owns the values that its gradient needs. Forward() returns the
// sublayer's output [rows, d], which the sublayer owns. The output is valid
// until the next Forward(). REQUIRES: Backward() is called after the Forward()
// of the same batch, with the same arguments. Not thread-safe.
//
// Legend: rows = tokens of one side of a packed batch, d = d_model.

#ifndef INTERPRES_MODEL_TRAINING_SUBLAYERS_H_
#define INTERPRES_MODEL_TRAINING_SUBLAYERS_H_

#include <cstdint>
#include <span>

#include "model/config/network.h"
#include "model/kernels/bf16_gemm.h"
#include "model/kernels/gemm.h"
#include "model/kernels/training_attention.h"
#include "model/kernels/training_norm.h"
#include "model/kernels/training_rows.h"
#include "model/tensor/growing_buffer.h"
#include "model/training/parameters.h"

namespace interpres {

// The sentence offsets, positions and dropout keys of one side (source or
// target) of a packed batch. Borrows its arrays.
struct Sequences {
  std::span<const int64_t> offsets;    // [sentences + 1]
  std::span<const int32_t> positions;  // [rows] within the sentence
  std::span<const uint64_t> row_keys;  // [rows] dropout keys
  int64_t rows() const { return offsets.empty() ? 0 : offsets.back(); }
  int64_t sentences() const {
    return offsets.empty() ? 0 : static_cast<int64_t>(offsets.size()) - 1;
  }
};

// The parameters, options and scratch memory that all sublayers share in a
// forward or backward pass. The scratch buffers hold no values between calls.
struct Pass {
  const float* parameters = nullptr;
  float* gradients = nullptr;  // null if no backward pass follows
  float dropout = 0.0f;
  float attention_dropout = 0.0f;
  float ffn_dropout = 0.0f;
  GrowingBuffer<float>* d_sublayer = nullptr;  // scratch
  GrowingBuffer<float>* wide = nullptr;        // scratch
  GrowingBuffer<float>* narrow = nullptr;      // scratch
  GrowingBuffer<float>* attention = nullptr;   // scratch
  // Computes the matrix products in bfloat16. Null means products in float32.
  // REQUIRES: `bfloat16_parameters` is null if and only if `bfloat16_gemm` is
  // null.
  BFloat16Gemm* bfloat16_gemm = nullptr;
  const uint16_t* bfloat16_parameters = nullptr;

  // Replaces y [rows, out] by x W^T, with x [rows, in] and W [out, in].
  // `weight` is the offset of W in the flat parameters.
  void Project(const LinearShape& shape, ConstMatrix x, int64_t weight,
               Matrix y) const;

  // The gradients of ProjectBackward. `dy`, the gradient of y, is its input,
  // and `dx`, the gradient of x, is its result.
  struct ProjectionGradients {
    ConstMatrix dy;
    Matrix dx;                                 // must not overlap dy
    GemmResult result = GemmResult::kReplace;  // for dx
  };
  // Computes the gradients of Project from backward.dy. Replaces backward.dx by
  // dy W, or adds dy W to backward.dx if backward.result is kAdd. Adds dy^T x
  // to Pass::gradients at the offset `weight`. REQUIRES: Pass::gradients is not
  // null.
  void ProjectBackward(const LinearShape& shape, ConstMatrix x, int64_t weight,
                       const ProjectionGradients& backward) const;
};

// The last operations of every sublayer: the bias of its last projection,
// dropout, residual connection and layer norm. y = LayerNorm(residual +
// dropout(projection + bias)).
class ResidualNormEnd {
 public:
  // `projection` is the last linear layer of the sublayer `id`, whose bias this
  // object adds. `mask_id` is the dropout mask id. REQUIRES: `mask_id` is
  // unique within the network.
  ResidualNormEnd(const ParameterLayout& layout, const SublayerId& id,
                  Component projection, uint64_t mask_id);

  // Returns y [rows, d]. `residual` [rows, d] is the input of the sublayer.
  // `sublayer` [rows, d] is the output of its last projection without the bias.
  // This object owns y, which is valid until the next Forward().
  const float* Forward(const Pass& pass, const Sequences& sequences,
                       const float* residual, const float* sublayer);

  // Computes the gradients of the last Forward(). Replaces `dy` [rows, d], the
  // gradient of y, by the gradient of the residual. Adds the gradients of bias
  // and layer norm to pass.gradients. Returns the gradient of the last
  // projection [rows, d], which is in the scratch buffer pass.d_sublayer.
  // REQUIRES: called after Forward() with the same `pass` and `sequences`, and
  // pass.gradients is not null.
  const float* Backward(const Pass& pass, const Sequences& sequences,
                        float* dy);

 private:
  ResidualNormRows Shape(const Pass& pass, const Sequences& sequences) const;
  ResidualNormSaved Saved();

  int64_t d_model_;
  NormPlacement norm_placement_;
  float epsilon_;  // of the layer norm
  int64_t bias_;   // offsets into the flat parameters
  int64_t gamma_;
  int64_t beta_;
  uint64_t mask_id_;
  GrowingBuffer<float> normalized_;
  GrowingBuffer<float> inverse_deviation_;
  GrowingBuffer<float> output_;
};

// Multi-head attention within each sentence of a batch, without the projections
// of queries, keys, values and output.
class SentenceAttention {
 public:
  struct Options {
    int64_t heads = 1;
    int64_t head_dim = 1;
    bool causal = false;
    uint64_t mask_id = 0;  // dropout mask id of the sublayer
  };
  explicit SentenceAttention(const Options& options) : options_(options) {}

  // Computes the attention of every sentence. Replaces `out` [query rows, d].
  // Keeps the attention weights for Backward(). REQUIRES: `queries` and `keys`
  // have the same number of sentences. Their arrays stay valid until Backward()
  // returns.
  void Forward(const Pass& pass, const Sequences& queries,
               const Sequences& keys, const AttentionInputs& inputs,
               Matrix out);
  // Computes `gradients` (replaced) from `d_out` [query rows, d], the gradient
  // of `out`. REQUIRES: called after the Forward() of the same batch, with the
  // same `pass` and `inputs`.
  void Backward(const Pass& pass, const AttentionInputs& inputs,
                ConstMatrix d_out, const AttentionGradients& gradients);

 private:
  AttentionShape Shape(const Pass& pass, int64_t sentence) const;
  // Returns memory for the attention weights of the current batch, and scratch
  // memory. The weights stay valid from Forward to Backward.
  AttentionWorkspace Workspace(const Pass& pass);

  Options options_;
  std::span<const uint64_t> row_keys_;  // of the current batch
  std::span<const int64_t> query_offsets_;
  std::span<const int64_t> key_offsets_;
  GrowingBuffer<float> weights_;
};

// Self-attention: queries, keys and values from the same rows.
class SelfAttentionSublayer {
 public:
  struct Options {
    SublayerId id = {};
    int64_t heads = 1;
    bool causal = false;
    uint64_t mask_id = 0;
  };
  SelfAttentionSublayer(const ParameterLayout& layout, const Options& options);

  const float* Forward(const Pass& pass, const Sequences& sequences,
                       const float* x);
  // Replaces the gradient `dy` [rows, d] of the output by the gradient of the
  // input `x`. Adds the gradients of the sublayer's parameters to
  // pass.gradients. REQUIRES: called after Forward() with the same arguments,
  // and pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& sequences, const float* x,
                float* dy);

 private:
  AttentionInputs Inputs();

  int64_t d_model_;
  int64_t qkv_weight_;
  int64_t qkv_bias_;
  int64_t out_weight_;
  SentenceAttention attention_;
  ResidualNormEnd end_;
  GrowingBuffer<float> qkv_;      // [rows, 3 d]
  GrowingBuffer<float> context_;  // [rows, d]
};

// Cross-attention: queries from target rows, keys and values from source rows.
class CrossAttentionSublayer {
 public:
  struct Options {
    SublayerId id = {};
    int64_t heads = 1;
    uint64_t mask_id = 0;
  };
  CrossAttentionSublayer(const ParameterLayout& layout, const Options& options);

  // The projected keys and values of the source rows for one decoder layer. The
  // network computes them for all layers in one matrix product.
  struct Source {
    const Sequences& sequences;
    ConstMatrix keys;    // [source rows, d]
    ConstMatrix values;  // [source rows, d]
  };
  const float* Forward(const Pass& pass, const Sequences& target,
                       const Source& source, const float* x);

  // The gradients of Backward. `dy` is the gradient of the output; Backward
  // replaces it by the gradient of `x`. `d_keys` and `d_values` are results
  // only.
  struct Gradients {
    float* dy = nullptr;  // [target rows, d], replaced by dx
    Matrix d_keys;        // [source rows, d], replaced
    Matrix d_values;      // [source rows, d], replaced
  };
  void Backward(const Pass& pass, const Sequences& target, const Source& source,
                const float* x, const Gradients& gradients);

 private:
  int64_t d_model_;
  int64_t q_weight_;
  int64_t q_bias_;
  int64_t out_weight_;
  SentenceAttention attention_;
  ResidualNormEnd end_;
  GrowingBuffer<float> q_;        // [target rows, d]
  GrowingBuffer<float> context_;  // [target rows, d]
};

// Feed-forward: two linear layers with an activation between them.
class FeedForwardSublayer {
 public:
  struct Options {
    SublayerId id = {};
    int64_t ffn_dim = 1;
    uint64_t mask_id = 0;
  };
  FeedForwardSublayer(const ParameterLayout& layout, const Options& options);

  const float* Forward(const Pass& pass, const Sequences& sequences,
                       const float* x);
  // Replaces the gradient `dy` [rows, d] of the output by the gradient of the
  // input `x`. Adds the gradients of the sublayer's parameters to
  // pass.gradients. REQUIRES: called after Forward() with the same arguments,
  // and pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& sequences, const float* x,
                float* dy);

 private:
  ActivationRows Rows(const Sequences& sequences) const;
  DropoutMask Mask(const Pass& pass, const Sequences& sequences) const;

  int64_t d_model_;
  int64_t ffn_dim_;
  RowActivation activation_;
  int64_t fc1_weight_;
  int64_t fc1_bias_;
  int64_t fc2_weight_;
  uint64_t mask_id_;
  ResidualNormEnd end_;
  // Values [rows, ffn_dim] that Forward keeps for Backward. If
  // ActivationRunsInPlace(activation_), the output of the activation after
  // dropout. Otherwise the input of the activation, with the bias.
  GrowingBuffer<float> hidden_;
  GrowingBuffer<float> active_;  // [rows, ffn_dim]; empty in place
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBLAYERS_H_
