#include "model/document/sentence_end.h"

#include <algorithm>

#include "model/document/characters.h"

namespace interpres {
namespace {

constexpr std::size_t kLongestWord = 40;

// `“` closes a quotation in German and opens one in other languages: the
// character after the quotation mark tells.
bool ClosesAt(std::u32string_view text, std::size_t i) {
  const char32_t c = text[i];
  if (IsCloseBracket(c)) {
    return true;
  }
  if (!IsQuote(c) || IsOneOf(U"「『《〈", c)) {
    return false;
  }
  const char32_t after = At(text, i + 1);
  return !IsOneOf(U"“‘„‚«‹", c) || !(IsContent(after) || IsOneOf(U"¿¡", after));
}

// `[12]` and `¹²` after a mark.
std::size_t SkipFootnote(std::u32string_view text, std::size_t i) {
  while (IsOneOf(U"¹²³⁰⁴⁵⁶⁷⁸⁹*_", At(text, i))) {
    ++i;
  }
  if (At(text, i) != U'[' || !IsDigit(At(text, i + 1))) {
    return i;
  }
  std::size_t close = i + 1;
  while (IsDigit(At(text, close))) {
    ++close;
  }
  return At(text, close) == U']' ? close + 1 : i;
}

// ` (Smith, 1998)` behind a full stop.
std::size_t SkipCitation(std::u32string_view text, std::size_t i) {
  constexpr std::size_t kLongest = 60;
  const std::size_t open = SkipSpace(text, i);
  if (open == i || At(text, open) != U'(' || !IsUpper(At(text, open + 1))) {
    return i;
  }
  const std::u32string_view inside = text.substr(open, kLongest);
  const std::size_t close = inside.find(U')');
  if (close == std::u32string_view::npos || close < 5 ||
      !IsYear(inside.substr(close - 4, 4)) || !IsSpace(inside[close - 5]) ||
      !IsSpace(At(text, open + close + 1))) {
    return i;
  }
  return open + close + 1;
}

// French has a space before a closing guillemet.
std::size_t SkipSpacedClose(std::u32string_view text, std::size_t i) {
  const std::size_t quote = SkipSpace(text, i);
  if (quote > i && IsOneOf(U"»›”", At(text, quote)) &&
      !IsContent(At(text, quote + 1))) {
    return quote + 1;
  }
  return i;
}

// `:-)` and its like, with white space after it.
std::size_t SkipSmiley(std::u32string_view text, std::size_t i) {
  if (!IsOneOf(U":;=", At(text, i))) {
    return i;
  }
  std::size_t mouth = i + 1;
  if (At(text, mouth) == U'-') {
    ++mouth;
  }
  return IsOneOf(U")(DP", At(text, mouth)) && IsSpace(At(text, mouth + 1))
             ? mouth + 1
             : i;
}

std::size_t SkipEmoji(std::u32string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (true) {
    std::size_t i = SkipSpace(text, end);
    const std::size_t first = i;
    while (i < text.size() && IsEmoji(text[i])) {
      ++i;
    }
    i = i == first ? SkipSmiley(text, i) : i;
    if (i == first) {
      return end;
    }
    end = i;
  }
}

// Counts one mark or closing character.
void Count(SentenceEnd& e, char32_t c) {
  const MarkKind kind = MarkOf(c);
  const bool closed = e.closes_quote || e.closes_bracket;
  e.dots += kind == MarkKind::kDot ? 1 : 0;
  e.dot_after_close |= kind == MarkKind::kDot && closed;
  e.has_end_mark |= kind == MarkKind::kEnd;
  e.has_wide_mark |= kind == MarkKind::kWideEnd;
  e.has_ellipsis |= kind == MarkKind::kEllipsis;
  e.closes_quote |= IsQuote(c);
  e.closes_bracket |= IsCloseBracket(c);
}

}  // namespace

std::size_t SkipSpace(std::u32string_view text, std::size_t begin) {
  while (begin < text.size() && IsSpace(text[begin])) {
    ++begin;
  }
  return begin;
}

SentenceEnd MeasureSentenceEnd(std::u32string_view text, std::size_t begin,
                               std::size_t mark) {
  SentenceEnd e = {.text = text, .begin = begin, .mark = mark, .end = mark};
  std::size_t before = mark;
  do {
    before = e.end;
    while (e.end < text.size() &&
           (MarkOf(text[e.end]) != MarkKind::kNone || ClosesAt(text, e.end))) {
      Count(e, text[e.end]);
      ++e.end;
    }
    e.end = SkipFootnote(text, e.end);
    const std::size_t closed = SkipSpacedClose(text, e.end);
    e.closes_quote |= closed > e.end;
    e.end = closed;
  } while (e.end > before);
  e.end = SkipEmoji(text, SkipCitation(text, e.end));
  e.next = SkipSpace(text, e.end);
  return e;
}

std::u32string_view WordBefore(std::u32string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongestWord) {
    const char32_t c = text[begin - 1];
    if (IsSpace(c) || IsOpenBracket(c) || IsCloseBracket(c) ||
        IsOneOf(U"\"`“”„«»‹›–—―¿¡*", c)) {
      break;
    }
    const bool elides = IsOneOf(U"'’", c) && end - begin > 2;
    if (elides) {
      break;
    }
    --begin;
  }
  while (begin < end && IsQuote(text[begin])) {
    ++begin;
  }
  return text.substr(begin, end - begin);
}

std::u32string_view WordAt(std::u32string_view text, std::size_t begin) {
  if (begin >= text.size()) {
    return {};
  }
  std::size_t end = begin;
  while (end < text.size() && end - begin < kLongestWord &&
         (IsLetter(text[end]) || IsDigit(text[end]))) {
    ++end;
  }
  return text.substr(begin, end - begin);
}

bool IsYear(std::u32string_view word) {
  return word.size() == 4 && IsOneOf(U"12", word[0]) &&
         std::ranges::all_of(word, IsDigit);
}

bool IsItemAt(std::u32string_view text, std::size_t begin) {
  const bool bracket = At(text, begin) == U'(';
  const std::u32string_view word = WordAt(text, begin + (bracket ? 1 : 0));
  const std::size_t mark = begin + (bracket ? 1 : 0) + word.size();
  const bool digits = std::ranges::all_of(word, IsDigit);
  const char32_t close = At(text, mark);
  const char32_t item = At(text, SkipSpace(text, mark + 1));
  return !word.empty() && word.size() <= (digits ? 2 : 1) &&
         IsSpace(At(text, mark + 1)) &&
         ((close == U')' && item != U' ') ||
          (digits && !bracket && close == U'.' && IsUpper(item)));
}

std::size_t SkipOpening(std::u32string_view text, std::size_t begin) {
  std::size_t i = begin;
  while (i < text.size() && (IsQuote(text[i]) || IsOpenBracket(text[i]) ||
                             IsDash(text[i]) || IsOneOf(U"¿¡*_•·", text[i]))) {
    i = SkipSpace(text, i + 1);
  }
  return i;
}

}  // namespace interpres
