#include "model/training/initial_checkpoint.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/interpres_model.h"
#include "model/config/piece_ids.h"
#include "model/training/embedding_transfer.h"

namespace interpres {
namespace {

// The flags of a network, as a person would write them.
std::string NetworkFlags(const ModelConfig& config) {
  return absl::StrFormat(
      "--d-model %d --encoder-layers %d --decoder-layers %d --heads %d --ffn "
      "%d --activation %s --decoder %s --norm %s",
      config.d_model, config.encoder_layers, config.decoder_layers,
      config.encoder_attention_heads, config.encoder_ffn_dim,
      std::string(ActivationName(config.activation)),
      std::string(DecoderSelfLayerName(config.decoder_self_layer)),
      std::string(NormPlacementName(config.norm_placement)));
}

// That training computes the network.
absl::Status CheckNetwork(const ModelDirectory& checkpoint) {
  const ModelConfig& config = checkpoint.description.config;
  if (IsTrainableNetwork(config)) {
    return absl::OkStatus();
  }
  if (config.has_source_embedding() || !config.has_tied_output) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--init %s: cannot be trained on: it has separate embeddings for the "
        "source, the target or the output layer; expected one embedding, which "
        "training writes; begin with a model with one vocabulary",
        checkpoint.path.string()));
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--init %s: cannot be trained on: it is a %s model, whose layer norms "
      "or positions differ from those that training computes; begin with a "
      "MarianMT model that was not converted from native Marian, or with a "
      "model of interpres-train",
      checkpoint.path.string(), std::string(checkpoint.family->name)));
}

// That training knows such a network, with one width and one number of heads.
absl::Status CheckTrainable(const ModelDirectory& checkpoint) {
  const ModelConfig& config = checkpoint.description.config;
  if (config.encoder_attention_heads != config.decoder_attention_heads ||
      config.encoder_ffn_dim != config.decoder_ffn_dim ||
      !config.scale_embedding) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--init %s: cannot be trained on: encoder and decoder must have the "
        "same heads and feed-forward width (found %d and %d, %d and %d), and "
        "embeddings must be scaled (found %s)",
        checkpoint.path.string(), config.encoder_attention_heads,
        config.decoder_attention_heads, config.encoder_ffn_dim,
        config.decoder_ffn_dim, config.scale_embedding ? "yes" : "no"));
  }
  std::vector<float> bias(static_cast<std::size_t>(config.vocab_size));
  const int64_t shape[] = {1, config.vocab_size};
  INTERPRES_RETURN_IF_ERROR(
      checkpoint.parameters().ReadFloat32(kLogitsBiasId, shape, bias));
  const auto found = std::find_if(bias.begin(), bias.end(),
                                  [](float value) { return value != 0.0f; });
  if (found != bias.end()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--init %s: cannot be trained on: %s must be zero, but the value of "
        "token %d is %g",
        checkpoint.path.string(), checkpoint.family->tensor_name(kLogitsBiasId),
        found - bias.begin(), *found));
  }
  return absl::OkStatus();
}

// Returns the weights of `checkpoint` in `layout`. REQUIRES: the network of
// `checkpoint` and the network of `layout` differ only in the vocabulary.
absl::StatusOr<InitialWeights> ReadWithVocabulary(
    const ModelDirectory& checkpoint, const PieceIds& pieces,
    const ParameterLayout& layout) {
  const ParameterLayout old_layout(checkpoint.description.config);
  INTERPRES_ASSIGN_OR_RETURN(
      const std::vector<float> old_parameters,
      ReadParameters(checkpoint.parameters(), old_layout));
  InitialWeights weights;
  weights.parameters.resize(static_cast<std::size_t>(layout.size()));
  for (std::size_t i = 0; i < layout.slots().size(); ++i) {
    const std::span<const float> old_values =
        ValuesOf(old_layout.slots()[i], std::span(old_parameters));
    const std::span<float> values =
        ValuesOf(layout.slots()[i], std::span(weights.parameters));
    if (layout.slots()[i].id != kEmbeddingId) {
      std::ranges::copy(old_values, values.begin());
      continue;
    }
    const TransferredEmbeddings embeddings =
        TransferEmbeddings(checkpoint.description.vocabulary, old_values,
                           layout.config().d_model, pieces);
    std::ranges::copy(embeddings.rows, values.begin());
    weights.kept_pieces = embeddings.kept;
    weights.spelled_pieces = embeddings.spelled;
  }
  return weights;
}

}  // namespace

absl::StatusOr<Vocabulary> InitialVocabulary(const ModelDirectory& checkpoint) {
  const ModelDescription& description = checkpoint.description;
  INTERPRES_RETURN_IF_ERROR(CheckNetwork(checkpoint));
  if (description.source_spm != description.target_spm) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--init %s: cannot be trained on: source.spm and target.spm differ, "
        "and training has one vocabulary for both sides",
        checkpoint.path.string()));
  }
  for (const auto& [piece, id] : description.vocabulary) {
    if (piece.find('\0') != std::string::npos) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--init %s: cannot be trained on: piece %d of vocab.json has a zero "
          "byte",
          checkpoint.path.string(), id));
    }
  }
  return Vocabulary{.spm = description.source_spm,
                    .pieces = description.vocabulary};
}

absl::StatusOr<InitialWeights> ReadInitialWeights(
    const ModelDirectory& checkpoint, const PieceIds& pieces,
    const ParameterLayout& layout) {
  INTERPRES_RETURN_IF_ERROR(CheckNetwork(checkpoint));
  INTERPRES_RETURN_IF_ERROR(CheckTrainable(checkpoint));
  const std::string wanted = NetworkFlags(layout.config());
  const std::string found = NetworkFlags(checkpoint.description.config);
  if (wanted != found) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--init %s: its network is another one; expected %s, found %s; give "
        "the flags of the checkpoint",
        checkpoint.path.string(), wanted, found));
  }
  return ReadWithVocabulary(checkpoint, pieces, layout);
}

}  // namespace interpres
