// The residual connections and layer norms of the network, forward and
// backward. NormPlacement says where the layer norms stand.

#ifndef INTERPRES_MODEL_TRAINING_RESIDUAL_CONNECTION_H_
#define INTERPRES_MODEL_TRAINING_RESIDUAL_CONNECTION_H_

#include <cstdint>
#include <optional>

#include "model/config/network.h"
#include "model/kernels/gemm.h"
#include "model/kernels/training_norm.h"
#include "model/tensor/growing_buffer.h"
#include "model/training/parameters.h"
#include "model/training/pass.h"

namespace interpres {

// The parameters of a layer norm, and the memory for its result and for the
// values that its gradient needs. Not thread-safe.
class NormMemory {
 public:
  // `gamma` and `beta` are the weight and the bias of the layer norm.
  // REQUIRES: the layout has both.
  NormMemory(const ParameterLayout& layout, const ParameterId& gamma,
             const ParameterId& beta);

  // Returns the arguments of LayerNormForward and LayerNormBackward for `rows`
  // rows. They borrow pass.parameters.
  LayerNormRows Rows(const Pass& pass, int64_t rows) const;
  // Returns memory for the results of a layer norm of `rows` rows. The memory
  // keeps its values, and calls return the same memory, until a call has more
  // rows than all calls before.
  LayerNormOutputs Outputs(int64_t rows);
  float* d_gamma(const Pass& pass) const { return pass.gradients + gamma_; }
  float* d_beta(const Pass& pass) const { return pass.gradients + beta_; }

 private:
  int64_t d_model_;
  float epsilon_;
  int64_t gamma_;  // offsets into the flat parameters
  int64_t beta_;
  GrowingBuffer<float> normalized_;
  GrowingBuffer<float> inverse_deviation_;
  GrowingBuffer<float> output_;
};

// The frame of every sublayer: layer norm, dropout and residual connection. The
// sublayer computes between Begin() and End(). Its output is
//   LayerNorm(x + dropout(Sublayer(x))) with NormPlacement::kAfterResidual,
//   x + dropout(Sublayer(LayerNorm(x))) with NormPlacement::kBeforeSublayer.
//
// A backward pass calls, in this order, EndBackward(), InputGradient() and
// BeginBackward(). All calls of a batch have the same `pass` and `sequences`.
// Not thread-safe.
class ResidualConnection {
 public:
  struct Options {
    SublayerId id = {};
    // The last linear layer of the sublayer, whose bias this object adds. Null
    // means that the sublayer does not end with a linear layer.
    std::optional<Component> projection = {};
    uint64_t mask_id = 0;  // dropout mask id, unique within the network
  };
  ResidualConnection(const ParameterLayout& layout, const Options& options);

  // Returns the input of the sublayer [rows, d]: `x` [rows, d] with
  // kAfterResidual. With kBeforeSublayer, returns LayerNorm(x), which this
  // object owns and which is valid until the next Begin().
  const float* Begin(const Pass& pass, const Sequences& sequences,
                     const float* x);

  // Returns the output of the sublayer [rows, d] with residual connection. `x`
  // is the `x` of Begin(), and `sublayer` [rows, d] is the output of the last
  // projection without its bias. This object owns the result, which is valid
  // until the next End().
  const float* End(const Pass& pass, const Sequences& sequences, const float* x,
                   const float* sublayer);

  // Replaces `dy` [rows, d], the gradient of the output, by its share that
  // reaches `x` through the residual connection. Adds the gradient of the bias,
  // and with kAfterResidual of the layer norm, to pass.gradients. Returns the
  // gradient of the argument `sublayer` of End(), [rows, d], in the scratch
  // buffer pass.d_sublayer. REQUIRES: called after End() of the same batch, and
  // pass.gradients is not null.
  const float* EndBackward(const Pass& pass, const Sequences& sequences,
                           float* dy);

  // The matrix to which the sublayer writes the gradient of its input. `result`
  // says whether the sublayer replaces the values or adds to them.
  struct Destination {
    Matrix matrix;  // [rows, d]
    GemmResult result = GemmResult::kReplace;
  };
  // Returns the matrix to which the sublayer must write the gradient of its
  // input. `dy` is the array that EndBackward() changed. With kAfterResidual,
  // the sublayer must add to `dy`. With kBeforeSublayer, the sublayer must
  // replace a matrix in the scratch buffer pass.narrow.
  Destination InputGradient(const Pass& pass, const Sequences& sequences,
                            float* dy) const;

  // Makes `dy`, the array of EndBackward(), the gradient of `x`. Adds the
  // gradients of a layer norm before the sublayer to pass.gradients. REQUIRES:
  // the sublayer has written the gradient of its input to the matrix of
  // InputGradient().
  void BeginBackward(const Pass& pass, const Sequences& sequences, float* dy);

  // Returns the result of the last Begin() again. REQUIRES: `sequences` and `x`
  // are the arguments of that Begin().
  const float* Input(const Sequences& sequences, const float* x);

 private:
  ResidualRows Sum(const Pass& pass, const Sequences& sequences) const;
  ResidualNormRows SumAndNorm(const Pass& pass,
                              const Sequences& sequences) const;

  int64_t d_model_;
  NormPlacement placement_;
  std::optional<int64_t> bias_;  // offset into the flat parameters
  uint64_t mask_id_;
  NormMemory norm_;
  GrowingBuffer<float> output_;  // [rows, d]; empty with kAfterResidual
};

// The end of a stack: the layer norm behind its last layer, if the network has
// one. Not thread-safe.
class StackEnd {
 public:
  StackEnd(const ParameterLayout& layout, Stack stack);

  // Returns the output of the stack [rows, d]: `x` [rows, d], or LayerNorm(x),
  // which this object owns and which is valid until the next Forward().
  const float* Forward(const Pass& pass, const Sequences& sequences,
                       const float* x);
  // Replaces `dy` [rows, d], the gradient of the output, by the gradient of
  // `x`. Adds the gradients of the layer norm to pass.gradients. REQUIRES:
  // called after Forward() of the same batch, and pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& sequences, float* dy);

 private:
  std::optional<NormMemory> norm_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RESIDUAL_CONNECTION_H_
