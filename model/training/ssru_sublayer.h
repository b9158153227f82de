// The SSRU sublayer of the decoder, forward and backward, as
// model/transformer/decoder.cc computes it: one linear layer for the forget
// gate, one without a bias for the candidate, and no output projection.
// The conventions of sublayers.h apply.

#ifndef INTERPRES_MODEL_TRAINING_SSRU_SUBLAYER_H_
#define INTERPRES_MODEL_TRAINING_SSRU_SUBLAYER_H_

#include <cstdint>

#include "model/config/network.h"
#include "model/kernels/training_ssru.h"
#include "model/tensor/growing_buffer.h"
#include "model/training/parameters.h"
#include "model/training/pass.h"
#include "model/training/residual_connection.h"

namespace interpres {

class SsruSublayer {
 public:
  struct Options {
    SublayerId id = {};
    uint64_t mask_id = 0;
  };
  SsruSublayer(const ParameterLayout& layout, const Options& options);

  const float* Forward(const Pass& pass, const Sequences& sequences,
                       const float* x);
  // Replaces `dy` [tokens of the batch, d_model], the gradient of the output of
  // Forward(), by the gradient of `x`. Adds the gradients of the sublayer's
  // parameters to pass.gradients. REQUIRES: the last Forward() had the same
  // arguments, and pass.gradients is not null.
  void Backward(const Pass& pass, const Sequences& sequences, const float* x,
                float* dy);

 private:
  SsruRows Rows(const Sequences& sequences) const;
  SsruSaved Saved();

  int64_t d_model_;
  int64_t weight_;  // of the forget gate, then of the candidate: [2 d, d]
  int64_t forget_bias_;
  ResidualConnection residual_;
  GrowingBuffer<float> forget_candidate_;  // [rows, 2 d]
  GrowingBuffer<float> states_;            // [rows, d]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SSRU_SUBLAYER_H_
