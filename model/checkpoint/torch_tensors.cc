// Tested by torch_file_test.cc.

#include "model/checkpoint/torch_tensors.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

using Kind = PickleValue::Kind;

constexpr std::string_view kDictionary = "collections.OrderedDict";
constexpr std::string_view kTensor = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view kParameter = "torch._utils._rebuild_parameter";
constexpr std::size_t kMaxTorchRank = 8;

struct StorageType {
  std::string_view global;
  int64_t element_bytes;
  std::optional<DataType> type;  // null: integers
};
constexpr StorageType kStorageTypes[] = {
    {"torch.FloatStorage", 4, DataType::kFloat32},
    {"torch.HalfStorage", 2, DataType::kFloat16},
    {"torch.BFloat16Storage", 2, DataType::kBFloat16},
    {"torch.LongStorage", 8, std::nullopt},
};

// The arguments of a call of `global`. Null if `value` is no such call.
const PickleValue* Arguments(const PickleValue& value,
                             std::string_view global) {
  return value.kind == Kind::kCall && value.items[0]->text == global
             ? value.items[1]
             : nullptr;
}

// A tensor as the pickle describes it.
struct TensorCall {
  std::string key;
  TorchStorage storage;
  int64_t first = 0;  // in elements
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};

std::optional<std::vector<int64_t>> Integers(const PickleValue& tuple) {
  std::vector<int64_t> numbers;
  for (const PickleValue* item : tuple.items) {
    if (item->kind != Kind::kInteger || item->integer < 0) {
      return std::nullopt;
    }
    numbers.push_back(item->integer);
  }
  return tuple.kind == Kind::kTuple && numbers.size() <= kMaxTorchRank
             ? std::optional(std::move(numbers))
             : std::nullopt;
}

// The id of a storage: ("storage", type, key, location, elements), and in the
// form before PyTorch 1.6 a view of a storage, which files of weights lack.
bool ParseStorage(const PickleValue& value, TensorCall& call) {
  if (value.kind != Kind::kPersistentId ||
      value.items[0]->kind != Kind::kTuple) {
    return false;
  }
  const auto& id = value.items[0]->items;
  const bool has_view = id.size() == 6 && id[5]->kind != Kind::kNone;
  if (id.size() < 5 || id.size() > 6 || has_view || id[0]->text != "storage" ||
      id[1]->kind != Kind::kGlobal || id[2]->kind != Kind::kText ||
      id[4]->kind != Kind::kInteger || id[4]->integer < 0) {
    return false;
  }
  for (const StorageType& type : kStorageTypes) {
    if (id[1]->text == type.global) {
      call.key = id[2]->text;
      call.storage = {.element_bytes = type.element_bytes,
                      .is_float = type.type.has_value(),
                      .type = type.type.value_or(DataType::kFloat32),
                      .elements = id[4]->integer};
      return true;
    }
  }
  return false;
}

// Returns nullopt if `value` is not a tensor.
std::optional<TensorCall> ParseTensor(const PickleValue& value) {
  if (const PickleValue* parameter = Arguments(value, kParameter);
      parameter != nullptr) {
    // A parameter is a tensor that the optimiser changes. Its own argument is
    // never a parameter, so this goes one level deep.
    return parameter->items.empty() ||
                   Arguments(*parameter->items[0], kTensor) == nullptr
               ? std::nullopt
               : ParseTensor(*parameter->items[0]);
  }
  const PickleValue* arguments = Arguments(value, kTensor);
  if (arguments == nullptr || arguments->items.size() < 4) {
    return std::nullopt;
  }
  const auto& items = arguments->items;
  TensorCall call;
  const auto shape = Integers(*items[2]);
  const auto strides = Integers(*items[3]);
  if (!ParseStorage(*items[0], call) || items[1]->kind != Kind::kInteger ||
      items[1]->integer < 0 || !shape.has_value() || !strides.has_value()) {
    return std::nullopt;
  }
  call.first = items[1]->integer;
  call.shape = *shape;
  call.strides = *strides;
  return call;
}

