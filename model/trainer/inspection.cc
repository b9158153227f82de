// Tested by inspection_test.cc.

#include "model/trainer/inspection.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

// Layer norms are counted apart.
std::string SublayerName(const ParameterId& id) {
  if (id.component == Component::kNorm) {
    return "layer norms";
  }
  switch (id.sublayer.sublayer) {
    case Sublayer::kSelfAttention:
      return "self-attention";
    case Sublayer::kCrossAttention:
      return "cross-attention";
    case Sublayer::kFeedForward:
      return "feed-forward";
    case Sublayer::kSsru:
      return "SSRU";
  }
  return "";
}

// The part of a tensor and, for a tensor of a layer, its sublayer.
std::pair<std::string, std::string> PartOf(const InspectedTensor& tensor) {
  if (!tensor.id.has_value()) {
    return {"copies", ""};
  }
  switch (tensor.id->kind) {
    case ParameterKind::kEmbedding:
      return {"embeddings", ""};
    case ParameterKind::kSourceEmbedding:
      return {"source embeddings", ""};
    case ParameterKind::kLogitsWeight:
      return {"output layer", ""};
    case ParameterKind::kLogitsBias:
      return {"output bias", ""};
    case ParameterKind::kOfStack:
      return {StackName(tensor.id->sublayer.stack), "last layer norm"};
    case ParameterKind::kOfSublayer:
      break;
  }
  return {StackName(tensor.id->sublayer.stack), SublayerName(*tensor.id)};
}

void Count(int64_t elements, const std::string& name, int depth,
           std::vector<InspectedPart>& parts) {
  // A part's tensors are consecutive, but the sublayers of its layers
  // alternate. Therefore search all known names.
  auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& known) {
    return known.depth == depth && known.name == name;
  });
  if (part == parts.end()) {
    part = parts.insert(parts.end(), {.name = name, .depth = depth});
  }
  part->elements += elements;
}

// The parts in the order of the network, each followed by its sublayers.
std::vector<InspectedPart> CountParts(
    const std::vector<InspectedTensor>& tensors) {
  std::vector<InspectedPart> all;
  std::vector<InspectedPart> part;  // the running one and its sublayers
  for (const InspectedTensor& tensor : tensors) {
    const auto [name, sublayer] = PartOf(tensor);
    if (!part.empty() && part.front().name != name) {
      all.insert(all.end(), part.begin(), part.end());
      part.clear();
    }
    Count(tensor.elements, name, 0, part);
    if (!sublayer.empty()) {
      Count(tensor.elements, sublayer, 1, part);
    }
  }
  all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

Inspection InspectModel(const ModelDirectory& model) {
  const ModelDescription& description = model.description;
  Inspection inspection;
  inspection.path = model.path.string();
  inspection.config = description.config;
  inspection.card = description.card;
  for (const auto& [piece, id] : description.pieces_of_source()) {
    if (const auto language = LanguageOfTag(piece); language.has_value()) {
      inspection.tags.emplace_back(*language);
    }
  }
  std::set<std::string> known;
  const auto add = [&](const std::string& name, const StoredTensor& view,
                       const std::optional<ParameterId>& id) {
    inspection.tensors.push_back({.name = name,
                                  .shape = view.shape,
                                  .type = view.type,
                                  .elements = view.size(),
                                  .id = id});
    inspection.elements += view.size();
    inspection.bytes += view.size() * DataTypeSize(view.type);
    known.insert(name);
  };
  for (const ParameterShape& parameter : ParametersOf(description.config)) {
    const std::string name = model.family->tensor_name(parameter.id);
    if (const StoredTensor* view = model.weights->Find(name); view != nullptr) {
      add(name, *view, parameter.id);
    }
  }
  for (const auto& [name, view] : model.weights->tensors()) {
    if (!known.contains(name)) {
      add(name, view, std::nullopt);
    }
  }
  inspection.parts = CountParts(inspection.tensors);
  return inspection;
}

}  // namespace interpres
