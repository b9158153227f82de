#include "model/transformer/decoder.h"

#include <variant>

#include "model/base/check.h"
#include "model/kernels/attention.h"
#include "model/kernels/embedding.h"
#include "model/kernels/ssru.h"

namespace interpres {

Decoder::Decoder(const TransformerTensors& tensors, MatmulSession& matmul,
                 const SessionOptions& options)
    : tensors_(tensors),
      matmul_(matmul),
      max_rows_(options.max_rows),
      heads_{tensors.config.decoder_attention_heads,
             tensors.config.d_model / tensors.config.decoder_attention_heads},
      alignment_layer_(
          AlignmentLayer(static_cast<int32_t>(tensors.config.decoder_layers))),
      source_(tensors.config, options, tensors.projection.type()),
      projection_(tensors, matmul, options),
      tokens_(options.max_rows),
      positions_(options.max_rows),
      weight_sums_(int64_t{options.max_rows} *
                   tensors.config.max_position_embeddings),
      alignments_(options.max_rows) {
  switch (tensors.config.decoder_self_layer) {
    case DecoderSelfLayer::kAttention:
      state_ = &attention_state_.emplace(tensors.config, options,
                                         tensors.projection.type());
      break;
    case DecoderSelfLayer::kSsru:
      state_ = &ssru_state_.emplace(tensors.config, options);
      break;
  }
  for (const DecoderLayerTensors& layer : tensors.decoder) {
    handles_.push_back(Register(layer));
  }
}

Decoder::LayerHandles Decoder::Register(
    const DecoderLayerTensors& layer) const {
  const MatmulEpilogue plain;
  const MatmulEpilogue residual{.accumulate = true};
  const MatmulEpilogue activation =
      ActivationEpilogue(tensors_.config.activation);
  const CrossAttentionTensors& cross = layer.cross_attention;
  LayerHandles handles{
      .query_key_value = {},
      .self_output = {},
      .forget_candidate = {},
      .query = matmul_.Register(cross.query, plain),
      .key_value = matmul_.Register(cross.key_value, plain),
      .cross_output = matmul_.Register(cross.output, residual),
      .up = matmul_.Register(layer.feed_forward.up, activation),
      .down = matmul_.Register(layer.feed_forward.down, residual),
  };
  if (const auto* self = std::get_if<SelfAttentionTensors>(&layer.self_layer)) {
    handles.query_key_value = matmul_.Register(self->query_key_value, plain);
    handles.self_output = matmul_.Register(self->output, residual);
  } else {
    const auto& ssru = std::get<SsruTensors>(layer.self_layer);
    handles.forget_candidate = matmul_.Register(ssru.forget_candidate, plain);
  }
  return handles;
}

absl::Status Decoder::PrepareSteps() {
  // The layers have the same shapes, and so share their primitives.
  const LayerHandles& handles = handles_.front();
  absl::Status status = projection_.Prepare();
  for (const MatmulSession::Handle handle :
       {handles.query, handles.cross_output, handles.up, handles.down}) {
    status.Update(matmul_.PrepareUpTo(handle, max_rows_));
  }
  switch (tensors_.config.decoder_self_layer) {
    case DecoderSelfLayer::kAttention:
      status.Update(matmul_.PrepareUpTo(handles.query_key_value, max_rows_));
      status.Update(matmul_.PrepareUpTo(handles.self_output, max_rows_));
      break;
    case DecoderSelfLayer::kSsru:
      status.Update(matmul_.PrepareUpTo(handles.forget_candidate, max_rows_));
      break;
  }
  return status;
}

absl::Status Decoder::PrepareCross(int64_t tokens) {
  return matmul_.Prepare(handles_.front().key_value, tokens);
}

void Decoder::StoreCross(std::span<const int32_t> cache_positions,
                         Activations& activations) {
  const auto tokens = static_cast<int64_t>(cache_positions.size());
  const int64_t width = 2 * tensors_.config.d_model;
  for (std::size_t layer = 0; layer < handles_.size(); ++layer) {
    matmul_.Run(handles_[layer].key_value, activations.hidden.data(), tokens,
                activations.wide.data());
    for (int64_t i = 0; i < tokens; ++i) {
      source_.Store(static_cast<int64_t>(layer), cache_positions[i],
                    activations.wide.data() + i * width);
    }
  }
}

void Decoder::Step(std::span<const Row> rows, Activations& activations) {
  const auto count = static_cast<int64_t>(rows.size());
  Check(count <= max_rows_, "a step has more rows than the session");
  if (rows.empty()) {
    projection_.Forget();
    return;
  }
  state_->Advance(rows);
  attention_wanted_ = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Check(rows[i].token >= 0 && rows[i].token < tensors_.config.vocab_size,
          "a row's token is outside the vocabulary");
    tokens_[i] = rows[i].token;
    positions_[i] = rows[i].position;
    attention_wanted_ |= rows[i].attention != nullptr;
  }
  float* hidden = activations.hidden.data();
  EmbedTokens(tensors_.embedding_tables(),
              std::span(tokens_).first(rows.size()),
              std::span(positions_).first(rows.size()), hidden);
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    const auto layer = static_cast<int64_t>(i);
    switch (tensors_.config.decoder_self_layer) {
      case DecoderSelfLayer::kAttention:
        SelfAttention(layer, count, activations);
        break;
      case DecoderSelfLayer::kSsru:
        Ssru(layer, count, activations);
        break;
    }
    CrossAttention(layer, rows, activations);
    FeedForward(layer, count, activations);
  }
  EndStack(tensors_.config.norm_placement, tensors_.decoder_norm, count,
           activations);
  projection_.Run(rows, activations);
}

