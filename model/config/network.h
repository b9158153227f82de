// The tensors of a configuration. No other file lists them. The
// loader, the checks of a file, the count of parameters and the layout of
// training follow it. A model family (model/checkpoint/model_family.h) gives
// the tensors their names.

#ifndef INTERPRES_MODEL_CONFIG_NETWORK_H_
#define INTERPRES_MODEL_CONFIG_NETWORK_H_

#include <compare>
#include <cstdint>
#include <vector>

#include "model/config/model_config.h"

namespace interpres {

enum class Stack { kEncoder, kDecoder };

// Returns "encoder" or "decoder".
constexpr const char* StackName(Stack stack) {
  return stack == Stack::kEncoder ? "encoder" : "decoder";
}

enum class Sublayer { kSelfAttention, kCrossAttention, kFeedForward, kSsru };

// A component of a sublayer: a linear layer, or the layer norm (kNorm).
// Attention has query, key, value and output. A feed-forward sublayer has up
// and down. An SSRU has forget and candidate, and candidate has no bias.
enum class Component {
  kQuery,
  kKey,
  kValue,
  kOutput,
  kUp,
  kDown,
  kForget,
  kCandidate,
  kNorm
};

enum class Part { kWeight, kBias };

struct SublayerId {
  Stack stack = Stack::kEncoder;
  int64_t layer = 0;  // within its stack
  Sublayer sublayer = Sublayer::kSelfAttention;
  auto operator<=>(const SublayerId&) const = default;  // NOLINT
};

enum class ParameterKind {
  // The embedding of the target tokens. Also the embedding of the source
  // tokens, unless the network has kSourceEmbedding. Also the weight of the
  // logits, unless the network has kLogitsWeight.
  kEmbedding,
  kLogitsBias,  // not trained: stays zero
  kOfSublayer,
  kOfStack,  // of the layer norm behind the last layer of a stack
  kSourceEmbedding,
  kLogitsWeight,
};

// The identity of a tensor of a network. (NOLINT: clang-tidy 14 misreads
// `<=>`.)
struct ParameterId {
  ParameterKind kind = ParameterKind::kEmbedding;
  // With kOfSublayer, `sublayer`, `component` and `part` identify the tensor.
  // With kOfStack, `sublayer.stack` and `part` identify the tensor, and
  // `component` is kNorm. All other fields keep their defaults.
  SublayerId sublayer = {};
  Component component = Component::kQuery;
  Part part = Part::kWeight;
  auto operator<=>(const ParameterId&) const = default;  // NOLINT
};

inline constexpr ParameterId kEmbeddingId = {.kind = ParameterKind::kEmbedding};
inline constexpr ParameterId kLogitsBiasId = {.kind =
                                                  ParameterKind::kLogitsBias};
inline constexpr ParameterId kSourceEmbeddingId = {
    .kind = ParameterKind::kSourceEmbedding};
inline constexpr ParameterId kLogitsWeightId = {
    .kind = ParameterKind::kLogitsWeight};

constexpr ParameterId WeightOf(const SublayerId& sublayer,
                               Component component) {
  return {ParameterKind::kOfSublayer, sublayer, component, Part::kWeight};
}
constexpr ParameterId BiasOf(const SublayerId& sublayer, Component component) {
  return {ParameterKind::kOfSublayer, sublayer, component, Part::kBias};
}

// Returns the id of the weight or the bias of the layer norm behind the last
// layer of a stack. Only a network with NormPlacement::kBeforeSublayer has this
// layer norm.
constexpr ParameterId NormOfStack(Stack stack, Part part) {
  return {ParameterKind::kOfStack, {.stack = stack}, Component::kNorm, part};
}

// Returns whether the parameter is a matrix with one row for each token of a
// vocabulary: an embedding, or the weight of the logits.
bool IsTokenMatrix(const ParameterId& id);

// Returns whether the parameter is a matrix: an embedding, the weight of the
// logits, or the weight of a linear layer. Returns false for biases and for
// layer norms.
bool IsMatrix(const ParameterId& id);

struct ParameterShape {
  ParameterId id;
  // The dimensions of the tensor. The weight of a linear layer is [outputs,
  // inputs], its bias [outputs]. The weight and the bias of a layer norm are
  // [d_model]. The embedding and the weight of the logits are [vocab_size,
  // d_model], the embedding of the source tokens [source_vocab_size(),
  // d_model]. The bias of the logits is [1, vocab_size].
  std::vector<int64_t> shape;

  // Returns the number of elements.
  int64_t size() const;
};

// Returns the id and the shape of every tensor of the network. Each tensor
// occurs once. The order is fixed: the embedding, the embedding of the source
// tokens if the network has one, the encoder, the decoder, the layer norms of
// the two stacks if the network has them, the weight and the bias of the logits
// if the network has them.
std::vector<ParameterShape> ParametersOf(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_NETWORK_H_
