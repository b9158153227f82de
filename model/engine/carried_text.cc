// Tested by carry_over_test.cc.

#include "model/engine/carried_text.h"

#include <algorithm>
#include <cstddef>

#include "model/base/utf8.h"
#include "model/document/characters.h"

namespace interpres {

bool IsWordCharacter(char32_t c) { return IsLetter(c) || IsContent(c); }

char32_t FirstCharacter(std::string_view text) {
  const std::size_t length = std::max<std::size_t>(Utf8SequenceLength(text), 1);
  return DecodeUtf8(text.substr(0, length)).code.front();
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
  text_.append(text.substr(0, end));
  space_ = end < text.size();
  dropped_ = false;
  run_ = nullptr;
  source_ = source;
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
  while (last > 0 && (static_cast<unsigned char>(text_[last]) & 0xc0) == 0x80) {
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
  text_.append(run.text);
  space_ = false;
  dropped_ = false;
  run_ = &run;
  source_ = run.last_token;
}

}  // namespace interpres
