// The three sublayers of a Transformer, forward and backward ("Attention Is All
// You Need", sections 3.1 to 3.3 and 5.4). ResidualConnection frames each.
// ssru_sublayer.h has the sublayer that may replace the self-attention of the
// decoder.
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
#include "model/kernels/gemm.h"
#include "model/kernels/training_attention.h"
#include "model/kernels/training_rows.h"
#include "model/tensor/growing_buffer.h"
#include "model/training/parameters.h"
#include "model/training/pass.h"
#include "model/training/residual_connection.h"

namespace interpres {

// Multi-head attention, forward and backward: the queries of each sentence
// attend to the keys of the same sentence or sentence pair. Does not compute
// the projections of queries, keys, values and output. Not thread-safe.
class SentenceAttention {
 public:
  struct Options {
    int64_t heads = 1;
    int64_t head_dim = 1;
    bool causal = false;
    uint64_t mask_id = 0;  // dropout mask id of the sublayer
  };
  explicit SentenceAttention(const Options& options) : options_(options) {}

  // Computes the attention of every sentence and writes the result to `out`
  // [tokens of `queries`, d_model]. Keeps the attention weights for Backward().
  // REQUIRES: `queries` and `keys` have the same number of sentences. The
  // arrays of `queries` and `keys` stay valid until Backward() returns.
  void Forward(const Pass& pass, const Sequences& queries,
               const Sequences& keys, const AttentionInputs& inputs,
               Matrix out);
  // Computes the gradients of `inputs` from `d_out` [query tokens, d_model],
  // the gradient of the output of Forward(). Replaces the matrices of
  // `gradients`. REQUIRES: the last Forward() had the same `pass` and `inputs`.
  void Backward(const Pass& pass, const AttentionInputs& inputs,
                ConstMatrix d_out, const AttentionGradients& gradients);

 private:
  AttentionShape Shape(const Pass& pass, int64_t sentence) const;
  // Returns memory for the attention weights of the current batch, and scratch
  // memory from pass.attention. This object owns the memory for the weights,
  // which keeps its values from Forward() to Backward().
  AttentionWorkspace Workspace(const Pass& pass);

  Options options_;
  std::span<const uint64_t> row_keys_;  // of the current batch
  std::span<const int64_t> query_offsets_;
  std::span<const int64_t> key_offsets_;
  GrowingBuffer<float> weights_;
};

// The self-attention sublayer of a Transformer layer, forward and backward.
// Queries, keys and values come from the same tokens. Not thread-safe.
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
  ResidualConnection residual_;
  GrowingBuffer<float> qkv_;      // [rows, 3 d]
  GrowingBuffer<float> context_;  // [rows, d]
};

// The cross-attention sublayer of a decoder layer, forward and backward.
// Queries come from target tokens, keys and values from source tokens. Not
// thread-safe.
class CrossAttentionSublayer {
 public:
  struct Options {
    SublayerId id = {};
    int64_t heads = 1;
    uint64_t mask_id = 0;
  };
  CrossAttentionSublayer(const ParameterLayout& layout, const Options& options);

  // The projected keys and values of the source tokens for one decoder layer.
  // The network computes the keys and values of all layers in one matrix
  // product. Borrows `sequences` and the matrices.
  struct Source {
    const Sequences& sequences;
    ConstMatrix keys;    // [source rows, d]
    ConstMatrix values;  // [source rows, d]
  };
  const float* Forward(const Pass& pass, const Sequences& target,
                       const Source& source, const float* x);

  // The gradients of CrossAttentionSublayer::Backward. On input, `dy` is the
  // gradient of the output of Forward(). Backward replaces `dy` by the gradient
  // of `x`. Backward also replaces `d_keys` and `d_values`, without reading
  // their old values.
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
  ResidualConnection residual_;
  GrowingBuffer<float> q_;        // [target rows, d]
  GrowingBuffer<float> context_;  // [target rows, d]
};

// The feed-forward sublayer of a Transformer layer, forward and backward: two
// linear layers with an activation between them. Not thread-safe.
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
  ResidualConnection residual_;
  // Values [tokens of the batch, ffn_dim] that Forward keeps for Backward. If
  // ActivationRunsInPlace(activation_), these are the outputs of the activation
  // after dropout. Otherwise these are the inputs of the activation, with the
  // bias.
  GrowingBuffer<float> hidden_;
  GrowingBuffer<float> active_;  // [rows, ffn_dim]; empty in place
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SUBLAYERS_H_
