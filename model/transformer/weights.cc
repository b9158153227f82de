#include "model/transformer/weights.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"
#include "model/config/network.h"
#include "model/kernels/bfloat16.h"
#include "model/transformer/matrix_reader.h"
#include "model/transformer/sinusoids.h"
#include "model/transformer/tensors.h"

namespace interpres {
namespace {

// The tensors that a vocabulary gives their size.
struct VocabularyTensors {
  EmbeddingTensors embeddings;
  EmbeddingTensors source_embeddings;  // empty if the network has none
  PackedMatrix projection;
};

// The weights [rows, inputs] of a matrix before packing.
struct MatrixWeights {
  int64_t inputs = 0;
  Int8Rows int8;                // only for the compute type int8
  AlignedBuffer<float> floats;  // only for the other types
};

// Reads the tensors of the network.
class Reader {
 public:
  // `place` is where the packed matrices go.
  Reader(const ParameterReader& parameters, const ModelConfig& config,
         ComputeType type, WeightMemory& place)
      : parameters_(parameters),
        matrices_(JoinedMatricesOf(config)),
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

  // The matrix that begins with this component: several torch.nn.Linear layers
  // over the same input, whose outputs come one after another.
  absl::StatusOr<PackedMatrix> Linear(const SublayerId& id,
                                      Component first) const {
    const ParameterId begin = WeightOf(id, first);
    INTERPRES_ASSIGN_OR_RETURN(const MatrixWeights weights, Weights(begin));
    INTERPRES_ASSIGN_OR_RETURN(const AlignedBuffer<float> bias,
                               Bias(matrices_.at(begin)));
    return Pack(weights, bias);
  }

