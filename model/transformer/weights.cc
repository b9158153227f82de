#include "model/transformer/weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"
#include "model/config/network.h"
#include "model/kernels/bfloat16.h"
#include "model/kernels/quantization.h"
#include "model/transformer/joined_multipliers.h"
#include "model/transformer/sinusoids.h"
#include "model/transformer/tensors.h"

namespace interpres {
namespace {

// Reads the tensors of the sublayers.
class Reader {
 public:
  // `place` is where the packed matrices go.
  Reader(const ParameterReader& parameters, const ModelConfig& config,
         ComputeType type, WeightMemory& place)
      : parameters_(parameters),
        d_model_(config.d_model),
        epsilon_(config.layer_norm_epsilon),
        self_layer_(config.decoder_self_layer),
        type_(type),
        place_(place) {}

  absl::StatusOr<AlignedBuffer<float>> Vector(const ParameterId& id,
                                              int64_t size) const {
    AlignedBuffer<float> out(size);
    const int64_t shape[] = {size};
    INTERPRES_RETURN_IF_ERROR(parameters_.ReadFloat32(id, shape, out.span()));
    return out;
  }

  absl::StatusOr<AlignedBuffer<float>> Matrix(const ParameterId& id,
                                              int64_t rows,
                                              int64_t columns) const {
    AlignedBuffer<float> out(rows * columns);
    const int64_t shape[] = {rows, columns};
    INTERPRES_RETURN_IF_ERROR(parameters_.ReadFloat32(id, shape, out.span()));
    return out;
  }

  // Several torch.nn.Linear layers over the same input as one matrix: their
  // outputs come one after another. The candidate of an SSRU has no bias.
  absl::StatusOr<PackedMatrix> Linear(
      const SublayerId& id, std::initializer_list<Component> components,
      int64_t inputs, int64_t outputs) const {
    const auto count = static_cast<int64_t>(components.size());
    AlignedBuffer<float> weights(count * outputs * inputs);
    AlignedBuffer<float> bias(count * outputs);
    const int64_t weight_shape[] = {outputs, inputs};
    const int64_t bias_shape[] = {outputs};
    const int64_t size = outputs * inputs;
    JoinedMultipliers multipliers;
    absl::Status status;
    int64_t i = 0;
    for (const Component component : components) {
      status.Update(
          parameters_.ReadFloat32(WeightOf(id, component), weight_shape,
                                  weights.span().subspan(i * size, size)));
      if (component != Component::kCandidate) {
        status.Update(
            parameters_.ReadFloat32(BiasOf(id, component), bias_shape,
                                    bias.span().subspan(i * outputs, outputs)));
      }
      multipliers.Add(parameters_.Multipliers(WeightOf(id, component)),
                      outputs);
      ++i;
    }
    INTERPRES_RETURN_IF_ERROR(status);
    return PackedMatrix::Create({.weights = weights.span(),
                                 .bias = bias.span(),
                                 .inputs = inputs,
                                 .multipliers = multipliers.Join()},
                                type_, place_);
  }

  absl::StatusOr<LayerNormTensors> LayerNorm(const SublayerId& id) const {
    return LayerNorm(WeightOf(id, Component::kNorm),
                     BiasOf(id, Component::kNorm));
  }

  absl::StatusOr<LayerNormTensors> LayerNorm(Stack stack) const {
    return LayerNorm(NormOfStack(stack, Part::kWeight),
                     NormOfStack(stack, Part::kBias));
  }

