#include "model/tokenizer/language_tag.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace interpres {
namespace {

constexpr std::string_view kOpen = ">>";
constexpr std::string_view kClose = "<<";

// Returns what stands between `open` and `close`, or nullopt if the piece is
// not `open`, some text and `close`.
std::optional<std::string_view> TextBetween(std::string_view open,
                                            std::string_view close,
                                            std::string_view piece) {
  if (piece.size() <= open.size() + close.size() || !piece.starts_with(open) ||
      !piece.ends_with(close)) {
    return std::nullopt;
  }
  return piece.substr(open.size(), piece.size() - open.size() - close.size());
}

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
  return TextBetween(kOpen, kClose, piece);
}

std::string CorpusTag(std::string_view name) {
  return std::string(kClose).append(name).append(kOpen);
}

std::optional<std::string_view> NameOfCorpusTag(std::string_view piece) {
  const auto name = TextBetween(kClose, kOpen, piece);
  return name.has_value() && IsLanguageCode(*name) ? name : std::nullopt;
}

}  // namespace interpres
