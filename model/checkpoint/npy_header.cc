#include "model/checkpoint/npy_header.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
// The magic, the version, and the length in 2 bytes, or in 4 from version 2 on.
constexpr int64_t kNpyFixedBytes = 8;
constexpr int64_t kMaxNpyHeaderBytes = int64_t{1} << 16;
constexpr std::size_t kMaxNpyDimensions = 32;  // NumPy's own limit

// Reads the tokens of a dictionary one after another.
class DictionaryReader {
 public:
  explicit DictionaryReader(std::string_view text) : rest_(text) {}

  // Skips `symbol` and returns true if it comes next.
  bool Skip(std::string_view symbol) {
    SkipSpaces();
    if (!rest_.starts_with(symbol)) {
      return false;
    }
    rest_.remove_prefix(symbol.size());
    return true;
  }

  bool IsAtEnd() {
    SkipSpaces();
    return rest_.empty();
  }

  // Reads a string in quotes, without escapes.
  bool ReadString(std::string& out) {
    SkipSpaces();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) {
      return false;
    }
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) {
      return false;
    }
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool ReadNumber(int64_t& out) {
    SkipSpaces();
    std::size_t digits = 0;
    while (digits < rest_.size() &&
           absl::ascii_isdigit(static_cast<unsigned char>(rest_[digits]))) {
      ++digits;
    }
    const bool is_number =
        digits > 0 && absl::SimpleAtoi(AsAbsl(rest_.substr(0, digits)), &out);
    rest_.remove_prefix(digits);
    return is_number;
  }

 private:
  void SkipSpaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
};

bool ReadTuple(DictionaryReader& reader, std::vector<int64_t>& out) {
  if (!reader.Skip("(")) {
    return false;
  }
  while (!reader.Skip(")")) {
    if (out.size() == kMaxNpyDimensions ||
        !reader.ReadNumber(out.emplace_back())) {
      return false;
    }
    if (!reader.Skip(",")) {
      return reader.Skip(")");
    }
  }
  return true;
}

bool ReadValue(DictionaryReader& reader, const std::string& key,
               NpyHeader& header) {
  if (key == "descr") {
    return reader.ReadString(header.type);
  }
  if (key == "fortran_order") {
    header.fortran_order = reader.Skip("True");
    return header.fortran_order || reader.Skip("False");
  }
  return key == "shape" && ReadTuple(reader, header.shape);
}

bool ReadDictionary(DictionaryReader& reader, NpyHeader& header) {
  std::set<std::string> keys;
  if (!reader.Skip("{")) {
    return false;
  }
  bool ends = reader.Skip("}");
  while (!ends) {
    std::string key;
    if (!reader.ReadString(key) || !keys.insert(key).second ||
        !reader.Skip(":") || !ReadValue(reader, key, header)) {
      return false;
    }
    const bool goes_on = reader.Skip(",");
    ends = reader.Skip("}");
    if (!goes_on && !ends) {
      return false;
    }
  }
  return keys.size() == 3 && reader.IsAtEnd();
}

}  // namespace

absl::StatusOr<NpyHeader> ParseNpyDictionary(std::string_view text,
                                             std::string_view place) {
  NpyHeader header;
  DictionaryReader reader(text);
  if (!ReadDictionary(reader, header)) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(place), " has the header ", Quoted(text),
        "; expected a dictionary of descr, fortran_order and shape: the file "
        "is damaged"));
  }
  return header;
}

absl::StatusOr<NpyHeader> ReadNpyHeader(const ByteSource& bytes,
                                        std::string_view place) {
  const auto damaged = [&](const auto&... parts) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(place), parts..., ": it is no array that NumPy saved"));
  };
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string start,
      ReadText(bytes, 0, std::min<int64_t>(bytes.size(), kNpyFixedBytes + 4)));
  if (start.size() < kNpyFixedBytes + 4 || !start.starts_with(kNpyMagic)) {
    return damaged(" begins with ", Quoted(start));
  }
  const auto byte = [&](std::size_t i) {
    return static_cast<int64_t>(static_cast<unsigned char>(start[i]));
  };
  const int64_t version = byte(6);
  if (version < 1 || version > 3) {
    return damaged(" has version ", version);
  }
  const int64_t fixed = kNpyFixedBytes + (version == 1 ? 2 : 4);
  int64_t length = byte(8) | (byte(9) << 8);
  if (version > 1) {
    length |= (byte(10) << 16) | (byte(11) << 24);
  }
  if (length > kMaxNpyHeaderBytes || length > bytes.size() - fixed) {
    return damaged(" has a header of ", length, " bytes");
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string text,
                             ReadText(bytes, fixed, length));
  INTERPRES_ASSIGN_OR_RETURN(NpyHeader header, ParseNpyDictionary(text, place));
  header.bytes = fixed + length;
  return header;
}

}  // namespace interpres
