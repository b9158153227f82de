#include "client/text_lines.h"

#include <cstddef>

namespace interpres {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Returns the length of the UTF-8 sequence at the start of `text`, or 0 if the
// sequence is malformed. REQUIRES: `text` is not empty.
size_t SequenceLength(std::string_view text) {
  const auto byte = [text](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  size_t length = 0;
  // The range of the second byte excludes overlong forms, surrogates and
  // values past U+10FFFF (RFC 3629, section 4).
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    low = lead == 0xE0 ? 0xA0 : 0x80;
    high = lead == 0xED ? 0x9F : 0xBF;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    low = lead == 0xF0 ? 0x90 : 0x80;
    high = lead == 0xF4 ? 0x8F : 0xBF;
  }
  if (length == 0 || text.size() < length || byte(1) < low || byte(1) > high) {
    return 0;
  }
  for (size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) {
      return 0;
    }
  }
  return length;
}

}  // namespace

std::optional<TextLine> LineReader::Next() {
  TextLine line;
  if (!std::getline(input_, line.text)) {
    return std::nullopt;
  }
  // getline sets eof only if the input ended before a newline.
  if (!input_.eof()) {
    line.ending.push_back('\n');
  }
  bytes_ += static_cast<int64_t>(line.text.size() + line.ending.size());
  line.number = ++lines_;
  if (!line.ending.empty() && !line.text.empty() && line.text.back() == '\r') {
    line.text.pop_back();
    line.ending.insert(line.ending.begin(), '\r');
  }
  if (line.number == 1 && line.text.starts_with(kByteOrderMark)) {
    line.text.erase(0, kByteOrderMark.size());
  }
  return line;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

bool IsValidUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace interpres
