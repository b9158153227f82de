#include "model/checkpoint/native_marian.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

constexpr char kEmbedding[] = "Wemb";
constexpr char kSourceEmbedding[] = "encoder_Wemb";
constexpr char kTargetEmbedding[] = "decoder_Wemb";
constexpr char kLogitsWeight[] = "decoder_ff_logit_out_Wt";
constexpr char kMarianLogitsBias[] = "decoder_ff_logit_out_b";
// The bias of the padding symbol. In float16 the lowest number.
constexpr float kNeverBias = -1e9f;
constexpr uint16_t kNeverBiasFloat16 = 0xfbff;

// How the names of the sublayer's tensors begin, behind the layer.
std::string MarianSublayer(Sublayer sublayer) {
  switch (sublayer) {
    case Sublayer::kSelfAttention:
      return "self";
    case Sublayer::kCrossAttention:
      return "context";
    case Sublayer::kFeedForward:
      return "ffn";
    case Sublayer::kSsru:
      return "rnn";
  }
  return "";
}

// What stands behind "W" and "b".
std::string MarianLetter(Component component) {
  switch (component) {
    case Component::kQuery:
      return "q";
    case Component::kKey:
      return "k";
    case Component::kValue:
      return "v";
    case Component::kOutput:
      return "o";
    case Component::kUp:
      return "1";
    case Component::kDown:
      return "2";
    case Component::kForget:
      return "f";
    case Component::kCandidate:
      return "";
    case Component::kNorm:
      break;
  }
  return "";
}

// What stands before "ln" in the name of the layer norm of a sublayer.
std::string NormPrefix(Sublayer sublayer, NormPlacement placement) {
  switch (sublayer) {
    case Sublayer::kSelfAttention:
    case Sublayer::kCrossAttention:
      return "Wo_";
    case Sublayer::kFeedForward:
      return "ffn_";
    case Sublayer::kSsru:
      return placement == NormPlacement::kBeforeSublayer ? "" : "ffn_";
  }
  return "";
}

// The properties of a network that change the names of its tensors.
struct NamingRules {
  NormPlacement placement = NormPlacement::kAfterResidual;
  bool has_source_embedding = false;
};

// Marian counts layers from 1.
std::string MarianTensorName(const ParameterId& id, const NamingRules& rules) {
  const bool is_weight = id.part == Part::kWeight;
  switch (id.kind) {
    case ParameterKind::kEmbedding:
      return rules.has_source_embedding ? kTargetEmbedding : kEmbedding;
    case ParameterKind::kSourceEmbedding:
      return kSourceEmbedding;
    case ParameterKind::kLogitsWeight:
      return kLogitsWeight;
    case ParameterKind::kLogitsBias:
      return kMarianLogitsBias;
    case ParameterKind::kOfStack:
      return absl::StrCat(StackName(id.sublayer.stack), "_top_ln_",
                          is_weight ? "scale" : "bias");
    case ParameterKind::kOfSublayer:
      break;
  }
  const std::string prefix =
      absl::StrCat(StackName(id.sublayer.stack), "_l", id.sublayer.layer + 1,
                   "_", MarianSublayer(id.sublayer.sublayer), "_");
  if (id.component == Component::kNorm) {
    return absl::StrCat(
        prefix, NormPrefix(id.sublayer.sublayer, rules.placement), "ln_",
        is_weight ? "scale" : "bias",
        rules.placement == NormPlacement::kBeforeSublayer ? "_pre" : "");
  }
  return absl::StrCat(prefix, is_weight ? "W" : "b",
                      MarianLetter(id.component));
}

template <NormPlacement kPlacement, bool kHasSourceEmbedding>
std::string TensorName(const ParameterId& id) {
  return MarianTensorName(id, {.placement = kPlacement,
                               .has_source_embedding = kHasSourceEmbedding});
}

// Returns the size of a row of zeros.
std::size_t RowBytes(const StoredTensor& tensor, int64_t columns) {
  return static_cast<std::size_t>(columns * DataTypeSize(tensor.type));
}

