#include "server/http/deepl_glossary_id.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "server/glossary/glossary_file_name.h"

namespace interpres {
namespace {

// Before an id whose first character would not be a letter or a digit. Also
// before a name that begins with it.
constexpr char kPrefix = '0';
constexpr std::string_view kNumberMark = "__";

std::string Encode(std::string_view name) {
  std::string id;
  if (name.front() == kPrefix || !absl::ascii_isalnum(name.front())) {
    id.push_back(kPrefix);
  }
  for (const char byte : name) {
    if (absl::ascii_isalnum(byte) || byte == '-') {
      id.push_back(byte);
    } else {
      absl::StrAppendFormat(&id, "_%02x", static_cast<uint8_t>(byte));
    }
  }
  return id;
}

bool AreDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, absl::ascii_isdigit);
}

}  // namespace

absl::StatusOr<std::string> DeepLGlossaryId(
    std::string_view name,
    const std::function<bool(const std::string& id)>& is_used) {
  if (name.empty()) {
    return absl::InvalidArgumentError(
        "name is empty; expected the name of the glossary");
  }
  const std::string first = Encode(name);
  std::string id = first;
  for (int64_t number = 2; is_used(id); ++number) {
    id = absl::StrCat(first, AsAbsl(kNumberMark), number);
  }
  if (id.size() > kMaxGlossaryName) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "name needs %d characters in the id of the glossary; expected at most "
        "%d; shorten the name, in which a letter, a digit and - need one "
        "character, and every other byte needs three",
        id.size(), kMaxGlossaryName));
  }
  return id;
}

std::string DeepLGlossaryName(std::string_view id) {
  std::string_view rest = id;
  const std::size_t mark = rest.rfind(kNumberMark);
  if (mark != rest.npos && AreDigits(rest.substr(mark + kNumberMark.size()))) {
    rest = rest.substr(0, mark);
  }
  if (rest.size() > 1 && rest.front() == kPrefix) {
    rest.remove_prefix(1);
  }
  std::string name;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != '_') {
      name.push_back(rest[i]);
    } else if (i + 2 < rest.size() && absl::ascii_isxdigit(rest[i + 1]) &&
               absl::ascii_isxdigit(rest[i + 2])) {
      name += absl::HexStringToBytes(AsAbsl(rest.substr(i + 1, 2)));
      i += 2;
    } else {
      return std::string(id);
    }
  }
  return IsValidUtf8(name) ? name : std::string(id);
}

}  // namespace interpres
