#include "model/training/sublayers.h"

#include <algorithm>

namespace interpres {
namespace {

// The dropout mask id of a sublayer names the mask of its output. The sums of
// the id and these constants name the masks inside the sublayer.
constexpr uint64_t kAttentionWeightsMask = uint64_t{1} << 32;
constexpr uint64_t kActivationMask = uint64_t{2} << 32;

RowActivation ToRowActivation(Activation activation) {
  switch (activation) {
    case Activation::kGelu:
      return RowActivation::kGelu;
    case Activation::kSwish:
      return RowActivation::kSwish;
    case Activation::kQuickGelu:
      return RowActivation::kQuickGelu;
    case Activation::kRelu:
      break;
  }
  return RowActivation::kRelu;
}

int64_t Length(std::span<const int64_t> offsets, int64_t sentence) {
  const auto i = static_cast<std::size_t>(sentence);
  return offsets[i + 1] - offsets[i];
}

template <typename AnyMatrix>
AnyMatrix FromRow(AnyMatrix matrix, int64_t row) {
  return {matrix.data + row * matrix.stride, matrix.stride};
}

}  // namespace

AttentionShape SentenceAttention::Shape(const Pass& pass,
                                        int64_t sentence) const {
  const auto first = query_offsets_[static_cast<std::size_t>(sentence)];
  return {.queries = Length(query_offsets_, sentence),
          .keys = Length(key_offsets_, sentence),
          .heads = options_.heads,
          .head_dim = options_.head_dim,
          .causal = options_.causal,
          .dropout = {.probability = pass.attention_dropout,
                      .row_keys = row_keys_.data() + first,
                      .mask_id = options_.mask_id + kAttentionWeightsMask}};
}

AttentionWorkspace SentenceAttention::Workspace(const Pass& pass) {
  const auto sentences = static_cast<int64_t>(query_offsets_.size()) - 1;
  int64_t weights_size = 0;
  int64_t scratch_size = 0;
  for (int64_t i = 0; i < sentences; ++i) {
    const AttentionShape shape = Shape(pass, i);
    weights_size += shape.WeightsSize();
    scratch_size = std::max(scratch_size, shape.ScratchSize());
  }
  return {.weights = weights_.Reserve(weights_size),
          .scratch = pass.attention->Reserve(scratch_size)};
}

void SentenceAttention::Forward(const Pass& pass, const Sequences& queries,
                                const Sequences& keys,
                                const AttentionInputs& inputs, Matrix out) {
  row_keys_ = queries.row_keys;
  query_offsets_ = queries.offsets;
  key_offsets_ = keys.offsets;
  AttentionWorkspace workspace = Workspace(pass);
  for (int64_t i = 0; i < queries.sentences(); ++i) {
    const AttentionShape shape = Shape(pass, i);
    const int64_t query = query_offsets_[static_cast<std::size_t>(i)];
    const int64_t key = key_offsets_[static_cast<std::size_t>(i)];
    AttentionForward(shape,
                     {.q = FromRow(inputs.q, query),
                      .k = FromRow(inputs.k, key),
                      .v = FromRow(inputs.v, key)},
                     workspace, FromRow(out, query));
    workspace.weights += shape.WeightsSize();
  }
}

void SentenceAttention::Backward(const Pass& pass,
                                 const AttentionInputs& inputs,
                                 ConstMatrix d_out,
                                 const AttentionGradients& gradients) {
  const auto sentences = static_cast<int64_t>(query_offsets_.size()) - 1;
  AttentionWorkspace workspace = Workspace(pass);
  for (int64_t i = 0; i < sentences; ++i) {
    const AttentionShape shape = Shape(pass, i);
    const int64_t query = query_offsets_[static_cast<std::size_t>(i)];
    const int64_t key = key_offsets_[static_cast<std::size_t>(i)];
    AttentionBackward(shape,
                      {.q = FromRow(inputs.q, query),
                       .k = FromRow(inputs.k, key),
                       .v = FromRow(inputs.v, key)},
                      workspace, FromRow(d_out, query),
                      {.dq = FromRow(gradients.dq, query),
                       .dk = FromRow(gradients.dk, key),
                       .dv = FromRow(gradients.dv, key)});
    workspace.weights += shape.WeightsSize();
  }
}

SelfAttentionSublayer::SelfAttentionSublayer(const ParameterLayout& layout,
                                             const Options& options)
    : d_model_(layout.config().d_model),
      qkv_weight_(layout.Offset(WeightOf(options.id, Component::kQuery))),
      qkv_bias_(layout.Offset(BiasOf(options.id, Component::kQuery))),
      out_weight_(layout.Offset(WeightOf(options.id, Component::kOutput))),
      attention_({.heads = options.heads,
                  .head_dim = d_model_ / options.heads,
                  .causal = options.causal,
                  .mask_id = options.mask_id}),
      residual_(layout, {.id = options.id,
                         .projection = Component::kOutput,
                         .mask_id = options.mask_id}) {}

AttentionInputs SelfAttentionSublayer::Inputs() {
  const float* qkv = qkv_.data();
  const int64_t stride = 3 * d_model_;
  return {.q = {qkv, stride},
          .k = {qkv + d_model_, stride},
          .v = {qkv + 2 * d_model_, stride}};
}

const float* SelfAttentionSublayer::Forward(const Pass& pass,
                                            const Sequences& sequences,
                                            const float* x) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* input = residual_.Begin(pass, sequences, x);
  float* qkv = qkv_.Reserve(rows * 3 * d);
  pass.Project({.rows = rows, .in = d, .out = 3 * d}, {input, d}, qkv_weight_,
               {qkv, 3 * d});
  AddBias(rows, 3 * d, pass.parameters + qkv_bias_, qkv);
  float* context = context_.Reserve(rows * d);
  attention_.Forward(pass, sequences, sequences, Inputs(), {context, d});
  float* projected = pass.narrow->Reserve(rows * d);
  pass.Project({.rows = rows, .in = d, .out = d}, {context, d}, out_weight_,
               {projected, d});
  return residual_.End(pass, sequences, x, projected);
}