// Returns the tensor with `tail` behind its last element.
// REQUIRES: the tensor is row-major and `tail` has whole rows.
StoredTensor WithTail(StoredTensor tensor, std::string tail) {
  const int64_t bytes = tensor.size() * DataTypeSize(tensor.type);
  tensor.bytes =
      AppendBytes(SliceBytes(std::move(tensor.bytes), tensor.offset, bytes),
                  std::move(tail));
  tensor.offset = 0;
  return tensor;
}

std::string NeverBias(DataType type) {
  std::string bytes(static_cast<std::size_t>(DataTypeSize(type)), '\0');
  if (type == DataType::kFloat32) {
    std::memcpy(bytes.data(), &kNeverBias, sizeof(kNeverBias));
  } else {
    std::memcpy(bytes.data(), &kNeverBiasFloat16, sizeof(kNeverBiasFloat16));
  }
  return bytes;
}

// Gives tensors the shapes of a network of ours.
class Converter {
 public:
  Converter(MarianFile file, const ModelConfig& config)
      : file_(std::move(file)),
        config_(config),
        family_(NativeMarianFamily(config)) {}

  absl::StatusOr<std::unique_ptr<const TensorSource>> Convert() {
    for (const ParameterShape& parameter : ParametersOf(config_)) {
      INTERPRES_RETURN_IF_ERROR(ConvertOne(parameter));
    }
    for (const auto& [name, tensor] : file_.tensors) {
      INTERPRES_RETURN_IF_ERROR(
          CheckStoredTensor(tensor, available_, PlaceOf(name)));
    }
    return std::make_unique<const TensorSource>(
        file_.name, std::move(file_.tensors), std::move(file_.checksum));
  }

 private:
  std::string PlaceOf(const std::string& name) const {
    return absl::StrCat(file_.name, ": tensor ", Quoted(name));
  }

  // The file stores a vector as [1, n] or [n], and a matrix transposed.
  absl::Status ConvertOne(const ParameterShape& parameter) {
    const std::string name = family_.tensor_name(parameter.id);
    std::vector<int64_t> stored = parameter.shape;
    switch (parameter.id.kind) {
      case ParameterKind::kSourceEmbedding:
        return Find(name, stored).status();
      case ParameterKind::kEmbedding:
      case ParameterKind::kLogitsWeight:
        --stored[0];
        break;
      case ParameterKind::kLogitsBias:
        --stored[1];
        break;
      case ParameterKind::kOfSublayer:
      case ParameterKind::kOfStack:
        std::ranges::reverse(stored);
        break;
    }
    INTERPRES_ASSIGN_OR_RETURN(StoredTensor * tensor, Find(name, stored));
    if (stored.size() == 1 || parameter.id.kind == ParameterKind::kLogitsBias) {
      tensor->shape = stored;
      tensor->strides = RowMajorStrides(stored);
    }
    if (parameter.id.kind == ParameterKind::kOfSublayer ||
        parameter.id.kind == ParameterKind::kOfStack) {
      tensor->shape = parameter.shape;
      std::ranges::reverse(tensor->strides);
      return absl::OkStatus();
    }
    return AddPadding(parameter, name, *tensor);
  }

