// Tested by inspection_test.cc.

#include "model/trainer/inspection_format.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/json_string.h"
#include "model/base/status.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

// A line of the tensor table: one tensor, or the same one of several layers.
struct TensorGroup {
  std::string name;  // with "*" for the layer
  std::string shape;
  std::string_view type;
  int64_t count = 0;
};

// A foreign file may say anything; a terminal must not obey it.
std::string Printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      ' ');
  return text;
}

// The name with "*" for its first number, which is the layer.
std::string WithoutLayer(const InspectedTensor& tensor) {
  if (!tensor.id.has_value() || tensor.id->kind != ParameterKind::kOfSublayer) {
    return tensor.name;
  }
  const std::string layer = std::to_string(tensor.id->sublayer.layer);
  const std::size_t number = tensor.name.find(layer);
  return absl::StrCat(tensor.name.substr(0, number), "*",
                      tensor.name.substr(number + layer.size()));
}

std::vector<TensorGroup> GroupTensors(
    const std::vector<InspectedTensor>& tensors) {
  std::vector<TensorGroup> groups;
  std::map<std::string, std::size_t> index;
  for (const InspectedTensor& tensor : tensors) {
    TensorGroup group = {.name = WithoutLayer(tensor),
                         .shape = ShapeString(tensor.shape),
                         .type = DataTypeName(tensor.type)};
    const std::string key =
        absl::StrCat(group.name, group.shape, AsAbsl(group.type));
    const auto [found, is_new] = index.emplace(key, groups.size());
    if (is_new) {
      groups.push_back(std::move(group));
    }
    ++groups[found->second].count;
  }
  return groups;
}

std::string DirectionsText(const std::vector<LanguageDirection>& directions) {
  if (directions.empty()) {
    return "not recorded";
  }
  return absl::StrJoin(
      directions, ", ", [](std::string* out, const LanguageDirection& d) {
        absl::StrAppend(out, Printable(d.source), " to ", Printable(d.target));
      });
}

std::string TagsText(const std::vector<std::string>& tags) {
  return tags.empty() ? ""
                      : absl::StrCat(", tags for ",
                                     Printable(absl::StrJoin(tags, ", ")));
}

// The types of the tensors, each once.
std::string TypesText(const std::vector<InspectedTensor>& tensors) {
  std::vector<std::string> types;
  for (const InspectedTensor& tensor : tensors) {
    const std::string type(DataTypeName(tensor.type));
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(type);
    }
  }
  return absl::StrJoin(types, ", ");
}

std::string VocabularyText(const ModelConfig& config) {
  return config.has_source_embedding()
             ? absl::StrFormat("%d source and %d target entries",
                               config.source_vocab_size(), config.vocab_size)
             : absl::StrFormat("%d entries", config.vocab_size);
}

std::string HeaderText(const Inspection& inspection) {
  const ModelConfig& config = inspection.config;
  std::string out = absl::StrFormat(
      "model        %s\n"
      "network      d_model %d, layers %d+%d, heads %d+%d, feed-forward %d+%d, "
      "%s, %d positions\n"
      "variant      decoder %s, norm %s\n"
      "vocabulary   %s%s\n"
      "directions   %s\n"
      "weights      %d numbers, %s, %.1f MiB\n"
      "parameters   %d (the output bias not counted)\n"
      "self-test    %d golden sentences\n",
      inspection.path, config.d_model, config.encoder_layers,
      config.decoder_layers, config.encoder_attention_heads,
      config.decoder_attention_heads, config.encoder_ffn_dim,
      config.decoder_ffn_dim, std::string(ActivationName(config.activation)),
      config.max_position_embeddings,
      std::string(DecoderSelfLayerName(config.decoder_self_layer)),
      std::string(NormPlacementName(config.norm_placement)),
      VocabularyText(config), TagsText(inspection.tags),
      DirectionsText(inspection.card.directions), inspection.elements,
      TypesText(inspection.tensors),
      static_cast<double>(inspection.bytes) / (1024.0 * 1024.0),
      CountParameters(config), inspection.card.golden.size());
  if (inspection.card.provenance.empty()) {
    return out + "provenance   not recorded\n";
  }
  for (const auto& [key, value] : inspection.card.provenance) {
    absl::StrAppendFormat(
        &out, "%-12s %s: %s\n",
        key == inspection.card.provenance.begin()->first ? "provenance" : "",
        Printable(key), Printable(value));
  }
  return out;
}

std::string PartsText(const Inspection& inspection) {
  std::string out =
      absl::StrFormat("\n%-22s %14s %8s\n", "part", "numbers", "share");
  for (const InspectedPart& part : inspection.parts) {
    absl::StrAppendFormat(
        &out, "%-22s %14d %6.1f %%\n",
        std::string(static_cast<std::size_t>(2 * part.depth), ' ') + part.name,
        part.elements,
        100.0 * static_cast<double>(part.elements) /
            static_cast<double>(inspection.elements));
  }
  return out;
}