  // The embeddings in the type of the model, and the projection to the logits.
  absl::StatusOr<VocabularyTensors> Vocabulary(
      const ModelConfig& config) const {
    INTERPRES_ASSIGN_OR_RETURN(const AlignedBuffer<float> bias,
                               LogitsBias(config));
    INTERPRES_ASSIGN_OR_RETURN(MatrixWeights embeddings, Weights(kEmbeddingId));
    MatrixWeights separate;  // the weight of the projection
    if (!config.has_tied_output) {
      INTERPRES_ASSIGN_OR_RETURN(separate, Weights(kLogitsWeightId));
    }
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix projection,
        Pack(config.has_tied_output ? embeddings : separate, bias));
    EmbeddingTensors source_embeddings;
    if (config.has_source_embedding()) {
      INTERPRES_ASSIGN_OR_RETURN(MatrixWeights source,
                                 Weights(kSourceEmbeddingId));
      source_embeddings = AsEmbeddings(std::move(source));
    }
    return VocabularyTensors{AsEmbeddings(std::move(embeddings)),
                             std::move(source_embeddings),
                             std::move(projection)};
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
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix query_key_value,
                               Linear(id, Component::kQuery));
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix output,
                               Linear(id, Component::kOutput));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return SelfAttentionTensors{std::move(query_key_value), std::move(output),
                                std::move(norm)};
  }

  absl::StatusOr<SsruTensors> Ssru(int64_t layer) const {
    const SublayerId id = {Stack::kDecoder, layer, Sublayer::kSsru};
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix forget_candidate,
                               Linear(id, Component::kForget));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return SsruTensors{std::move(forget_candidate), std::move(norm)};
  }

  absl::StatusOr<CrossAttentionTensors> CrossAttention(int64_t layer) const {
    const SublayerId id = {Stack::kDecoder, layer, Sublayer::kCrossAttention};
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix query,
                               Linear(id, Component::kQuery));
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix key_value,
                               Linear(id, Component::kKey));
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix output,
                               Linear(id, Component::kOutput));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return CrossAttentionTensors{std::move(query), std::move(key_value),
                                 std::move(output), std::move(norm)};
  }

  absl::StatusOr<FeedForwardTensors> FeedForward(Stack stack,
                                                 int64_t layer) const {
    const SublayerId id = {stack, layer, Sublayer::kFeedForward};
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix up, Linear(id, Component::kUp));
    INTERPRES_ASSIGN_OR_RETURN(PackedMatrix down, Linear(id, Component::kDown));
    INTERPRES_ASSIGN_OR_RETURN(LayerNormTensors norm, LayerNorm(id));
    return FeedForwardTensors{std::move(up), std::move(down), std::move(norm)};
  }

  absl::StatusOr<EncoderLayerTensors> EncoderLayer(int64_t i) const {
    INTERPRES_ASSIGN_OR_RETURN(SelfAttentionTensors self_attention,
                               SelfAttention(Stack::kEncoder, i));
    INTERPRES_ASSIGN_OR_RETURN(FeedForwardTensors feed_forward,
                               FeedForward(Stack::kEncoder, i));
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

  absl::StatusOr<DecoderLayerTensors> DecoderLayer(int64_t i) const {
    INTERPRES_ASSIGN_OR_RETURN(SelfLayerTensors self_layer, SelfLayer(i));
    INTERPRES_ASSIGN_OR_RETURN(CrossAttentionTensors cross_attention,
                               CrossAttention(i));
    INTERPRES_ASSIGN_OR_RETURN(FeedForwardTensors feed_forward,
                               FeedForward(Stack::kDecoder, i));
    return DecoderLayerTensors{std::move(self_layer),
                               std::move(cross_attention),
                               std::move(feed_forward)};
  }

 private:
  // The biases of the parts of a matrix. The candidate of an SSRU has none.
  absl::StatusOr<AlignedBuffer<float>> Bias(const JoinedMatrix& matrix) const {
    AlignedBuffer<float> bias(matrix.rows());
    const int64_t shape[] = {matrix.outputs};
    int64_t first = 0;
    for (const ParameterId& part : matrix.parts) {
      const std::span<float> values =
          bias.span().subspan(first, matrix.outputs);
      first += matrix.outputs;
      if (part.component == Component::kCandidate) {
        continue;  // has no bias
      }
      INTERPRES_RETURN_IF_ERROR(parameters_.ReadFloat32(
          BiasOf(part.sublayer, part.component), shape, values));
    }
    return bias;
  }

  // [vocab_size]. Zeros if the network has no bias.
  absl::StatusOr<AlignedBuffer<float>> LogitsBias(
      const ModelConfig& config) const {
    AlignedBuffer<float> bias(config.vocab_size);
    const int64_t shape[] = {1, config.vocab_size};
    if (config.has_logits_bias) {
      INTERPRES_RETURN_IF_ERROR(
          parameters_.ReadFloat32(kLogitsBiasId, shape, bias.span()));
    }
    return bias;
  }

  // The weights of the matrix that begins with the parameter `first`.
  absl::StatusOr<MatrixWeights> Weights(const ParameterId& first) const {
    const JoinedMatrix& matrix = matrices_.at(first);
    MatrixWeights weights = {.inputs = matrix.inputs, .int8 = {}, .floats = {}};
    if (type_ == ComputeType::kInt8) {
      INTERPRES_ASSIGN_OR_RETURN(weights.int8,
                                 MatrixReader(parameters_).ReadInt8(matrix));
    } else {
      INTERPRES_ASSIGN_OR_RETURN(weights.floats,
                                 MatrixReader(parameters_).ReadFloat32(matrix));
    }
    return weights;
  }

  absl::StatusOr<PackedMatrix> Pack(const MatrixWeights& matrix,
                                    const AlignedBuffer<float>& bias) const {
    if (type_ != ComputeType::kInt8) {
      return PackedMatrix::Create({.weights = matrix.floats.span(),
                                   .bias = bias.span(),
                                   .inputs = matrix.inputs},
                                  type_, place_);
    }
    return PackedMatrix::Create(
        {.weights = matrix.int8.weights.span(),
         .scales = matrix.int8.scales.span(),
         .bias = bias.span(),
         .inputs = matrix.inputs,
         .input_multiplier = matrix.int8.input_multiplier},
        place_);
  }

  EmbeddingTensors AsEmbeddings(MatrixWeights matrix) const {
    EmbeddingTensors tensors;
    switch (type_) {
      case ComputeType::kFloat32:
        tensors.float32 = std::move(matrix.floats);
        break;
      case ComputeType::kBFloat16:
        tensors.bfloat16 = AlignedBuffer<uint16_t>(matrix.floats.size());
        ToBFloat16(matrix.floats.data(), matrix.floats.size(),
                   tensors.bfloat16.data());
        break;
      case ComputeType::kInt8:
        tensors.int8 = std::move(matrix.int8.weights);
        tensors.int8_scales = std::move(matrix.int8.scales);
        break;
    }
    return tensors;
  }

  absl::StatusOr<LayerNormTensors> LayerNorm(const ParameterId& gain_id,
                                             const ParameterId& bias_id) const {
    INTERPRES_ASSIGN_OR_RETURN(AlignedBuffer<float> gain,
                               Vector(gain_id, d_model_));
    INTERPRES_ASSIGN_OR_RETURN(AlignedBuffer<float> bias,
                               Vector(bias_id, d_model_));
    return LayerNormTensors{std::move(gain), std::move(bias), epsilon_};
  }

  const ParameterReader& parameters_;
  const JoinedMatrices matrices_;
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

// What several threads load, each part with its status.
struct LoadedParts {
  absl::StatusOr<VocabularyTensors> vocabulary;
  std::vector<absl::StatusOr<EncoderLayerTensors>> encoder;
  std::vector<absl::StatusOr<DecoderLayerTensors>> decoder;
};

// Packing keeps a processor busy, so every processor packs. The vocabulary is
// the largest part, so it comes first.
LoadedParts LoadParts(const Reader& reader, const ModelConfig& config) {
  LoadedParts parts;
  parts.encoder.resize(static_cast<std::size_t>(config.encoder_layers));
  parts.decoder.resize(static_cast<std::size_t>(config.decoder_layers));
  const std::size_t decoder_begin = 1 + parts.encoder.size();
  const auto load = [&](std::size_t i) {
    if (i == 0) {
      parts.vocabulary = reader.Vocabulary(config);
    } else if (i < decoder_begin) {
      parts.encoder[i - 1] = reader.EncoderLayer(static_cast<int64_t>(i) - 1);
    } else {
      const std::size_t layer = i - decoder_begin;
      parts.decoder[layer] = reader.DecoderLayer(static_cast<int64_t>(layer));
    }
  };
  const std::size_t count = decoder_begin + parts.decoder.size();
  std::atomic<std::size_t> next = 0;
  ThreadTeam(LoadingThreads(count)).Run([&](int /*worker*/) {
    for (std::size_t i = next++; i < count; i = next++) {
      load(i);
    }
  });
  return parts;
}

absl::Status MoveLayers(LoadedParts parts, TransformerTensors& tensors) {
  for (auto& layer : parts.encoder) {
    INTERPRES_RETURN_IF_ERROR(layer.status());
    tensors.encoder.push_back(*std::move(layer));
  }
  for (auto& layer : parts.decoder) {
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

}  // namespace

EmbeddingTables TransformerTensors::embedding_tables() const {
  return TablesOf(embeddings);
}

EmbeddingTables TransformerTensors::source_embedding_tables() const {
  return TablesOf(config.has_source_embedding() ? source_embeddings
                                                : embeddings);
}

EmbeddingTables TransformerTensors::TablesOf(
    const EmbeddingTensors& tensors) const {
  return {
      .embeddings = tensors.float32.data(),
      .bfloat16_embeddings = tensors.bfloat16.data(),
      .int8_embeddings = tensors.int8.data(),
      .int8_scales = tensors.int8_scales.data(),
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

absl::StatusOr<std::unique_ptr<const TransformerWeights>>
TransformerWeights::Load(const ModelConfig& config,
                         const ParameterReader& parameters, ComputeType type) {
  INTERPRES_RETURN_IF_ERROR(ValidateModelConfig(config));
  INTERPRES_RETURN_IF_ERROR(CheckComputeType(type));
  if (type != ComputeType::kInt8 && parameters.HasInt8Rows(kEmbeddingId)) {
    return absl::FailedPreconditionError(absl::StrCat(
        parameters.PlaceOf(kEmbeddingId),
        " is quantised to 8 bits; expected float weights; set the compute type "
        "int8"));
  }
  WeightMemory place;
  const Reader reader(parameters, config, type, place);
  LoadedParts parts = LoadParts(reader, config);
  INTERPRES_RETURN_IF_ERROR(parts.vocabulary.status());
  TransformerTensors tensors{
      .config = config,
      .embeddings = std::move(parts.vocabulary->embeddings),
      .source_embeddings = std::move(parts.vocabulary->source_embeddings),
      .positions = MakeSinusoids(config.position_formula,
                                 {.first = config.first_position,
                                  .count = config.max_position_embeddings},
                                 config.d_model),
      .encoder = {},
      .decoder = {},
      .encoder_norm = {},
      .decoder_norm = {},
      .projection = std::move(parts.vocabulary->projection),
  };
  INTERPRES_RETURN_IF_ERROR(MoveLayers(std::move(parts), tensors));
  INTERPRES_RETURN_IF_ERROR(LoadStackNorms(reader, tensors));
  return std::unique_ptr<const TransformerWeights>(
      new TransformerWeights(std::make_unique<Data>(Data{std::move(tensors)})));
}

}  // namespace interpres
