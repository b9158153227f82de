#include "model/checkpoint/marian_bin.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

using Bytes = std::shared_ptr<const ByteSource>;

constexpr uint64_t kBinVersion = 1;
constexpr uint64_t kEncryptedVersion = 2;
constexpr int64_t kItemHeaderBytes = 32;
constexpr uint64_t kMaxItemName = 1 << 10;  // bytes
constexpr uint64_t kMaxItemDimensions = 16;
constexpr uint64_t kInt8 = 0x101;
constexpr std::string_view kActivationScale = "_QuantMultA";
// Bergamot quantises the embeddings, too, and stores them by rows.
constexpr std::string_view kEmbeddings = "Wemb";
constexpr std::string_view kTargetEmbeddings = "decoder_Wemb";
constexpr std::string_view kOutputLayer = "none";

// A type that is read. The codes of Bergamot differ from Marian's.
struct ReadType {
  uint64_t code;
  DataType type;
};
constexpr ReadType kReadTypes[] = {
    {0x404, DataType::kFloat32}, {0x402, DataType::kFloat16},
    {0x4101, DataType::kInt8},   {0x10001, DataType::kInt8},
    {0x4102, DataType::kInt16},  {0x10002, DataType::kInt16},
};

struct TypeName {
  uint64_t code;
  const char* name;
};
// The types that are not read.
constexpr TypeName kTypeNames[] = {
    {kInt8, "int8"},
    {0x102, "int16"},
    {0x104, "int32"},
    {0x108, "int64"},
    {0x201, "uint8"},
    {0x204, "uint32"},
    {0x408, "float64"},
    {0x802, "packed16"},
    {0x1801, "packed8avx2"},
    {0x2801, "packed8avx512"},
    {0x11001, "intgemm8avx2"},
    {0x11002, "intgemm16avx2"},
    {0x12001, "intgemm8avx512"},
    {0x12002, "intgemm16avx512"},
    {0x13001, "intgemm8avx512vnni"},
    {0x14002, "intgemm16sse2"},
    {0x18001, "intgemm8ssse3"},
};

std::string NameOfType(uint64_t code) {
  for (const TypeName& type : kTypeNames) {
    if (type.code == code) {
      return type.name;
    }
  }
  return absl::StrFormat("0x%x", code);
}

// Returns null for a type that is not read.
const ReadType* FindReadType(uint64_t code) {
  const auto* found = std::ranges::find(kReadTypes, code, &ReadType::code);
  return found == std::end(kReadTypes) ? nullptr : found;
}

// An item of the file: its header, then its name, its shape and its data.
struct BinItem {
  uint64_t name_bytes = 0;  // with the zero byte at the end
  uint64_t type = 0;
  uint64_t dimensions = 0;
  uint64_t data_bytes = 0;
  std::string name = {};
  std::vector<int64_t> shape = {};
  int64_t offset = 0;  // of the data
};

// Reads a file from its beginning to its end.
class BinReader {
 public:
  BinReader(Bytes bytes, std::string_view file)
      : bytes_(std::move(bytes)), file_(file) {}