void SelfAttentionSublayer::Backward(const Pass& pass,
                                     const Sequences& sequences, const float* x,
                                     float* dy) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* d_projected = residual_.EndBackward(pass, sequences, dy);
  // In the forward pass this was: projected = context out_weight^T.
  const LinearShape projection{.rows = rows, .in = d, .out = d};
  float* d_context = pass.narrow->Reserve(rows * d);
  pass.ProjectBackward(projection, {context_.data(), d}, out_weight_,
                       {.dy = {d_projected, d},
                        .dx = {d_context, d},
                        .result = GemmResult::kReplace});
  float* d_qkv = pass.wide->Reserve(rows * 3 * d);
  attention_.Backward(pass, Inputs(), {d_context, d},
                      {.dq = {d_qkv, 3 * d},
                       .dk = {d_qkv + d, 3 * d},
                       .dv = {d_qkv + 2 * d, 3 * d}});
  // In the forward pass this was: qkv = input qkv_weight^T + qkv_bias.
  const LinearShape projections{.rows = rows, .in = d, .out = 3 * d};
  AddBiasBackward(rows, 3 * d, d_qkv, pass.gradients + qkv_bias_);
  const auto d_input = residual_.InputGradient(pass, sequences, dy);
  pass.ProjectBackward(
      projections, {residual_.Input(sequences, x), d}, qkv_weight_,
      {.dy = {d_qkv, 3 * d}, .dx = d_input.matrix, .result = d_input.result});
  residual_.BeginBackward(pass, sequences, dy);
}

CrossAttentionSublayer::CrossAttentionSublayer(const ParameterLayout& layout,
                                               const Options& options)
    : d_model_(layout.config().d_model),
      q_weight_(layout.Offset(WeightOf(options.id, Component::kQuery))),
      q_bias_(layout.Offset(BiasOf(options.id, Component::kQuery))),
      out_weight_(layout.Offset(WeightOf(options.id, Component::kOutput))),
      attention_({.heads = options.heads,
                  .head_dim = d_model_ / options.heads,
                  .causal = false,
                  .mask_id = options.mask_id}),
      residual_(layout, {.id = options.id,
                         .projection = Component::kOutput,
                         .mask_id = options.mask_id}) {}

const float* CrossAttentionSublayer::Forward(const Pass& pass,
                                             const Sequences& target,
                                             const Source& source,
                                             const float* x) {
  const int64_t rows = target.rows();
  const int64_t d = d_model_;
  const LinearShape projection{.rows = rows, .in = d, .out = d};
  const float* input = residual_.Begin(pass, target, x);
  float* q = q_.Reserve(rows * d);
  pass.Project(projection, {input, d}, q_weight_, {q, d});
  AddBias(rows, d, pass.parameters + q_bias_, q);
  float* context = context_.Reserve(rows * d);
  attention_.Forward(pass, target, source.sequences,
                     {.q = {q, d}, .k = source.keys, .v = source.values},
                     {context, d});
  float* projected = pass.narrow->Reserve(rows * d);
  pass.Project(projection, {context, d}, out_weight_, {projected, d});
  return residual_.End(pass, target, x, projected);
}

