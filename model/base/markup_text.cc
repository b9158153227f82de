#include "model/base/markup_text.h"

#include <cstddef>

#include "model/base/utf8.h"

namespace interpres {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Returns the markup of one valid sequence of UTF-8.
std::string_view Escaped(std::string_view sequence) {
  const bool is_control = static_cast<unsigned char>(sequence[0]) < 0x20;
  if (is_control || sequence == "\xef\xbf\xbe" || sequence == "\xef\xbf\xbf") {
    return kReplacement;
  }
  switch (sequence[0]) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return sequence;
  }
}

}  // namespace

std::string MarkupText(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::size_t length = Utf8SequenceLength(text);
    escaped += length == 0 ? kReplacement : Escaped(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return escaped;
}

}  // namespace interpres
