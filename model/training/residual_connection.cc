#include "model/training/residual_connection.h"

namespace interpres {

NormMemory::NormMemory(const ParameterLayout& layout, const ParameterId& gamma,
                       const ParameterId& beta)
    : d_model_(layout.config().d_model),
      epsilon_(layout.config().layer_norm_epsilon),
      gamma_(layout.Offset(gamma)),
      beta_(layout.Offset(beta)) {}

LayerNormRows NormMemory::Rows(const Pass& pass, int64_t rows) const {
  return {.rows = rows,
          .columns = d_model_,
          .epsilon = epsilon_,
          .gamma = pass.parameters + gamma_,
          .beta = pass.parameters + beta_};
}

LayerNormOutputs NormMemory::Outputs(int64_t rows) {
  return {.saved = {.normalized = normalized_.Reserve(rows * d_model_),
                    .inverse_deviation = inverse_deviation_.Reserve(rows)},
          .y = output_.Reserve(rows * d_model_)};
}

ResidualConnection::ResidualConnection(const ParameterLayout& layout,
                                       const Options& options)
    : d_model_(layout.config().d_model),
      placement_(layout.config().norm_placement),
      mask_id_(options.mask_id),
      norm_(layout, WeightOf(options.id, Component::kNorm),
            BiasOf(options.id, Component::kNorm)) {
  if (options.projection.has_value()) {
    bias_ = layout.Offset(BiasOf(options.id, *options.projection));
  }
}

ResidualRows ResidualConnection::Sum(const Pass& pass,
                                     const Sequences& sequences) const {
  return {.rows = sequences.rows(),
          .columns = d_model_,
          .dropout = {.probability = pass.dropout,
                      .row_keys = sequences.row_keys.data(),
                      .mask_id = mask_id_},
          .bias = bias_.has_value() ? pass.parameters + *bias_ : nullptr};
}

ResidualNormRows ResidualConnection::SumAndNorm(
    const Pass& pass, const Sequences& sequences) const {
  const ResidualRows sum = Sum(pass, sequences);
  const LayerNormRows norm = norm_.Rows(pass, sum.rows);
  return {.rows = sum.rows,
          .columns = sum.columns,
          .epsilon = norm.epsilon,
          .dropout = sum.dropout,
          .bias = sum.bias,
          .gamma = norm.gamma,
          .beta = norm.beta};
}

const float* ResidualConnection::Begin(const Pass& pass,
                                       const Sequences& sequences,
                                       const float* x) {
  if (placement_ == NormPlacement::kAfterResidual) {
    return x;
  }
  const int64_t rows = sequences.rows();
  const LayerNormOutputs outputs = norm_.Outputs(rows);
  LayerNormForward(norm_.Rows(pass, rows), x, outputs);
  return outputs.y;
}

const float* ResidualConnection::End(const Pass& pass,
                                     const Sequences& sequences, const float* x,
                                     const float* sublayer) {
  const int64_t rows = sequences.rows();
  if (placement_ == NormPlacement::kAfterResidual) {
    const LayerNormOutputs outputs = norm_.Outputs(rows);
    ResidualNorm(SumAndNorm(pass, sequences), x, sublayer, outputs);
    return outputs.y;
  }
  float* output = output_.Reserve(rows * d_model_);
  AddResidual(Sum(pass, sequences), x, sublayer, output);
  return output;
}

const float* ResidualConnection::EndBackward(const Pass& pass,
                                             const Sequences& sequences,
                                             float* dy) {
  const int64_t rows = sequences.rows();
  float* d_sublayer = pass.d_sublayer->Reserve(rows * d_model_);
  float* d_bias = bias_.has_value() ? pass.gradients + *bias_ : nullptr;
  if (placement_ == NormPlacement::kAfterResidual) {
    ResidualNormBackward(SumAndNorm(pass, sequences), norm_.Outputs(rows).saved,
                         dy,
                         {.d_residual = dy,
                          .d_sublayer = d_sublayer,
                          .d_bias = d_bias,
                          .d_gamma = norm_.d_gamma(pass),
                          .d_beta = norm_.d_beta(pass)});
  } else {
    AddResidualBackward(Sum(pass, sequences), dy, d_sublayer, d_bias);
  }
  return d_sublayer;
}

ResidualConnection::Destination ResidualConnection::InputGradient(
    const Pass& pass, const Sequences& sequences, float* dy) const {
  if (placement_ == NormPlacement::kAfterResidual) {
    return {.matrix = {dy, d_model_}, .result = GemmResult::kAdd};
  }
  return {
      .matrix = {pass.narrow->Reserve(sequences.rows() * d_model_), d_model_},
      .result = GemmResult::kReplace};
}

void ResidualConnection::BeginBackward(const Pass& pass,
                                       const Sequences& sequences, float* dy) {
  if (placement_ == NormPlacement::kAfterResidual) {
    return;
  }
  const int64_t rows = sequences.rows();
  LayerNormBackward(norm_.Rows(pass, rows), norm_.Outputs(rows).saved,
                    pass.narrow->data(),
                    {.dx = dy,
                     .adds_to_dx = true,
                     .d_gamma = norm_.d_gamma(pass),
                     .d_beta = norm_.d_beta(pass)});
}

const float* ResidualConnection::Input(const Sequences& sequences,
                                       const float* x) {
  return placement_ == NormPlacement::kAfterResidual
             ? x
             : norm_.Outputs(sequences.rows()).y;
}

StackEnd::StackEnd(const ParameterLayout& layout, Stack stack) {
  if (layout.config().norm_placement == NormPlacement::kBeforeSublayer) {
    norm_.emplace(layout, NormOfStack(stack, Part::kWeight),
                  NormOfStack(stack, Part::kBias));
  }
}

const float* StackEnd::Forward(const Pass& pass, const Sequences& sequences,
                               const float* x) {
  if (!norm_.has_value()) {
    return x;
  }
  const int64_t rows = sequences.rows();
  const LayerNormOutputs outputs = norm_->Outputs(rows);
  LayerNormForward(norm_->Rows(pass, rows), x, outputs);
  return outputs.y;
}

void StackEnd::Backward(const Pass& pass, const Sequences& sequences,
                        float* dy) {
  if (!norm_.has_value()) {
    return;
  }
  const int64_t rows = sequences.rows();
  LayerNormBackward(norm_->Rows(pass, rows), norm_->Outputs(rows).saved, dy,
                    {.dx = dy,
                     .d_gamma = norm_->d_gamma(pass),
                     .d_beta = norm_->d_beta(pass)});
}

}  // namespace interpres
