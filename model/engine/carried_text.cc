// Tested by carry_over_test.cc.

#include "model/engine/carried_text.h"

#include <algorithm>
#include <cstddef>

#include "model/base/utf8.h"
#include "model/document/characters.h"
#include "model/tokenizer/token_spelling.h"

namespace interpres {

char32_t FirstCharacter(std::string_view text) {
  return FirstCodePoint(text).code;
}

std::string_view WithoutLeadingSpaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

std::string_view TrailingPunctuation(std::string_view text) {
  const Characters characters = DecodeUtf8(text);
  std::size_t end = characters.code.size();
  while (end > 0 && !IsWordCharacter(characters.code[end - 1])) {
    --end;
  }
  return text.substr(static_cast<std::size_t>(characters.offset[end]));
}

CarriedTranslation JoinTokens(std::span<const std::string> texts,
                              std::span<const int32_t> alignment) {
  CarriedTranslation translation;
  std::string& joined = translation.text;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view own = WithoutLeadingSpaces(texts[i]);
    if (!joined.empty()) {
      joined.append(texts[i].size() - own.size(), ' ');
    }
    const auto begin = static_cast<int64_t>(joined.size());
    joined.append(own);
    if (!own.empty() && i < alignment.size() && alignment[i] >= 0) {
      translation.parts.push_back(
          {.target = {.begin = begin,
                      .end = static_cast<int64_t>(joined.size())},
           .first_source = alignment[i],
           .last_source = alignment[i]});
    }
  }
  joined.resize(WithoutEndSpaces(joined).size());
  if (!translation.parts.empty()) {
    int64_t& end = translation.parts.back().target.end;
    end = std::min(end, static_cast<int64_t>(joined.size()));
  }
  return translation;
}

void CarriedText::Append(std::string_view text, int32_t source) {
  space_ |= text.starts_with(' ');
  text = WithoutLeadingSpaces(text);
  if (text.empty()) {
    return;
  }
  if (WantsSpace(text, source) && !text_.empty()) {
    text_.push_back(' ');
  }
  const std::size_t end = text.find_last_not_of(' ') + 1;
  AppendPart(text.substr(0, end), source, source);
  space_ = end < text.size();
  dropped_ = false;
  run_ = nullptr;
  source_ = source;
}

void CarriedText::AppendPart(std::string_view text, int32_t first_source,
                             int32_t last_source) {
  const auto begin = static_cast<int64_t>(text_.size());
  text_.append(text);
  if (first_source >= 0) {
    parts_.push_back(
        {.target = {.begin = begin, .end = static_cast<int64_t>(text_.size())},
         .first_source = first_source,
         .last_source = last_source});
  }
}

bool CarriedText::WantsSpace(std::string_view text, int32_t source) const {
  constexpr std::u32string_view kClosing = U".,;:!?)]}»…";
  const char32_t first = FirstCharacter(text);
  if (dropped_ && IsOneOf(kClosing, first)) {
    return false;
  }
  if (run_ == nullptr) {
    return space_;
  }
  // A word of the source never touches another word.
  if (run_->space_after || run_->is_word) {
    return space_ || IsWordCharacter(first);
  }
  return space_ && source != run_->last_token + 1;
}

bool CarriedText::EndsInWord() const {
  if (text_.empty()) {
    return false;
  }
  std::size_t last = text_.size() - 1;
  while (last > 0 && IsUtf8Continuation(text_[last])) {
    --last;
  }
  return IsWordCharacter(FirstCharacter(std::string_view(text_).substr(last)));
}

void CarriedText::AppendRun(const CarriedRun& run) {
  const bool is_beside = source_ == run.first_token - 1;
  const bool wants_space =
      run.space_before || (run_ != nullptr && run_->space_after) ||
      (space_ && !is_beside) || (run.is_word && EndsInWord());
  if (wants_space && !text_.empty()) {
    text_.push_back(' ');
  }
  AppendPart(run.text, run.first_token, run.last_token);
  space_ = false;
  dropped_ = false;
  run_ = &run;
  source_ = run.last_token;
}

}  // namespace interpres
