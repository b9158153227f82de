#include "model/tokenizer/language_tag.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace interpres {
namespace {

constexpr std::string_view kOpen = ">>";
constexpr std::string_view kClose = "<<";

}  // namespace

bool IsLanguageCode(std::string_view text) {
  const auto is_letter = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c));
  };
  return !text.empty() && text.size() <= kLongestLanguageCode &&
         is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || c == '-' || c == '_';
         });
}

std::string LanguageTag(std::string_view language) {
  return std::string(kOpen).append(language).append(kClose);
}

std::optional<std::string_view> LanguageOfTag(std::string_view piece) {
  if (piece.size() <= kOpen.size() + kClose.size() ||
      !piece.starts_with(kOpen) || !piece.ends_with(kClose)) {
    return std::nullopt;
  }
  return piece.substr(kOpen.size(),
                      piece.size() - kOpen.size() - kClose.size());
}

}  // namespace interpres