  absl::StatusOr<SelfAttentionTensors> SelfAttention(Stack stack,
                                                     int64_t layer) const {
    const SublayerId id = {stack, layer, Sublayer::kSelfAttention};
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix query_key_value,
        Linear(id, {Component::kQuery, Component::kKey, Component::kValue},
               d_model_, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix output,
        Linear(id, {Component::kOutput}, d_model_, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return SelfAttentionTensors{std::move(query_key_value), std::move(output),
                                std::move(norm)};
  }

  absl::StatusOr<SsruTensors> Ssru(int64_t layer) const {
    const SublayerId id = {Stack::kDecoder, layer, Sublayer::kSsru};
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix forget_candidate,
        Linear(id, {Component::kForget, Component::kCandidate}, d_model_,
               d_model_));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return SsruTensors{std::move(forget_candidate), std::move(norm)};
  }

  absl::StatusOr<CrossAttentionTensors> CrossAttention(int64_t layer) const {
    const SublayerId id = {Stack::kDecoder, layer, Sublayer::kCrossAttention};
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix query,
        Linear(id, {Component::kQuery}, d_model_, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix key_value,
        Linear(id, {Component::kKey, Component::kValue}, d_model_, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix output,
        Linear(id, {Component::kOutput}, d_model_, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return CrossAttentionTensors{std::move(query), std::move(key_value),
                                 std::move(output), std::move(norm)};
  }

  absl::StatusOr<FeedForwardTensors> FeedForward(Stack stack, int64_t layer,
                                                 int64_t ffn_dim) const {
    const SublayerId id = {stack, layer, Sublayer::kFeedForward};
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix up,
                               Linear(id, {Component::kUp}, d_model_, ffn_dim));
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix down, Linear(id, {Component::kDown}, ffn_dim, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return FeedForwardTensors{std::move(up), std::move(down), std::move(norm)};
  }

  absl::StatusOr<EncoderLayerTensors> EncoderLayer(int64_t i,
                                                   int64_t ffn_dim) const {
    INTERPRES_ASSIGN_OR_RETURN(SelfAttentionTensors self_attention,
                               SelfAttention(Stack::kEncoder, i));
    INTERPRES_ASSIGN_OR_RETURN(FeedForwardTensors feed_forward,
                               FeedForward(Stack::kEncoder, i, ffn_dim));
    return EncoderLayerTensors{std::move(self_attention),
                               std::move(feed_forward)};
  }

  absl::StatusOr<SelfLayerTensors> SelfLayer(int64_t i) const {
    switch (self_layer_) {
      case DecoderSelfLayer::kAttention:
        return SelfAttention(Stack::kDecoder, i);
      case DecoderSelfLayer::kSsru:
        return Ssru(i);
    }
    return absl::InternalError("unknown kind of decoder");
  }

  absl::StatusOr<DecoderLayerTensors> DecoderLayer(int64_t i,
                                                   int64_t ffn_dim) const {
    INTERPRES_ASSIGN_OR_RETURN(SelfLayerTensors self_layer, SelfLayer(i));
    INTERPRES_ASSIGN_OR_RETURN(CrossAttentionTensors cross_attention,
                               CrossAttention(i));
    INTERPRES_ASSIGN_OR_RETURN(FeedForwardTensors feed_forward,
                               FeedForward(Stack::kDecoder, i, ffn_dim));
    return DecoderLayerTensors{std::move(self_layer),
                               std::move(cross_attention),
                               std::move(feed_forward)};
  }

 private:
  absl::StatusOr<LayerNormTensors> LayerNorm(const ParameterId& gain_id,
                                             const ParameterId& bias_id) const {
    INTERPRES_ASSIGN_OR_RETURN(AlignedBuffer<float> gain,
                               Vector(gain_id, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(AlignedBuffer<float> bias,
                               Vector(bias_id, d_model_));
    return LayerNormTensors{std::move(gain), std::move(bias), epsilon_};
  }

  const ParameterReader& parameters_;
  const int64_t d_model_;
  const float epsilon_;  // of every layer norm
  const DecoderSelfLayer self_layer_;
  const ComputeType type_;
  WeightMemory& place_;
};

int LoadingThreads(std::size_t layers) {
  const auto processors = static_cast<std::size_t>(AvailableCpus());
  return static_cast<int>(std::clamp<std::size_t>(processors, 1, layers));
}

// Packing keeps a processor busy, so every processor packs.
absl::Status LoadLayers(const Reader& reader, TransformerTensors& tensors) {
  const ModelConfig& config = tensors.config;
  std::vector<absl::StatusOr<EncoderLayerTensors>> encoder(
      static_cast<std::size_t>(config.encoder_layers));
  std::vector<absl::StatusOr<DecoderLayerTensors>> decoder(
      static_cast<std::size_t>(config.decoder_layers));
  const auto load = [&](std::size_t i) {
    if (i < encoder.size()) {
      encoder[i] = reader.EncoderLayer(i, config.encoder_ffn_dim);
    } else {
      const std::size_t j = i - encoder.size();
      decoder[j] = reader.DecoderLayer(j, config.decoder_ffn_dim);
    }
  };
  const std::size_t layers = encoder.size() + decoder.size();
  std::atomic<std::size_t> next = 0;
  ThreadTeam(LoadingThreads(layers)).Run([&](int /*worker*/) {
    for (std::size_t i = next++; i < layers; i = next++) {
      load(i);
    }
  });
  for (auto& layer : encoder) {
    INTERPRES_RETURN_IF_ERROR(layer.status());
    tensors.encoder.push_back(*std::move(layer));
  }
  for (auto& layer : decoder) {
    INTERPRES_RETURN_IF_ERROR(layer.status());
    tensors.decoder.push_back(*std::move(layer));
  }
  return absl::OkStatus();
}

absl::Status LoadStackNorms(const Reader& reader, TransformerTensors& tensors) {
  if (tensors.config.norm_placement == NormPlacement::kAfterResidual) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(tensors.encoder_norm,
                             reader.LayerNorm(Stack::kEncoder));
  INTERPRES_ASSIGN_OR_RETURN(tensors.decoder_norm,
                             reader.LayerNorm(Stack::kDecoder));
  return absl::OkStatus();
}

// `multipliers` has one multiplier for each row, or is empty.
EmbeddingTensors InComputeType(AlignedBuffer<float> embeddings,
                               int64_t vocab_size, ComputeType type,
                               std::span<const float> multipliers) {
  EmbeddingTensors tensors;
  const int64_t size = embeddings.size();
  switch (type) {
    case ComputeType::kFloat32:
      tensors.float32 = std::move(embeddings);
      break;
    case ComputeType::kBFloat16:
      tensors.bfloat16 = AlignedBuffer<uint16_t>(size);
      ToBFloat16(embeddings.data(), size, tensors.bfloat16.data());
      break;
    case ComputeType::kInt8:
      tensors.int8 = AlignedBuffer<int8_t>(size);
      tensors.int8_scales = AlignedBuffer<float>(vocab_size);
      QuantizeWeights({.values = embeddings.data(),
                       .rows = vocab_size,
                       .width = size / vocab_size,
                       .multipliers = multipliers},
                      tensors.int8.data(), tensors.int8_scales.data());
      break;
  }
  return tensors;
}

// [vocab_size]. Zeros if the network has no bias.
absl::StatusOr<AlignedBuffer<float>> LogitsBias(const Reader& reader,
                                                const ModelConfig& config) {
  if (!config.has_logits_bias) {
    return AlignedBuffer<float>(config.vocab_size);
  }
  return reader.Matrix(kLogitsBiasId, 1, config.vocab_size);
}

}  // namespace

EmbeddingTables TransformerTensors::embedding_tables() const {
  return {
      .embeddings = embeddings.float32.data(),
      .bfloat16_embeddings = embeddings.bfloat16.data(),
      .int8_embeddings = embeddings.int8.data(),
      .int8_scales = embeddings.int8_scales.data(),
      .positions = positions.data(),
      .width = config.d_model,
      .scale = config.scale_embedding
                   ? std::sqrt(static_cast<float>(config.d_model))
                   : 1.0f,
  };
}

MatmulEpilogue ActivationEpilogue(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return {.activation = MatmulActivation::kRelu};
    case Activation::kGelu:
      return {.activation = MatmulActivation::kGelu};
    case Activation::kSwish:
      return {.activation = MatmulActivation::kSwish};
    case Activation::kQuickGelu:
      return {.activation = MatmulActivation::kQuickGelu};
  }
  return {};
}

TransformerWeights::TransformerWeights(std::unique_ptr<Data> data)
    : data_(std::move(data)) {}
TransformerWeights::~TransformerWeights() = default;

const ModelConfig& TransformerWeights::config() const {
  return data_->tensors.config;
}

ComputeType TransformerWeights::compute_type() const {
  return data_->tensors.projection.type();
}

absl::StatusOr<std::unique_ptr<const TransformerWeights>>
TransformerWeights::Load(const ModelConfig& config,
                         const ParameterReader& parameters, ComputeType type) {
  INTERPRES_RETURN_IF_ERROR(ValidateModelConfig(config));
  INTERPRES_RETURN_IF_ERROR(CheckComputeType(type));
  WeightMemory place;
  const Reader reader(parameters, config, type, place);
  INTERPRES_ASSIGN_OR_RETURN(
      AlignedBuffer<float> embeddings,
      reader.Matrix(kEmbeddingId, config.vocab_size, config.d_model));
  INTERPRES_ASSIGN_OR_RETURN(AlignedBuffer<float> logits_bias,
                             LogitsBias(reader, config));
  JoinedMultipliers joined;
  joined.Add(parameters.Multipliers(kEmbeddingId), config.vocab_size);
  const StoredMultipliers multipliers = joined.Join();
  INTERPRES_ASSIGN_OR_RETURN(PackedMatrix projection,
                             PackedMatrix::Create({.weights = embeddings.span(),
                                                   .bias = logits_bias.span(),
                                                   .inputs = config.d_model,
                                                   .multipliers = multipliers},
                                                  type, place));
  TransformerTensors tensors{
      .config = config,
      .embeddings = InComputeType(std::move(embeddings), config.vocab_size,
                                  type, multipliers.weights),
      .positions = MakeSinusoids(config.position_formula,
                                 {.first = config.first_position,
                                  .count = config.max_position_embeddings},
                                 config.d_model),
      .encoder = {},
      .decoder = {},
      .encoder_norm = {},
      .decoder_norm = {},
      .projection = std::move(projection),
  };
  INTERPRES_RETURN_IF_ERROR(LoadLayers(reader, tensors));
  INTERPRES_RETURN_IF_ERROR(LoadStackNorms(reader, tensors));
  return std::unique_ptr<const TransformerWeights>(
      new TransformerWeights(std::make_unique<Data>(Data{std::move(tensors)})));
}

}  // namespace interpres