  absl::StatusOr<StoredTensor*> Find(const std::string& name,
                                     const std::vector<int64_t>& stored) {
    const auto found = file_.tensors.find(name);
    if (found == file_.tensors.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(PlaceOf(name), " is missing; expected the shape ",
                       ShapeString(stored), ", which ", kMarianConfigItem,
                       " asks for; use the file of another model"));
    }
    std::vector<int64_t> shape = found->second.shape;
    // A vector may be [1, n], and the bias of the logits [n].
    if (stored.size() == 1 && shape.size() == 2 && shape[0] == 1) {
      shape.erase(shape.begin());
    } else if (stored.size() == 2 && stored[0] == 1 && shape.size() == 1) {
      shape.insert(shape.begin(), 1);
    }
    if (shape != stored) {
      return absl::InvalidArgumentError(absl::StrCat(
          PlaceOf(name), " has shape ", ShapeString(found->second.shape), "; ",
          kMarianConfigItem, " asks for ", ShapeString(stored),
          "; use the file of another model"));
    }
    return &found->second;
  }

  absl::Status AddPadding(const ParameterShape& parameter,
                          const std::string& name, StoredTensor& tensor) {
    const bool is_embedding = parameter.id.kind == ParameterKind::kEmbedding;
    if (!is_embedding && IsQuantised(tensor.type)) {
      return absl::InvalidArgumentError(
          absl::StrCat(PlaceOf(name),
                       " is quantised; expected float32 or float16; convert "
                       "the model again with --gemm-type float32"));
    }
    if (tensor.strides != RowMajorStrides(tensor.shape)) {
      return absl::InvalidArgumentError(
          absl::StrCat(PlaceOf(name),
                       " is in Fortran's order; expected C's order; save it "
                       "again with numpy.ascontiguousarray"));
    }
    // The bytes of a damaged file are checked before they are sliced.
    INTERPRES_RETURN_IF_ERROR(
        CheckStoredTensor(tensor, file_.file_bytes, PlaceOf(name)));
    std::string tail =
        parameter.id.kind == ParameterKind::kLogitsBias
            ? NeverBias(tensor.type)
            : std::string(RowBytes(tensor, parameter.shape[1]), '\0');
    available_ = std::max(available_,
                          file_.file_bytes + static_cast<int64_t>(tail.size()));
    tensor = WithTail(std::move(tensor), std::move(tail));
    tensor.shape = parameter.shape;
    tensor.strides = RowMajorStrides(tensor.shape);
    return absl::OkStatus();
  }

  MarianFile file_;
  const ModelConfig& config_;
  const ModelFamily& family_;
  // The size of the file and of the longest tail, in bytes.
  int64_t available_ = file_.file_bytes;
};

// Returns 0 if the file has no such matrix.
int64_t CountRows(const MarianFile& file, const char* name) {
  const auto found = file.tensors.find(name);
  return found == file.tensors.end() || found->second.shape.size() != 2
             ? 0
             : found->second.shape[0];
}

std::optional<StoredCopy> NoCopy(std::string_view /*name*/) {
  return std::nullopt;
}

constexpr ModelFamily Family(std::string (*tensor_name)(const ParameterId&)) {
  return {
      .name = "native Marian",
      .config_file = kMarianConfigItem,
      .parse_config = nullptr,
      .serialize_config = nullptr,
      .parse_source_rules = nullptr,
      .parse_tokenizer_config = nullptr,
      .read_tokenizer = nullptr,
      .serialize_tokenizer_config = nullptr,
      .tensor_name = tensor_name,
      .copy_of = NoCopy,
      .token_template = TokenTemplate::kMarian,
  };
}

template <NormPlacement kPlacement>
const ModelFamily& FamilyOf(const ModelConfig& config) {
  static const ModelFamily one = Family(TensorName<kPlacement, false>);
  static const ModelFamily separate = Family(TensorName<kPlacement, true>);
  return config.has_source_embedding() ? separate : one;
}

}  // namespace

const ModelFamily& NativeMarianFamily(const ModelConfig& config) {
  switch (config.norm_placement) {
    case NormPlacement::kAfterResidual:
      break;
    case NormPlacement::kBeforeSublayer:
      return FamilyOf<NormPlacement::kBeforeSublayer>(config);
  }
  return FamilyOf<NormPlacement::kAfterResidual>(config);
}

absl::StatusOr<MarianTables> FindMarianTables(const MarianFile& file) {
  MarianTables tables = {
      .source_rows = 0,
      .target_rows = CountRows(file, kEmbedding),
      .has_output = CountRows(file, kLogitsWeight) > 0,
  };
  if (tables.target_rows > 0) {
    return tables;
  }
  tables.source_rows = CountRows(file, kSourceEmbedding);
  tables.target_rows = CountRows(file, kTargetEmbedding);
  if (tables.source_rows > 0 && tables.target_rows > 0) {
    return tables;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      file.name, ": it has no matrix ", kEmbedding, ", nor both ",
      kSourceEmbedding, " and ", kTargetEmbedding,
      "; expected the embedding of a transformer; train the model with --type "
      "transformer"));
}

absl::StatusOr<std::unique_ptr<const TensorSource>> NativeMarianTensors(
    MarianFile file, const ModelConfig& config) {
  return Converter(std::move(file), config).Convert();
}

}  // namespace interpres