void Decoder::SelfAttention(int64_t layer, int64_t rows,
                            Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  const NormPlacement placement = tensors_.config.norm_placement;
  const LayerNormTensors& norm =
      std::get<SelfAttentionTensors>(tensors_.decoder[layer].self_layer).norm;
  SelfAttentionCache& state = *attention_state_;
  float* wide = activations.wide.data();
  matmul_.Run(handles_[layer].query_key_value,
              BeginSublayer(placement, norm, rows, activations), rows, wide);
  for (int64_t i = 0; i < rows; ++i) {
    state.Store(layer, state.NewestCachePosition(i), wide + i * 3 * d + d);
  }
  for (int64_t i = 0; i < rows; ++i) {
    Attend(heads_,
           {.queries = wide + i * 3 * d,
            .query_stride = 3 * d,
            .output = activations.attention.data() + i * d,
            .output_stride = d,
            .rows = 1},
           state.Keys(layer, i), activations.attention_scratch.span(),
           i + 1 < rows ? state.Keys(layer, i + 1) : AttentionKeys());
  }
  matmul_.Run(handles_[layer].self_output, activations.attention.data(), rows,
              activations.hidden.data());
  EndSublayer(placement, norm, rows, activations);
}

void Decoder::Ssru(int64_t layer, int64_t rows, Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  const NormPlacement placement = tensors_.config.norm_placement;
  const LayerNormTensors& norm =
      std::get<SsruTensors>(tensors_.decoder[layer].self_layer).norm;
  float* wide = activations.wide.data();
  matmul_.Run(handles_[layer].forget_candidate,
              BeginSublayer(placement, norm, rows, activations), rows, wide);
  for (int64_t i = 0; i < rows; ++i) {
    SsruStep(wide + i * 2 * d, d, ssru_state_->State(layer, i),
             activations.hidden.data() + i * d);
  }
  EndSublayer(placement, norm, rows, activations);
}

void Decoder::CrossAttention(int64_t layer, std::span<const Row> rows,
                             Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  const auto count = static_cast<int64_t>(rows.size());
  const NormPlacement placement = tensors_.config.norm_placement;
  const LayerNormTensors& norm = tensors_.decoder[layer].cross_attention.norm;
  float* queries = activations.wide.data();
  matmul_.Run(handles_[layer].query,
              BeginSublayer(placement, norm, count, activations), count,
              queries);
  const bool aligns = layer == alignment_layer_;
  // The hypotheses of a slot see the same keys: one call for all of them.
  for (int64_t first = 0; first < count;) {
    const int64_t last = first + CountRowsOfSlot(rows, first);
    Attend(
        heads_,
        {.queries = queries + first * d,
         .query_stride = d,
         .output = activations.attention.data() + first * d,
         .output_stride = d,
         .rows = last - first,
         .weight_sums = aligns ? weight_sums_.data() : nullptr},
        source_.Keys(layer, rows[first].slot),
        activations.attention_scratch.span(),
        last < count ? source_.Keys(layer, rows[last].slot) : AttentionKeys());
    if (aligns) {
      Align(rows, first, last);
    }
    first = last;
  }
  if (attention_wanted_) {
    StoreAttention(layer, rows, activations);
  }
  matmul_.Run(handles_[layer].cross_output, activations.attention.data(), count,
              activations.hidden.data());
  EndSublayer(placement, norm, count, activations);
}

void Decoder::Align(std::span<const Row> rows, int64_t first, int64_t last) {
  const int32_t slot = rows[first].slot;
  const std::size_t tokens = source_.CachePositions(slot).size();
  const SourcePieces& pieces = source_.Pieces(slot);
  const int32_t end = AlignedEnd(static_cast<int32_t>(tokens), pieces);
  const float* sums = weight_sums_.data();
  for (int64_t row = first; row < last; ++row) {
    alignments_[row] = {.token = AlignedToken({sums, tokens}, pieces),
                        .end = end};
    sums += tokens;
  }
}

void Decoder::StoreAttention(int64_t layer, std::span<const Row> rows,
                             const Activations& activations) const {
  const float* query = activations.wide.data();
  for (const Row& row : rows) {
    if (row.attention != nullptr) {
      const AttentionKeys keys = source_.Keys(layer, row.slot);
      const int64_t size = heads_.heads * keys.length;
      AttentionWeights(
          heads_, query, keys,
          {row.attention + layer * size, static_cast<std::size_t>(size)});
    }
    query += tensors_.config.d_model;
  }
}

void Decoder::FeedForward(int64_t layer, int64_t rows,
                          Activations& activations) {
  const NormPlacement placement = tensors_.config.norm_placement;
  const LayerNormTensors& norm = tensors_.decoder[layer].feed_forward.norm;
  float* wide = activations.wide.data();
  matmul_.Run(handles_[layer].up,
              BeginSublayer(placement, norm, rows, activations), rows, wide);
  matmul_.Run(handles_[layer].down, wide, rows, activations.hidden.data());
  EndSublayer(placement, norm, rows, activations);
}

}  // namespace interpres
