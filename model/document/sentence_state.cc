#include "model/document/sentence_state.h"

#include <algorithm>

#include "model/document/characters.h"
#include "model/document/sentence_end.h"

namespace interpres {
namespace {

// How far away the closing character may be. A quote that never closes must not
// keep the rest of a text together, and a long bracket is divided.
constexpr std::size_t kReach = 300;
constexpr std::size_t kBracketReach = 80;

// Apostrophes are not counted, because most of them are no quotes.
bool IsCountedQuote(char32_t c) { return IsOneOf(U"\"“”„«»「」『』", c); }

// A quote that has white space before it, and none behind it, opens.
bool Opens(std::u32string_view text, std::size_t i) {
  const char32_t c = text[i];
  if (IsOneOf(U"「『„", c)) {
    return true;
  }
  const char32_t before = i == 0 ? U' ' : text[i - 1];
  const char32_t after = At(text, i + 1);
  if (c == U'“' && IsWide(before)) {
    return true;
  }
  const bool starts = IsSpace(before) || IsOpenBracket(before) ||
                      IsDash(before) || IsOneOf(U"¿¡", before);
  return starts && (c == U'«' || !IsSpace(after));
}

// `(` in `:(` and before white space is no bracket of the text.
bool OpensBracket(std::u32string_view text, std::size_t i) {
  return IsOpenBracket(text[i]) && !IsSpace(At(text, i + 1)) &&
         (i == 0 || !IsOneOf(U":;-=", text[i - 1]));
}

}  // namespace

void SentenceState::ReadQuote() {
  if (Opens(text_, read_)) {
    // The same mark again: the writer forgot to close the first quote.
    if (open_quote_ == kNoQuote || open_quote_ == text_[read_]) {
      open_quote_ = text_[read_];
      quote_inside_sentence_ = has_content_;
    }
    return;
  }
  open_quote_ = kNoQuote;
}

void SentenceState::ReadUntil(std::size_t end) {
  for (; read_ < end; ++read_) {
    const char32_t c = text_[read_];
    if (OpensBracket(text_, read_)) {
      ++open_brackets_;
    } else if (IsCloseBracket(c)) {
      open_brackets_ = std::max(0, open_brackets_ - 1);
    } else if (IsCountedQuote(c)) {
      ReadQuote();
    }
    has_content_ = has_content_ || IsContent(c);
  }
}

void SentenceState::BeginSentence() {
  has_content_ = false;
  open_brackets_ = 0;
  quote_inside_sentence_ = false;
}

bool SentenceState::InsideBracket() const {
  return open_brackets_ > 0 &&
         std::ranges::any_of(text_.substr(read_, kBracketReach),
                             IsCloseBracket);
}

bool SentenceState::InsideQuoteOfSentence() const {
  if (open_quote_ == kNoQuote || !quote_inside_sentence_) {
    return false;
  }
  const std::size_t limit = std::min(text_.size(), read_ + kReach);
  for (std::size_t i = read_; i < limit; ++i) {
    const bool opens = Opens(text_, i);
    if (opens && text_[i] == open_quote_) {
      return false;  // the open quote is never closed
    }
    if (IsCountedQuote(text_[i]) && !opens) {
      const char32_t after = At(text_, SkipSpace(text_, i + 1));
      return IsOneOf(U",;:", after) || IsLower(after);
    }
  }
  return false;
}

}  // namespace interpres
