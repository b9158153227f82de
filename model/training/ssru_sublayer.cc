#include "model/training/ssru_sublayer.h"

namespace interpres {

SsruSublayer::SsruSublayer(const ParameterLayout& layout,
                           const Options& options)
    : d_model_(layout.config().d_model),
      weight_(layout.Offset(WeightOf(options.id, Component::kForget))),
      forget_bias_(layout.Offset(BiasOf(options.id, Component::kForget))),
      residual_(layout, {.id = options.id, .mask_id = options.mask_id}) {}

SsruRows SsruSublayer::Rows(const Sequences& sequences) const {
  return {.offsets = sequences.offsets, .columns = d_model_};
}

SsruSaved SsruSublayer::Saved() {
  return {.forget_candidate = forget_candidate_.data(),
          .states = states_.data()};
}

const float* SsruSublayer::Forward(const Pass& pass, const Sequences& sequences,
                                   const float* x) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* input = residual_.Begin(pass, sequences, x);
  float* products = forget_candidate_.Reserve(rows * 2 * d);
  states_.Reserve(rows * d);
  pass.Project({.rows = rows, .in = d, .out = 2 * d}, {input, d}, weight_,
               {products, 2 * d});
  float* hidden = pass.narrow->Reserve(rows * d);
  SsruForward(Rows(sequences), pass.parameters + forget_bias_, Saved(), hidden);
  return residual_.End(pass, sequences, x, hidden);
}

void SsruSublayer::Backward(const Pass& pass, const Sequences& sequences,
                            const float* x, float* dy) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* d_hidden = residual_.EndBackward(pass, sequences, dy);
  float* d_products = pass.wide->Reserve(rows * 2 * d);
  SsruBackward(Rows(sequences), Saved(), d_hidden,
               {.d_forget_candidate = d_products,
                .d_forget_bias = pass.gradients + forget_bias_});
  // In the forward pass this was: products = input weight^T.
  const auto d_input = residual_.InputGradient(pass, sequences, dy);
  pass.ProjectBackward({.rows = rows, .in = d, .out = 2 * d},
                       {residual_.Input(sequences, x), d}, weight_,
                       {.dy = {d_products, 2 * d},
                        .dx = d_input.matrix,
                        .result = d_input.result});
  residual_.BeginBackward(pass, sequences, dy);
}

}  // namespace interpres
