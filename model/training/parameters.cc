#include "model/training/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

constexpr int64_t kAlignment = 16;  // floats: one cache line

// Standard normal numbers from pairs of uniform ones (Box and Muller, 1958).
double RandomNormal(uint64_t key, uint32_t element) {
  const double radius =
      std::sqrt(-2.0 * std::log(RandomUniform(CombineKeys(key, 0), element)));
  const double angle =
      2.0 * std::numbers::pi * RandomUniform(CombineKeys(key, 1), element);
  return radius * std::cos(angle);
}

void FillNormal(uint64_t key, double deviation, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(deviation *
                                   RandomNormal(key, static_cast<uint32_t>(i)));
  }
}

// Glorot and Bengio, "Understanding the difficulty of training deep feedforward
// neural networks" (2010), equation 16.
void FillXavierUniform(uint64_t key, const ParameterSlot& slot,
                       std::span<float> values) {
  const double bound =
      std::sqrt(6.0 / static_cast<double>(slot.shape[0] + slot.shape[1]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double uniform = RandomUniform(key, static_cast<uint32_t>(i));
    values[i] = static_cast<float>(bound * (2.0 * uniform - 1.0));
  }
}

void CopyQueriesToKeys(const ParameterLayout& layout,
                       std::span<float> parameters) {
  for (const ParameterSlot& slot : layout.slots()) {
    const ParameterId& id = slot.id;
    if (id.component == Component::kKey && id.part == Part::kWeight) {
      const int64_t queries =
          layout.Offset(WeightOf(id.sublayer, Component::kQuery));
      std::copy_n(parameters.begin() + queries, slot.size,
                  parameters.begin() + slot.offset);
    }
  }
}

// The step of a sublayer that a component belongs to. The tensors of a layer
// are in the order of the steps.
int StepOf(Component component) {
  switch (component) {
    case Component::kQuery:
    case Component::kKey:
    case Component::kValue:
    case Component::kUp:
    case Component::kForget:
    case Component::kCandidate:
      return 0;
    case Component::kOutput:
    case Component::kDown:
      return 1;
    case Component::kNorm:
      return 2;
  }
  return 0;
}

// The order of the groups. The tensors of one group are adjacent.
struct Group {
  enum class Section {
    kEmbedding,
    kEncoder,
    kCrossProjections,
    kDecoder,
    kStackNorms
  };
  Section section = Section::kEmbedding;
  Stack stack = Stack::kEncoder;  // of the stack norms
  // Of the encoder and the decoder.
  int64_t layer = 0;
  Sublayer sublayer = Sublayer::kSelfAttention;
  int step = 0;
  // Of all sections.
  Part part = Part::kWeight;
  auto operator<=>(const Group&) const = default;  // NOLINT: see network.h
};

// The cross-attention of all layers reads the same keys and values.
bool IsCrossProjection(const ParameterId& id) {
  return id.sublayer.sublayer == Sublayer::kCrossAttention &&
         (id.component == Component::kKey || id.component == Component::kValue);
}

Group GroupOf(const ParameterId& id) {
  if (id.kind == ParameterKind::kOfStack) {
    return {.section = Group::Section::kStackNorms,
            .stack = id.sublayer.stack,
            .part = id.part};
  }
  if (id.kind != ParameterKind::kOfSublayer) {
    return {};
  }
  if (IsCrossProjection(id)) {
    return {.section = Group::Section::kCrossProjections, .part = id.part};
  }
  return {.section = id.sublayer.stack == Stack::kEncoder
                         ? Group::Section::kEncoder
                         : Group::Section::kDecoder,
          .layer = id.sublayer.layer,
          .sublayer = id.sublayer.sublayer,
          .step = StepOf(id.component),
          .part = id.part};
}

// The trained parameters in the order of the layout.
std::vector<ParameterShape> InOrder(const ModelConfig& config) {
  std::vector<ParameterShape> parameters = ParametersOf(config);
  std::erase_if(parameters, [](const ParameterShape& parameter) {
    return parameter.id.kind == ParameterKind::kLogitsBias;
  });
  std::ranges::sort(parameters, {}, [](const ParameterShape& parameter) {
    return std::pair(GroupOf(parameter.id), parameter.id);
  });
  return parameters;
}

}  // namespace

ParameterLayout::ParameterLayout(const ModelConfig& config) : config_(config) {
  Group group;
  for (ParameterShape& parameter : InOrder(config)) {
    if (const Group next = GroupOf(parameter.id); next != group) {
      StartGroup();
      group = next;
    }
    Add(std::move(parameter));
  }
  StartGroup();
}

int64_t ParameterLayout::Offset(const ParameterId& id) const {
  const auto found = offsets_.find(id);
  if (found == offsets_.end()) {
    std::abort();  // a programmer's error: the network has no such tensor
  }
  return found->second;
}

void ParameterLayout::StartGroup() {
  size_ = (size_ + kAlignment - 1) / kAlignment * kAlignment;
}

void ParameterLayout::Add(ParameterShape parameter) {
  const int64_t size = parameter.size();
  offsets_.emplace(parameter.id, size_);
  slots_.push_back({.id = parameter.id,
                    .name = kMarianMt.tensor_name(parameter.id),
                    .shape = std::move(parameter.shape),
                    .offset = size_,
                    .size = size});
  size_ += size;
}

void InitializeParameters(const ParameterLayout& layout, uint64_t seed,
                          std::span<float> parameters) {
  const ModelConfig& config = layout.config();
  std::fill(parameters.begin(), parameters.end(), 0.0f);
  for (std::size_t i = 0; i < layout.slots().size(); ++i) {
    const ParameterSlot& slot = layout.slots()[i];
    const uint64_t key = CombineKeys(seed, i);
    const std::span<float> values = ValuesOf(slot, parameters);
    if (slot.id.kind == ParameterKind::kEmbedding) {
      FillNormal(key, 1.0 / std::sqrt(static_cast<double>(config.d_model)),
                 values);
      const auto padding = values.subspan(
          static_cast<std::size_t>(config.pad_token_id * config.d_model),
          static_cast<std::size_t>(config.d_model));
      std::fill(padding.begin(), padding.end(), 0.0f);
    } else if (slot.shape.size() == 2) {
      FillXavierUniform(key, slot, values);
    } else if (slot.id.component == Component::kNorm &&
               slot.id.part == Part::kWeight) {
      std::fill(values.begin(), values.end(), 1.0f);
    }
  }
  CopyQueriesToKeys(layout, parameters);
}

absl::StatusOr<std::vector<float>> ReadParameters(
    const ParameterReader& reader, const ParameterLayout& layout) {
  std::vector<float> parameters(static_cast<std::size_t>(layout.size()), 0.0f);
  for (const ParameterSlot& slot : layout.slots()) {
    INTERPRES_RETURN_IF_ERROR(reader.ReadFloat32(
        slot.id, slot.shape, ValuesOf(slot, std::span(parameters))));
  }
  return parameters;
}

std::vector<NamedTensor> ToNamedTensors(const ParameterLayout& layout,
                                        std::span<const float> parameters,
                                        std::span<const float> zero_bias) {
  std::vector<NamedTensor> tensors;
  tensors.reserve(layout.slots().size() + 1);
  for (const ParameterSlot& slot : layout.slots()) {
    tensors.push_back({.name = slot.name,
                       .shape = slot.shape,
                       .data = ValuesOf(slot, parameters)});
  }
  tensors.push_back({.name = kMarianMt.tensor_name(kLogitsBiasId),
                     .shape = {1, layout.config().vocab_size},
                     .data = zero_bias});
  return tensors;
}

}  // namespace interpres