// Calls `visit` with the place, the name and the call of each tensor.
template <typename Visit>
absl::Status VisitTensors(const PickleValue& root, std::string_view place,
                          const Visit& visit) {
  const bool is_ordered = Arguments(root, kDictionary) != nullptr &&
                          Arguments(root, kDictionary)->items.empty();
  if (root.kind != Kind::kDictionary && !is_ordered) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(place),
        ": the file holds another object than a dictionary of tensors; save "
        "the model's state dictionary, or use save_pretrained"));
  }
  for (std::size_t i = is_ordered ? 2 : 0; i + 1 < root.items.size(); i += 2) {
    const PickleValue& key = *root.items[i];
    const std::string tensor =
        absl::StrCat(AsAbsl(place), ": tensor ",
                     key.kind == Kind::kText ? Quoted(key.text) : "?");
    const std::optional<TensorCall> call = ParseTensor(*root.items[i + 1]);
    if (key.kind != Kind::kText || !call.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          tensor,
          " is not a tensor that is stored whole; save the model's state "
          "dictionary alone"));
    }
    INTERPRES_RETURN_IF_ERROR(visit(tensor, key.text, *call));
  }
  return absl::OkStatus();
}

}  // namespace

std::span<const std::string_view> TorchGlobals() {
  static constexpr std::string_view kGlobals[] = {
      kDictionary,
      kTensor,
      kParameter,
      kStorageTypes[0].global,
      kStorageTypes[1].global,
      kStorageTypes[2].global,
      kStorageTypes[3].global,
  };
  return kGlobals;
}

absl::StatusOr<TorchStorages> FindTorchStorages(const PickleValue& root,
                                                std::string_view place) {
  TorchStorages storages;
  const absl::Status visited = VisitTensors(
      root, place,
      [&](const std::string& tensor, const std::string& /*name*/,
          const TensorCall& call) -> absl::Status {
        const auto [found, added] = storages.emplace(call.key, call.storage);
        return added || found->second == call.storage
                   ? absl::OkStatus()
                   : absl::InvalidArgumentError(absl::StrCat(
                         tensor, " contradicts another tensor about storage ",
                         Quoted(call.key), ": the file is damaged"));
      });
  if (!visited.ok()) {
    return visited;
  }
  return storages;
}

absl::StatusOr<TensorSource::Tensors> FindTorchTensors(
    const PickleValue& root, const TorchStorageBytes& bytes, int64_t file_bytes,
    std::string_view place) {
  TensorSource::Tensors tensors;
  const absl::Status visited = VisitTensors(
      root, place,
      [&](const std::string& tensor, const std::string& name,
          const TensorCall& call) -> absl::Status {
        if (!call.storage.is_float) {
          return absl::InvalidArgumentError(
              absl::StrCat(tensor, " has integers; expected F32, F16 or BF16"));
        }
        StoredTensor stored = {.type = call.storage.type,
                               .shape = call.shape,
                               .strides = call.strides,
                               .bytes = bytes.find(call.key)->second};
        // An offset that overflows is not within any file.
        if (call.first > call.storage.elements) {
          return absl::InvalidArgumentError(absl::StrCat(
              tensor, " begins at element ", call.first, " of a storage of ",
              call.storage.elements, ": the file is damaged"));
        }
        stored.offset = call.first * call.storage.element_bytes;
        INTERPRES_RETURN_IF_ERROR(
            CheckStoredTensor(stored, file_bytes, tensor));
        return tensors.emplace(name, std::move(stored)).second
                   ? absl::OkStatus()
                   : absl::InvalidArgumentError(
                         absl::StrCat(tensor, " occurs twice"));
      });
  if (!visited.ok()) {
    return visited;
  }
  return tensors;
}

}  // namespace interpres
