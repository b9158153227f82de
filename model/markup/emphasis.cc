#include "model/markup/emphasis.h"

#include <algorithm>
#include <array>

#include "model/base/utf8.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

constexpr std::size_t kClasses = std::size_t{3} * 2 * 3;

// The characters beside the bytes [begin, end). A space at an end of the text.
char32_t CharBefore(std::string_view text, int64_t begin) {
  int64_t first = begin;
  while (first > 0 && begin - first < 4) {
    --first;
    if (!IsUtf8Continuation(text[first])) {
      return DecodeUtf8(text.substr(first, begin - first)).code[0];
    }
  }
  return U' ';
}

char32_t CharAfter(std::string_view text, int64_t end) {
  const std::string_view rest = text.substr(end, 4);
  return rest.empty() ? U' ' : DecodeUtf8(rest).code[0];
}

bool IsMark(char32_t c) { return !IsSpace(c) && !IsContent(c) && !IsLetter(c); }

}  // namespace

int64_t Emphasis::AddRun(int64_t begin) {
  const char mark = text_[begin];
  const auto end = static_cast<int64_t>(
      std::min(text_.find_first_not_of(mark, begin), text_.size()));
  const char32_t before = CharBefore(text_, begin);
  const char32_t after = CharAfter(text_, end);
  const bool is_left =
      !IsSpace(after) && (!IsMark(after) || IsSpace(before) || IsMark(before));
  const bool is_right =
      !IsSpace(before) && (!IsMark(before) || IsSpace(after) || IsMark(after));
  Run run = {.mark = mark,
             .span = {.begin = begin, .end = end},
             .length = end - begin,
             .can_open = is_left,
             .can_close = is_right};
  if (mark == '_') {
    run.can_open = is_left && (!is_right || IsMark(before));
    run.can_close = is_right && (!is_left || IsMark(after));
  }
  constexpr int64_t kMaxTildes = 2;
  if (mark != '~' || run.length <= kMaxTildes) {
    runs_.push_back(run);
  }
  return end - begin;
}

std::size_t Emphasis::ClassOf(const Run& run) {
  const std::size_t mark = run.mark == '*' ? 0 : run.mark == '_' ? 1 : 2;
  return (mark * 2 + (run.can_open ? 1 : 0)) * 3 +
         static_cast<std::size_t>(run.length % 3);
}

bool Emphasis::Match(const Run& open, const Run& close) {
  if (open.mark != close.mark) {
    return false;
  }
  if (open.mark == '~') {
    return open.length == close.length;
  }
  const bool is_ambiguous = open.can_close || close.can_open;
  return !is_ambiguous || (open.length + close.length) % 3 != 0 ||
         (open.length % 3 == 0 && close.length % 3 == 0);
}

int64_t Emphasis::FindOpener(const std::vector<std::size_t>& open,
                             const Run& close, int64_t bottom) const {
  auto i = static_cast<int64_t>(open.size()) - 1;
  while (i >= bottom && !Match(runs_[open[i]], close)) {
    --i;
  }
  return i >= bottom ? i : -1;
}

void Emphasis::PairClose(Run& close, std::vector<std::size_t>& open,
                         std::span<int64_t> bottom) {
  while (close.can_close && close.span.begin < close.span.end) {
    int64_t& lowest = bottom[ClassOf(close)];
    const int64_t found = FindOpener(open, close, lowest);
    if (found < 0) {
      lowest = static_cast<int64_t>(open.size());
      break;
    }
    Run& opener = runs_[open[found]];
    const int64_t available = std::min(opener.span.end - opener.span.begin,
                                       close.span.end - close.span.begin);
    const int64_t count =
        close.mark == '~' ? available : std::min<int64_t>(available, 2);
    pairs_.push_back({.open = {opener.span.end - count, opener.span.end},
                      .close = {close.span.begin, close.span.begin + count}});
    opener.span.end -= count;
    close.span.begin += count;
    const bool is_used_up = opener.span.begin == opener.span.end;
    open.resize(found + (is_used_up ? 0 : 1));
    for (int64_t& index : bottom) {
      index = std::min(index, static_cast<int64_t>(open.size()));
    }
  }
}

void Emphasis::PairFrom(std::size_t first) {
  std::vector<std::size_t> open;  // runs that can open
  // Below these indices of `open`, a class of closing runs has no opener.
  std::array<int64_t, kClasses> bottom = {};
  for (std::size_t i = first; i < runs_.size(); ++i) {
    Run& close = runs_[i];
    PairClose(close, open, bottom);
    if (close.can_open && close.span.begin < close.span.end) {
      open.push_back(i);
    }
  }
  runs_.resize(first);
}

}  // namespace interpres
