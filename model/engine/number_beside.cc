#include "model/engine/number_beside.h"

#include <algorithm>
#include <cstddef>

#include "model/document/characters.h"

namespace interpres {
namespace {

bool IsSeparator(char32_t c) { return IsOneOf(U".,'\u2019\u066b\u066c", c); }

// Returns the digits at the start of `text`. A separator belongs to the number
// only between digits, so that the point after a sentence does not.
std::u32string DigitsAtStart(std::u32string_view text) {
  std::u32string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsDigit(text[i])) {
      digits.push_back(text[i]);
    } else if (digits.empty() || !IsSeparator(text[i]) ||
               !IsDigit(At(text, i + 1))) {
      break;
    }
  }
  return digits;
}

std::u32string DigitsAtEnd(std::u32string_view text) {
  const std::u32string reversed(text.rbegin(), text.rend());
  std::u32string digits = DigitsAtStart(reversed);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace

std::u32string NumberBeside(std::u32string_view before,
                            std::u32string_view after) {
  for (int spaces = 0; spaces < 2; ++spaces) {
    std::u32string left = DigitsAtEnd(before);
    std::u32string right = DigitsAtStart(after);
    if (!left.empty() || !right.empty()) {
      return left.empty() ? right : right.empty() ? left : std::u32string();
    }
    if (!before.empty() && IsSpace(before.back())) {
      before.remove_suffix(1);
    }
    if (!after.empty() && IsSpace(after.front())) {
      after.remove_prefix(1);
    }
  }
  return {};
}

std::u32string NumberBesideText(std::span<const std::string> texts,
                                std::size_t index) {
  std::string before;
  for (std::size_t i = index; i > 0 && before.size() < kNumberContext; --i) {
    before.insert(0, texts[i - 1]);
  }
  std::string after;
  for (std::size_t i = index + 1;
       i < texts.size() && after.size() < kNumberContext; ++i) {
    after += texts[i];
  }
  return NumberBeside(DecodeUtf8(before).code, DecodeUtf8(after).code);
}

}  // namespace interpres
