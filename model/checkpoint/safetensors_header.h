// The JSON header of a safetensors file, parsed and checked without touching
// the data.

#ifndef INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_HEADER_H_
#define INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_HEADER_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/tensor/tensor.h"

namespace interpres {

// The key in `__metadata__` of the checksum that this project writes: the
// XXH3-64 of the data section, as 16 hex digits.
inline constexpr char kChecksumKey[] = "interpres_xxh3";

// The types of weights that are not quantised.
inline constexpr DataType kFloatTypes[] = {
    DataType::kFloat32, DataType::kFloat16, DataType::kBFloat16};

struct SafetensorsEntry {
  DataType type = DataType::kFloat32;
  std::vector<int64_t> shape;
  // The values of the tensor are the bytes [begin, end) of the data section.
  int64_t begin = 0;
  int64_t end = 0;
};

struct SafetensorsHeader {
  std::map<std::string, SafetensorsEntry, std::less<>> entries;
  std::map<std::string, std::string> metadata;
  // The offset of the data section in the file, in bytes.
  int64_t data_offset = 0;
};

// Parses the header at the start of `bytes`, the whole file. Checks that the
// tensors cover the data section exactly, in any order. Returns
// INVALID_ARGUMENT if they do not, if the header is malformed, or if a type is
// not one of `types`. Returns the errors of ByteSource::Read. The message
// names `file` and the tensor.
absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(
    const ByteSource& bytes, std::string_view file,
    std::span<const DataType> types = kFloatTypes);

// Returns the start of a safetensors file: the length of the header in 8 bytes
// and the JSON text. The text is padded with spaces so that the data starts at
// a multiple of 8 bytes. header.data_offset is not used. REQUIRES: names and
// metadata are UTF-8.
std::string SerializeSafetensorsHeader(const SafetensorsHeader& header);

// Returns the shape as text, for example "[2, 3]".
std::string ShapeString(std::span<const int64_t> shape);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_HEADER_H_
