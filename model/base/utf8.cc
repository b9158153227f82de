#include "model/base/utf8.h"

#include <array>

namespace interpres {

std::size_t Utf8SequenceLength(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xc2 || lead > 0xf4) {
    return 0;
  }
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < length) {
    return 0;
  }
  // The range of the second byte excludes overlong forms, surrogates and code
  // points above U+10FFFF (RFC 3629, section 4).
  const unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < low || byte(1) > high) {
    return 0;
  }
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  return length;
}

char32_t DecodeUtf8Sequence(std::string_view sequence) {
  constexpr std::array<unsigned char, 5> kLeadBits = {0, 0x7f, 0x1f, 0x0f,
                                                      0x07};
  char32_t code =
      static_cast<unsigned char>(sequence[0]) & kLeadBits[sequence.size()];
  for (const char byte : sequence.substr(1)) {
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3f);
  }
  return code;
}

void AppendUtf8(char32_t code_point, std::string& text) {
  if (code_point < 0x80) {
    text.push_back(static_cast<char>(code_point));
    return;
  }
  const int rest = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  constexpr std::array<char32_t, 4> kLead = {0, 0xc0, 0xe0, 0xf0};
  text.push_back(static_cast<char>(kLead[rest] | code_point >> (6 * rest)));
  for (int i = rest - 1; i >= 0; --i) {
    text.push_back(static_cast<char>(0x80 | (code_point >> (6 * i) & 0x3f)));
  }
}

std::optional<std::size_t> FindInvalidUtf8(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t length = Utf8SequenceLength(text.substr(offset));
    if (length == 0) {
      return offset;
    }
    offset += length;
  }
  return std::nullopt;
}

bool IsValidUtf8(std::string_view text) {
  return !FindInvalidUtf8(text).has_value();
}

std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string repaired;
  while (const std::optional<std::size_t> invalid = FindInvalidUtf8(text)) {
    repaired += text.substr(0, *invalid);
    repaired += "\xef\xbf\xbd";
    text.remove_prefix(*invalid + 1);
  }
  repaired += text;
  return repaired;
}

}  // namespace interpres