std::string TensorsText(const std::vector<InspectedTensor>& tensors) {
  const std::vector<TensorGroup> groups = GroupTensors(tensors);
  std::size_t name_width = 6;
  std::size_t shape_width = 5;
  for (const TensorGroup& group : groups) {
    name_width = std::max(name_width, group.name.size());
    shape_width = std::max(shape_width, group.shape.size());
  }
  std::string out =
      absl::StrFormat("\n%-*s %-*s %-4s %5s\n", name_width, "tensor",
                      shape_width, "shape", "type", "count");
  for (const TensorGroup& group : groups) {
    absl::StrAppendFormat(&out, "%-*s %-*s %-4s %5d\n", name_width,
                          Printable(group.name), shape_width, group.shape,
                          std::string(group.type), group.count);
  }
  return out;
}

std::string NeighboursJson(const NeighbourList& list) {
  return absl::StrCat(
      "{\"id\": ", list.id, ", \"piece\": ", JsonString(list.piece),
      ", \"neighbours\": [",
      absl::StrJoin(list.neighbours, ", ",
                    [](std::string* out, const Neighbour& neighbour) {
                      absl::StrAppend(
                          out, "{\"id\": ", neighbour.id,
                          ", \"piece\": ", JsonString(neighbour.piece),
                          ", \"cosine\": ",
                          absl::StrFormat("%.6f", neighbour.cosine), "}");
                    }),
      "]}");
}

std::string ConfigJson(const ModelConfig& config) {
  return absl::StrFormat(
      "{\"vocab_size\": %d, \"source_vocab_size\": %d, \"d_model\": %d, "
      "\"encoder_layers\": %d, "
      "\"decoder_layers\": %d, \"encoder_heads\": %d, \"decoder_heads\": %d, "
      "\"encoder_ffn\": %d, \"decoder_ffn\": %d, \"activation\": \"%s\", "
      "\"decoder\": \"%s\", \"norm\": \"%s\", \"positions\": %d}",
      config.vocab_size, config.source_vocab_size(), config.d_model,
      config.encoder_layers, config.decoder_layers,
      config.encoder_attention_heads, config.decoder_attention_heads,
      config.encoder_ffn_dim, config.decoder_ffn_dim,
      std::string(ActivationName(config.activation)),
      std::string(DecoderSelfLayerName(config.decoder_self_layer)),
      std::string(NormPlacementName(config.norm_placement)),
      config.max_position_embeddings);
}

std::string CardJson(const ModelCard& card) {
  return absl::StrCat(
      "\"directions\": [",
      absl::StrJoin(card.directions, ", ",
                    [](std::string* out, const LanguageDirection& d) {
                      absl::StrAppend(
                          out, "{\"source\": ", JsonString(d.source),
                          ", \"target\": ", JsonString(d.target), "}");
                    }),
      "], \"golden_sentences\": ", card.golden.size(), ", \"provenance\": {",
      absl::StrJoin(card.provenance, ", ",
                    [](std::string* out, const auto& entry) {
                      absl::StrAppend(out, JsonString(entry.first), ": ",
                                      JsonString(entry.second));
                    }),
      "}");
}

}  // namespace

std::string FormatInspection(const Inspection& inspection,
                             const std::vector<NeighbourList>& neighbours) {
  std::string out = absl::StrCat(HeaderText(inspection), PartsText(inspection),
                                 TensorsText(inspection.tensors));
  for (const NeighbourList& list : neighbours) {
    absl::StrAppendFormat(&out, "\nnearest to %s (%d), by cosine\n",
                          Printable(list.piece), list.id);
    for (const Neighbour& neighbour : list.neighbours) {
      absl::StrAppendFormat(&out, "%8.4f %7d  %s\n", neighbour.cosine,
                            neighbour.id, Printable(neighbour.piece));
    }
  }
  return out;
}

std::string FormatInspectionJson(const Inspection& inspection,
                                 const std::vector<NeighbourList>& neighbours) {
  const auto part = [](std::string* out, const InspectedPart& p) {
    absl::StrAppend(out, "{\"name\": ", JsonString(p.name),
                    ", \"depth\": ", p.depth, ", \"numbers\": ", p.elements,
                    "}");
  };
  const auto tensor = [](std::string* out, const InspectedTensor& t) {
    absl::StrAppend(out, "{\"name\": ", JsonString(t.name),
                    ", \"shape\": ", ShapeString(t.shape), ", \"type\": \"",
                    AsAbsl(DataTypeName(t.type)), "\"}");
  };
  const auto quoted = [](std::string* out, const std::string& text) {
    absl::StrAppend(out, JsonString(text));
  };
  const auto list = [](std::string* out, const NeighbourList& n) {
    absl::StrAppend(out, NeighboursJson(n));
  };
  return absl::StrCat(
      "{\"model\": ", JsonString(inspection.path),
      ", \"network\": ", ConfigJson(inspection.config),
      ", \"parameters\": ", CountParameters(inspection.config),
      ", \"numbers\": ", inspection.elements, ", \"bytes\": ", inspection.bytes,
      ", \"tags\": [", absl::StrJoin(inspection.tags, ", ", quoted), "], ",
      CardJson(inspection.card), ", \"parts\": [",
      absl::StrJoin(inspection.parts, ", ", part), "], \"tensors\": [",
      absl::StrJoin(inspection.tensors, ", ", tensor), "], \"neighbours\": [",
      absl::StrJoin(neighbours, ", ", list), "]}\n");
}

}  // namespace interpres
