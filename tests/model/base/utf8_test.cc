#include "model/base/utf8.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace interpres {
namespace {

// The encoding rule without its restrictions: any code point, any length.
std::string Encode(uint32_t code, int length) {
  if (length == 1) {
    return std::string(1, static_cast<char>(code));
  }
  constexpr unsigned char kLeads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  std::string bytes(static_cast<std::size_t>(length), '\0');
  for (int i = length - 1; i > 0; --i) {
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(0x80 | (code & 63));
    code >>= 6;
  }
  bytes[0] = static_cast<char>(kLeads[length] | code);
  return bytes;
}

int ShortestLength(uint32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

TEST(Utf8Test, EveryCodePointInItsShortestFormOnly) {
  for (uint32_t code = 0; code < 0x1fffff; code += code < 0x11000 ? 1 : 37) {
    const bool valid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    const int shortest = ShortestLength(code);
    for (int length = shortest; length <= 4; ++length) {
      const auto offset = FindInvalidUtf8("ok" + Encode(code, length));
      ASSERT_EQ(!offset.has_value(), valid && length == shortest) << code;
      ASSERT_EQ(offset.value_or(2), 2u) << code;
    }
  }
}

TEST(Utf8Test, CutSequencesAndStrayBytes) {
  const std::string text = "a\u00f1\u20ac\U0001f600";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const bool boundary = size <= 1 || size == 3 || size == 6 || size == 10;
    EXPECT_EQ(!FindInvalidUtf8(text.substr(0, size)).has_value(), boundary);
  }
  EXPECT_EQ(FindInvalidUtf8("abc\x80"), 3u);
  EXPECT_EQ(FindInvalidUtf8("\xff"), 0u);
  EXPECT_EQ(FindInvalidUtf8("\xe2\x82z"), 0u);
  EXPECT_EQ(FindInvalidUtf8(std::string("\0ok", 3)), std::nullopt);
}

TEST(IsValidUtf8Test, AcceptsEveryLength) {
  EXPECT_TRUE(IsValidUtf8(""));
  EXPECT_TRUE(IsValidUtf8("a\xC3\xB1\xE2\x82\xAC\xF0\x9F\x98\x80z"));
  EXPECT_TRUE(IsValidUtf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));
  EXPECT_TRUE(IsValidUtf8(std::string_view("a\0b", 3)));
}

TEST(IsValidUtf8Test, RejectsWhatRfc3629Rejects) {
  for (const char* text :
       {"\x80", "\xC3", "\xC3z", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF",
        "\xED\xA0\x80", "\xE2\x82", "\xE2\x82z", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "fine \xE9"}) {
    EXPECT_FALSE(IsValidUtf8(text)) << ::testing::PrintToString(text);
  }
}

TEST(AppendUtf8Test, WritesTheSequenceThatDecodeReads) {
  const std::vector<std::pair<char32_t, std::string>> sequences = {
      {U'a', "a"},
      {0x7f, "\x7f"},
      {0x80, "\xC2\x80"},
      {0x7ff, "\xDF\xBF"},
      {0x800, "\xE0\xA0\x80"},
      {0xffff, "\xEF\xBF\xBF"},
      {0x10000, "\xF0\x90\x80\x80"},
      {0x10ffff, "\xF4\x8F\xBF\xBF"}};
  for (const auto& [code_point, bytes] : sequences) {
    std::string text;
    AppendUtf8(code_point, text);
    EXPECT_EQ(text, bytes);
    EXPECT_EQ(DecodeUtf8Sequence(bytes), code_point);
  }
}

TEST(ReplaceInvalidUtf8Test, ReplacesEachByteThatStartsNoSequence) {
  EXPECT_EQ(ReplaceInvalidUtf8(""), "");
  EXPECT_EQ(ReplaceInvalidUtf8("a\xC3\xB1"), "a\xC3\xB1");
  EXPECT_EQ(ReplaceInvalidUtf8("\xE2\x82z\xFF"),
            "\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD");
}

}  // namespace
}  // namespace interpres
