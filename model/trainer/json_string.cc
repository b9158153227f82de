// Tested by json_string_test.cc.

#include "model/trainer/json_string.h"

#include "absl/strings/str_format.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

void AppendEscaped(std::string_view valid, std::string& out) {
  for (const char c : valid) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      absl::StrAppendFormat(&out, "\\u%04x", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
}

}  // namespace

std::string JsonString(std::string_view text) {
  std::string out = "\"";
  AppendEscaped(ReplaceInvalidUtf8(text), out);
  return out + "\"";
}

}  // namespace interpres
