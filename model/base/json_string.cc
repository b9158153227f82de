#include "model/base/json_string.h"

#include "absl/strings/str_format.h"
#include "model/base/utf8.h"

namespace interpres {

std::string JsonString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : ReplaceInvalidUtf8(text)) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      absl::StrAppendFormat(&quoted, "\\u%04x", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace interpres