  absl::StatusOr<MarianFile> Read() {
    result_.name = std::string(file_);
    result_.file_bytes = bytes_->size();
    INTERPRES_RETURN_IF_ERROR(ReadHeaders());
    for (BinItem& item : items_) {
      INTERPRES_RETURN_IF_ERROR(ReadName(item));
    }
    for (BinItem& item : items_) {
      INTERPRES_RETURN_IF_ERROR(ReadShape(item));
    }
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t padding, ReadNumber());
    INTERPRES_RETURN_IF_ERROR(Skip(padding));
    for (BinItem& item : items_) {
      item.offset = position_;
      INTERPRES_RETURN_IF_ERROR(Skip(item.data_bytes));
    }
    if (position_ != bytes_->size()) {
      return Damaged("the items end at byte ", position_, ", but the file has ",
                     bytes_->size());
    }
    for (const BinItem& item : items_) {
      INTERPRES_RETURN_IF_ERROR(AddItem(item));
    }
    for (const BinItem& item : items_) {
      INTERPRES_RETURN_IF_ERROR(AddInputMultiplier(item));
    }
    if (result_.config.empty()) {
      return Damaged("it has no ", kMarianConfigItem);
    }
    INTERPRES_ASSIGN_OR_RETURN(result_.checksum, Checksum(*bytes_, 0));
    return std::move(result_);
  }

 private:
  template <typename... Parts>
  absl::Status Bad(const Parts&... parts) const {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file_), ": ", parts...));
  }

  template <typename... Parts>
  absl::Status Damaged(const Parts&... parts) const {
    return Bad(parts...,
               ": the file is damaged or no .bin file of Marian; download or "
               "convert it again");
  }

  // Moves past `count` bytes. `count` is from the file.
  absl::Status Skip(uint64_t count) {
    if (count > static_cast<uint64_t>(bytes_->size() - position_)) {
      return Damaged("byte ", position_, " is followed by ", count,
                     " bytes, but the file has ", bytes_->size());
    }
    position_ += static_cast<int64_t>(count);
    return absl::OkStatus();
  }

  // Returns the next `count` bytes.
  absl::StatusOr<std::string> Take(uint64_t count) {
    const int64_t begin = position_;
    INTERPRES_RETURN_IF_ERROR(Skip(count));
    return ReadText(*bytes_, begin, position_ - begin);
  }

  absl::StatusOr<uint64_t> ReadNumber() {
    uint64_t number = 0;
    INTERPRES_ASSIGN_OR_RETURN(const std::string taken, Take(sizeof(number)));
    std::memcpy(&number, taken.data(), sizeof(number));
    return number;
  }

  absl::Status ReadHeaders() {
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t version, ReadNumber());
    if (version == kEncryptedVersion) {
      return Bad("the file is encrypted (version 2); expected version ",
                 kBinVersion, "; convert the model again without a key");
    }
    if (version != kBinVersion) {
      return Damaged("the version of the file is ", version, ", not ",
                     kBinVersion);
    }
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t count, ReadNumber());
    const int64_t left = bytes_->size() - position_;
    if (count > static_cast<uint64_t>(left / kItemHeaderBytes)) {
      return Damaged("it has ", count, " items");
    }
    items_.resize(count);
    for (BinItem& item : items_) {
      INTERPRES_RETURN_IF_ERROR(ReadHeader(item));
    }
    return absl::OkStatus();
  }

  absl::Status ReadHeader(BinItem& item) {
    INTERPRES_ASSIGN_OR_RETURN(item.name_bytes, ReadNumber());
    INTERPRES_ASSIGN_OR_RETURN(item.type, ReadNumber());
    INTERPRES_ASSIGN_OR_RETURN(item.dimensions, ReadNumber());
    INTERPRES_ASSIGN_OR_RETURN(item.data_bytes, ReadNumber());
    return absl::OkStatus();
  }

  absl::Status ReadName(BinItem& item) {
    if (item.name_bytes == 0 || item.name_bytes > kMaxItemName) {
      return Damaged("the name of an item has ", item.name_bytes, " bytes");
    }
    INTERPRES_ASSIGN_OR_RETURN(item.name, Take(item.name_bytes));
    item.name.resize(std::min(item.name.find('\0'), item.name.size()));
    if (item.name.size() + 1 != item.name_bytes) {
      return Damaged("the name ", Quoted(item.name), " has ", item.name_bytes,
                     " bytes with the zero byte");
    }
    return absl::OkStatus();
  }

  absl::Status ReadShape(BinItem& item) {
    if (item.dimensions > kMaxItemDimensions) {
      return Damaged("tensor ", Quoted(item.name), " has ", item.dimensions,
                     " dimensions");
    }
    INTERPRES_ASSIGN_OR_RETURN(const std::string taken,
                               Take(item.dimensions * sizeof(int32_t)));
    for (std::size_t i = 0; i < taken.size(); i += sizeof(int32_t)) {
      int32_t size = 0;
      std::memcpy(&size, taken.data() + i, sizeof(size));
      item.shape.push_back(size);
    }
    return absl::OkStatus();
  }

  // Returns the bytes of the elements. Marian fills the data of an item up to a
  // multiple of 256 bytes, so `item` may have more.
  absl::StatusOr<int64_t> ElementBytes(const BinItem& item, DataType type) {
    int64_t needed = DataTypeSize(type);
    bool fits = true;
    for (const int64_t dimension : item.shape) {
      fits = fits && dimension >= 1 &&
             !__builtin_mul_overflow(needed, dimension, &needed);
    }
    const int64_t divisor = IsQuantised(type) ? sizeof(float) : 0;
    if (!fits || needed > static_cast<int64_t>(item.data_bytes) - divisor) {
      return Damaged("tensor ", Quoted(item.name), " has shape ",
                     ShapeString(item.shape), " and ", item.data_bytes,
                     " bytes");
    }
    return needed;
  }

  // Returns an error unless the scale and its reciprocal are factors.
  absl::Status CheckScale(const std::string& name, float scale) const {
    return std::isfinite(scale) && scale > 0 && std::isfinite(1 / scale)
               ? absl::OkStatus()
               : Damaged("tensor ", Quoted(name), " has the scale ", scale);
  }

  absl::StatusOr<float> ReadScale(const std::string& name, int64_t offset) {
    float scale = 0.0F;
    INTERPRES_ASSIGN_OR_RETURN(const std::string taken,
                               ReadText(*bytes_, offset, sizeof(scale)));
    std::memcpy(&scale, taken.data(), sizeof(scale));
    INTERPRES_RETURN_IF_ERROR(CheckScale(name, scale));
    return scale;
  }

  // A scale of activations is a float32. The scale of the embeddings may be an
  // intgemm8 with one element, because Bergamot quantises their items, too.
  absl::StatusOr<float> ReadActivationScale(const BinItem& item) {
    const ReadType* type = FindReadType(item.type);
    const bool is_byte = type != nullptr && type->type == DataType::kInt8;
    const std::size_t needed = sizeof(float) + (is_byte ? 1 : 0);
    if (type == nullptr || (type->type != DataType::kFloat32 && !is_byte) ||
        item.data_bytes < needed) {
      return Damaged("tensor ", Quoted(item.name),
                     " is no number in float32 or intgemm8");
    }
    if (!is_byte) {
      return ReadScale(item.name, item.offset);
    }
    INTERPRES_ASSIGN_OR_RETURN(const std::string byte,
                               ReadText(*bytes_, item.offset, 1));
    INTERPRES_ASSIGN_OR_RETURN(const float divisor,
                               ReadScale(item.name, item.offset + 1));
    const float scale =
        static_cast<float>(static_cast<int8_t>(byte[0])) / divisor;
    INTERPRES_RETURN_IF_ERROR(CheckScale(item.name, scale));
    return scale;
  }

  // Returns the matrix of the output layer: the embedding of the target tokens.
  TensorSource::Tensors::iterator FindOutput() {
    const auto own = result_.tensors.find(kTargetEmbeddings);
    return own == result_.tensors.end() ? result_.tensors.find(kEmbeddings)
                                        : own;
  }

  // Gives a scale of activations to its matrix. The output layer has a second
  // name, none_QuantMultA, which Bergamot uses with a shortlist. That one wins,
  // because it is a float32.
  absl::Status AddInputMultiplier(const BinItem& item) {
    std::string_view name = item.name;
    if (!name.ends_with(kActivationScale)) {
      return absl::OkStatus();
    }
    name.remove_suffix(kActivationScale.size());
    const bool is_output = name == kOutputLayer;
    const auto matrix = is_output ? FindOutput() : result_.tensors.find(name);
    if (matrix == result_.tensors.end() ||
        matrix->second.type != DataType::kInt8) {
      return absl::OkStatus();
    }
    INTERPRES_ASSIGN_OR_RETURN(const float scale, ReadActivationScale(item));
    StoredTensor& tensor = matrix->second;
    // Products are multiplied by this.
    if (!std::isfinite(1 / scale * (1 / tensor.divisor))) {
      return Damaged("tensor ", Quoted(item.name), " has the scale ", scale);
    }
    if (is_output || tensor.input_multiplier == 0.0F) {
      tensor.input_multiplier = scale;
    }
    return absl::OkStatus();
  }

  // A quantised matrix of the shape [inputs, outputs] is stored transposed. The
  // number that its values were multiplied by follows the last element.
  absl::Status ReadQuantised(const BinItem& item, int64_t element_bytes,
                             StoredTensor& tensor) {
    if (item.shape.size() != 2) {
      return Damaged("tensor ", Quoted(item.name),
                     " of type intgemm has shape ", ShapeString(item.shape),
                     "; expected a matrix");
    }
    INTERPRES_ASSIGN_OR_RETURN(
        tensor.divisor, ReadScale(item.name, item.offset + element_bytes));
    if (item.name.find(kEmbeddings) == std::string::npos) {
      tensor.strides = {1, item.shape[0]};
    }
    return absl::OkStatus();
  }

  absl::Status AddItem(const BinItem& item) {
    if (item.name == kMarianConfigItem) {
      return ReadConfig(item);
    }
    if (item.name.ends_with(kActivationScale)) {
      return absl::OkStatus();
    }
    const ReadType* type = FindReadType(item.type);
    if (type == nullptr) {
      return Bad("tensor ", Quoted(item.name), " has type ",
                 NameOfType(item.type),
                 "; expected float32, float16, intgemm8 or intgemm16; convert "
                 "the model again with --gemm-type intgemm8");
    }
    INTERPRES_ASSIGN_OR_RETURN(const int64_t element_bytes,
                               ElementBytes(item, type->type));
    StoredTensor tensor = {.type = type->type,
                           .shape = item.shape,
                           .strides = RowMajorStrides(item.shape),
                           .bytes = bytes_,
                           .offset = item.offset};
    if (IsQuantised(tensor.type)) {
      INTERPRES_RETURN_IF_ERROR(ReadQuantised(item, element_bytes, tensor));
    }
    return result_.tensors.emplace(item.name, std::move(tensor)).second
               ? absl::OkStatus()
               : Damaged("tensor ", Quoted(item.name), " occurs twice");
  }

  absl::Status ReadConfig(const BinItem& item) {
    if (item.type != kInt8 || !result_.config.empty() ||
        static_cast<int64_t>(item.data_bytes) > kMaxMarianConfigBytes) {
      return Damaged(kMarianConfigItem, " has type ", NameOfType(item.type),
                     " and ", item.data_bytes, " bytes, or occurs twice");
    }
    INTERPRES_ASSIGN_OR_RETURN(
        result_.config,
        ReadText(*bytes_, item.offset, static_cast<int64_t>(item.data_bytes)));
    // Marian fills the text with zero bytes.
    result_.config.erase(result_.config.find_last_not_of('\0') + 1);
    return absl::OkStatus();
  }

  const Bytes bytes_;
  const std::string_view file_;
  int64_t position_ = 0;  // of the next byte to read
  std::vector<BinItem> items_;
  MarianFile result_;
};

}  // namespace

absl::StatusOr<MarianFile> ParseMarianBin(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  return BinReader(bytes, name).Read();
}

}  // namespace interpres
