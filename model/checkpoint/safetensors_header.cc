#include "model/checkpoint/safetensors_header.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

using nlohmann::json;

constexpr int64_t kPrefixBytes = 8;
// The limit of the reference implementation.
constexpr uint64_t kMaxHeaderBytes = 100'000'000;
constexpr std::size_t kMaxRank = 8;
constexpr char kMetadataKey[] = "__metadata__";

template <typename... Parts>
absl::Status Invalid(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

// Where a message belongs: "file: tensor \"name\"".
std::string Place(std::string_view file, std::string_view tensor) {
  return absl::StrCat(AsAbsl(file), ": tensor ", Quoted(tensor));
}

absl::StatusOr<std::string> HeaderText(const ByteSource& bytes,
                                       std::string_view file) {
  if (bytes.size() < kPrefixBytes) {
    return Invalid(AsAbsl(file), ": it has ", bytes.size(),
                   " bytes; a safetensors file starts with an 8-byte header "
                   "length (is the download complete?)");
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string prefix,
                             ReadText(bytes, 0, kPrefixBytes));
  uint64_t length = 0;
  std::memcpy(&length, prefix.data(), sizeof(length));
  if (length > kMaxHeaderBytes) {
    return Invalid(AsAbsl(file), ": the header length is ", length,
                   " bytes; at most ", kMaxHeaderBytes,
                   " are allowed (is this a safetensors file?)");
  }
  const int64_t available = bytes.size() - kPrefixBytes;
  if (static_cast<int64_t>(length) > available) {
    return Invalid(AsAbsl(file), ": the header length is ", length,
                   " bytes, but only ", available,
                   " follow it: the file is truncated or not safetensors");
  }
  INTERPRES_ASSIGN_OR_RETURN(
      std::string text,
      ReadText(bytes, kPrefixBytes, static_cast<int64_t>(length)));
  if (text.empty() || text.front() != '{') {
    return Invalid(AsAbsl(file), ": the header does not start with '{'");
  }
  return text;
}

std::optional<int64_t> NonNegativeInteger(const json& value) {
  if (!value.is_number_unsigned()) {
    return std::nullopt;
  }
  const uint64_t number = value.get<uint64_t>();
  if (number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<int64_t>(number);
}

// An array of non-negative integers, or nothing.
std::optional<std::vector<int64_t>> IntegerArray(const json& value) {
  if (!value.is_array()) {
    return std::nullopt;
  }
  std::vector<int64_t> numbers;
  for (const json& element : value) {
    const std::optional<int64_t> number = NonNegativeInteger(element);
    if (!number.has_value()) {
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<DataType> ParseDataType(const json& value,
                                      std::span<const DataType> types) {
  for (const DataType type : types) {
    if (value.is_string() &&
        value.get_ref<const std::string&>() == DataTypeName(type)) {
      return type;
    }
  }
  return std::nullopt;
}

// Returns the types as a list: `"F32", "F16" or "BF16"`.
std::string TypeList(std::span<const DataType> types) {
  std::string list;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const char* before = i == 0 ? "" : i + 1 == types.size() ? " or " : ", ";
    absl::StrAppend(&list, before, "\"", AsAbsl(DataTypeName(types[i])), "\"");
  }
  return list;
}

// Bytes of a tensor, or nothing if they do not fit in 63 bits.
std::optional<int64_t> ByteSize(const SafetensorsEntry& entry) {
  int64_t bytes = DataTypeSize(entry.type);
  bool empty = false;
  for (const int64_t dimension : entry.shape) {
    if (dimension == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(bytes, dimension, &bytes)) {
      return std::nullopt;
    }
  }
  return empty ? 0 : bytes;
}

absl::Status CheckKeys(const json& value, const std::string& place) {
  if (!value.is_object()) {
    return Invalid(place, ": expected an object, found ", Excerpt(value));
  }
  for (const char* key : {"dtype", "shape", "data_offsets"}) {
    if (!value.contains(key)) {
      return Invalid(place, ": the key \"", key, "\" is missing");
    }
  }
  for (const auto& [key, unused] : value.items()) {
    if (key != "dtype" && key != "shape" && key != "data_offsets") {
      return Invalid(place, ": unknown key ", Quoted(key));
    }
  }
  return absl::OkStatus();
}

// Checks that the offsets enclose exactly the bytes of the shape and the type.
absl::Status CheckExtent(const SafetensorsEntry& entry,
                         const std::string& place, int64_t data_bytes) {
  const std::optional<int64_t> bytes = ByteSize(entry);
  if (!bytes.has_value()) {
    return Invalid(place, ": the shape ", ShapeString(entry.shape),
                   " overflows");
  }
  if (entry.begin > entry.end || entry.end > data_bytes) {
    return Invalid(place, ": data_offsets [", entry.begin, ", ", entry.end,
                   "] are not within the ", data_bytes,
                   " bytes of data in the file");
  }
  if (entry.end - entry.begin != *bytes) {
    return Invalid(place, ": data_offsets [", entry.begin, ", ", entry.end,
                   "] span ", entry.end - entry.begin, " bytes, but shape ",
                   ShapeString(entry.shape), " of ",
                   AsAbsl(DataTypeName(entry.type)), " needs ", *bytes);
  }
  if (entry.begin % DataTypeSize(entry.type) != 0) {
    return Invalid(place, ": data_offsets start at ", entry.begin,
                   ", which is not a multiple of the element size ",
                   DataTypeSize(entry.type));
  }
  return absl::OkStatus();
}

absl::StatusOr<SafetensorsEntry> ParseEntry(const json& value,
                                            const std::string& place,
                                            int64_t data_bytes,
                                            std::span<const DataType> types) {
  INTERPRES_RETURN_IF_ERROR(CheckKeys(value, place));
  const std::optional<DataType> type = ParseDataType(value["dtype"], types);
  if (!type.has_value()) {
    return Invalid(place, ": dtype is ", Excerpt(value["dtype"]), "; expected ",
                   TypeList(types));
  }
  const auto shape = IntegerArray(value["shape"]);
  if (!shape.has_value() || shape->size() > kMaxRank) {
    return Invalid(place, ": shape is ", Excerpt(value["shape"]),
                   "; expected at most ", kMaxRank, " non-negative integers");
  }
  const auto offsets = IntegerArray(value["data_offsets"]);
  if (!offsets.has_value() || offsets->size() != 2) {
    return Invalid(place, ": data_offsets is ", Excerpt(value["data_offsets"]),
                   "; expected two non-negative integers");
  }
  SafetensorsEntry entry{.type = *type,
                         .shape = *shape,
                         .begin = (*offsets)[0],
                         .end = (*offsets)[1]};
  INTERPRES_RETURN_IF_ERROR(CheckExtent(entry, place, data_bytes));
  return entry;
}

absl::Status ParseMetadata(const json& value, std::string_view file,
                           std::map<std::string, std::string>& metadata) {
  if (!value.is_object()) {
    return Invalid(AsAbsl(file), ": __metadata__ is ", Excerpt(value),
                   "; expected an object of strings");
  }
  for (const auto& [key, text] : value.items()) {
    if (!text.is_string()) {
      return Invalid(AsAbsl(file), ": __metadata__ ", Quoted(key), " is ",
                     Excerpt(text), "; expected a string");
    }
    metadata[key] = text.get<std::string>();
  }
  return absl::OkStatus();
}

// The entries, by offset, follow each other without gap or overlap and end
// where the file ends.
absl::Status CheckTiling(const SafetensorsHeader& header, int64_t data_bytes,
                         std::string_view file) {
  using Entry = std::pair<const std::string, SafetensorsEntry>;
  std::vector<const Entry*> order;
  for (const Entry& entry : header.entries) {
    order.push_back(&entry);
  }
  std::sort(order.begin(), order.end(), [](const Entry* a, const Entry* b) {
    return std::pair(a->second.begin, a->second.end) <
           std::pair(b->second.begin, b->second.end);
  });
  int64_t expected = 0;
  for (const Entry* entry : order) {
    const int64_t begin = entry->second.begin;
    if (begin != expected) {
      return Invalid(Place(file, entry->first), ": its data starts at ", begin,
                     ", expected ", expected,
                     begin < expected
                         ? ": it overlaps another tensor"
                         : ": bytes before it belong to no tensor");
    }
    expected = entry->second.end;
  }
  if (expected != data_bytes) {
    return Invalid(AsAbsl(file), ": the tensors end at byte ", expected,
                   " of the data, but the file has ", data_bytes);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(
    const ByteSource& bytes, std::string_view file,
    std::span<const DataType> types) {
  INTERPRES_ASSIGN_OR_RETURN(const std::string text, HeaderText(bytes, file));
  INTERPRES_ASSIGN_OR_RETURN(
      const json document,
      ParseJsonObject(text, absl::StrCat(AsAbsl(file), ": header")));
  SafetensorsHeader header;
  header.data_offset = kPrefixBytes + static_cast<int64_t>(text.size());
  const int64_t data_bytes = bytes.size() - header.data_offset;
  const auto metadata = document.find(kMetadataKey);
  if (metadata != document.end()) {
    absl::Status status = ParseMetadata(*metadata, file, header.metadata);
    if (!status.ok()) {
      return status;
    }
  }
  for (const auto& [name, value] : document.items()) {
    if (name == kMetadataKey) {
      continue;
    }
    INTERPRES_ASSIGN_OR_RETURN(
        SafetensorsEntry entry,
        ParseEntry(value, Place(file, name), data_bytes, types));
    header.entries.emplace(name, std::move(entry));
  }
  INTERPRES_RETURN_IF_ERROR(CheckTiling(header, data_bytes, file));
  return header;
}

std::string SerializeSafetensorsHeader(const SafetensorsHeader& header) {
  json document = json::object();
  document[kMetadataKey] = header.metadata;
  for (const auto& [name, entry] : header.entries) {
    document[name] = {{"dtype", DataTypeName(entry.type)},
                      {"shape", entry.shape},
                      {"data_offsets", {entry.begin, entry.end}}};
  }
  // A name of another file format need not be UTF-8.
  std::string text = document.dump(-1, ' ', /*ensure_ascii=*/false,
                                   json::error_handler_t::replace);
  text.append((kPrefixBytes - text.size() % kPrefixBytes) % kPrefixBytes, ' ');
  const uint64_t length = text.size();
  std::string result(kPrefixBytes, '\0');
  std::memcpy(result.data(), &length, sizeof(length));
  return result + text;
}

std::string ShapeString(std::span<const int64_t> shape) {
  return absl::StrCat("[", absl::StrJoin(shape, ", "), "]");
}

}  // namespace interpres