void CrossAttentionSublayer::Backward(const Pass& pass, const Sequences& target,
                                      const Source& source, const float* x,
                                      const Gradients& gradients) {
  const int64_t rows = target.rows();
  const int64_t d = d_model_;
  const LinearShape projection{.rows = rows, .in = d, .out = d};
  const float* d_projected = residual_.EndBackward(pass, target, gradients.dy);
  // In the forward pass this was: projected = context out_weight^T.
  float* d_context = pass.narrow->Reserve(rows * d);
  pass.ProjectBackward(projection, {context_.data(), d}, out_weight_,
                       {.dy = {d_projected, d},
                        .dx = {d_context, d},
                        .result = GemmResult::kReplace});
  float* dq = pass.wide->Reserve(rows * d);
  attention_.Backward(
      pass, {.q = {q_.data(), d}, .k = source.keys, .v = source.values},
      {d_context, d},
      {.dq = {dq, d}, .dk = gradients.d_keys, .dv = gradients.d_values});
  // In the forward pass this was: q = input q_weight^T + q_bias.
  AddBiasBackward(rows, d, dq, pass.gradients + q_bias_);
  const auto d_input = residual_.InputGradient(pass, target, gradients.dy);
  pass.ProjectBackward(
      projection, {residual_.Input(target, x), d}, q_weight_,
      {.dy = {dq, d}, .dx = d_input.matrix, .result = d_input.result});
  residual_.BeginBackward(pass, target, gradients.dy);
}

FeedForwardSublayer::FeedForwardSublayer(const ParameterLayout& layout,
                                         const Options& options)
    : d_model_(layout.config().d_model),
      ffn_dim_(options.ffn_dim),
      activation_(ToRowActivation(layout.config().activation)),
      fc1_weight_(layout.Offset(WeightOf(options.id, Component::kUp))),
      fc1_bias_(layout.Offset(BiasOf(options.id, Component::kUp))),
      fc2_weight_(layout.Offset(WeightOf(options.id, Component::kDown))),
      mask_id_(options.mask_id),
      residual_(layout, {.id = options.id,
                         .projection = Component::kDown,
                         .mask_id = options.mask_id}) {}

ActivationRows FeedForwardSublayer::Rows(const Sequences& sequences) const {
  return {
      .rows = sequences.rows(), .columns = ffn_dim_, .activation = activation_};
}

DropoutMask FeedForwardSublayer::Mask(const Pass& pass,
                                      const Sequences& sequences) const {
  return {.probability = pass.ffn_dropout,
          .row_keys = sequences.row_keys.data(),
          .mask_id = mask_id_ + kActivationMask};
}

const float* FeedForwardSublayer::Forward(const Pass& pass,
                                          const Sequences& sequences,
                                          const float* x) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* input = residual_.Begin(pass, sequences, x);
  float* hidden = hidden_.Reserve(rows * ffn_dim_);
  float* active = ActivationRunsInPlace(activation_)
                      ? hidden
                      : active_.Reserve(rows * ffn_dim_);
  pass.Project({.rows = rows, .in = d, .out = ffn_dim_}, {input, d},
               fc1_weight_, {hidden, ffn_dim_});
  BiasActivation(Rows(sequences), pass.parameters + fc1_bias_, hidden, active);
  DropRows(rows, ffn_dim_, Mask(pass, sequences), active);
  float* projected = pass.narrow->Reserve(rows * d);
  pass.Project({.rows = rows, .in = ffn_dim_, .out = d}, {active, ffn_dim_},
               fc2_weight_, {projected, d});
  return residual_.End(pass, sequences, x, projected);
}

void FeedForwardSublayer::Backward(const Pass& pass, const Sequences& sequences,
                                   const float* x, float* dy) {
  const int64_t rows = sequences.rows();
  const int64_t d = d_model_;
  const float* active =
      ActivationRunsInPlace(activation_) ? hidden_.data() : active_.data();
  const float* d_projected = residual_.EndBackward(pass, sequences, dy);
  // In the forward pass this was: projected = active fc2_weight^T.
  const LinearShape second{.rows = rows, .in = ffn_dim_, .out = d};
  float* d_hidden = pass.wide->Reserve(rows * ffn_dim_);
  pass.ProjectBackward(second, {active, ffn_dim_}, fc2_weight_,
                       {.dy = {d_projected, d},
                        .dx = {d_hidden, ffn_dim_},
                        .result = GemmResult::kReplace});
  // In the forward pass this was: active = dropout(activation(hidden)). Where
  // that ran in place, what was dropped looks inactive: its gradient is 0 both
  // ways.
  DropRows(rows, ffn_dim_, Mask(pass, sequences), d_hidden);
  BiasActivationBackward(Rows(sequences), hidden_.data(), d_hidden,
                         pass.gradients + fc1_bias_);
  // In the forward pass this was: hidden = input fc1_weight^T.
  const LinearShape first{.rows = rows, .in = d, .out = ffn_dim_};
  const auto d_input = residual_.InputGradient(pass, sequences, dy);
  pass.ProjectBackward(first, {residual_.Input(sequences, x), d}, fc1_weight_,
                       {.dy = {d_hidden, ffn_dim_},
                        .dx = d_input.matrix,
                        .result = d_input.result});
  residual_.BeginBackward(pass, sequences, dy);
}

}  // namespace interpres
