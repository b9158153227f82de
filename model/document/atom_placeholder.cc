#include "model/document/atom_placeholder.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "absl/strings/ascii.h"
#include "model/document/message_leaves.h"

namespace interpres {
namespace {

constexpr int64_t kMaxName = 256;
constexpr int64_t kMaxBraces = 3;
constexpr int64_t kMaxTag = 3;
constexpr int64_t kMaxField = 16;

constexpr std::array<std::string_view, 7> kSimpleTypes = {
    "number", "date", "time", "spellout", "ordinal", "duration", "choice"};
constexpr std::array<std::string_view, 3> kComplexTypes = {"plural", "select",
                                                           "selectordinal"};
constexpr std::array<std::string_view, 8> kAmountWords = {
    "million", "billion", "trillion", "thousand", "bn", "mn", "k", "m"};

bool HasWord(const AtomText& text, int64_t begin, std::string_view word) {
  return text.Has(begin, word) &&
         !text.JoinsAfter(begin + static_cast<int64_t>(word.size()));
}

int64_t SkipSpaces(const AtomText& text, int64_t i) {
  while (i < text.size() && text.At(i) == ' ') {
    ++i;
  }
  return i;
}

// Returns the end of a name with the bytes `marks` in it, at most 256 bytes.
int64_t PlaceholderNameEnd(const AtomText& text, int64_t begin,
                           std::string_view marks) {
  int64_t end = begin;
  while (end - begin < kMaxName &&
         (IsAsciiWord(text.At(end)) || HasByte(marks, text.At(end)))) {
    ++end;
  }
  return end;
}

// `{{ name }}` with two or three braces on each side.
int64_t DoubleBracesEnd(const AtomText& text, int64_t begin) {
  int64_t content = begin;
  while (text.At(content) == '{' && content - begin <= kMaxBraces) {
    ++content;
  }
  const int64_t braces = content - begin;
  if (braces < 2 || braces > kMaxBraces) {
    return begin;
  }
  int64_t end = content;
  while (end < text.size() && end - content < kMaxName &&
         !HasByte("{}", text.At(end))) {
    ++end;
  }
  const std::string_view close = std::string_view("}}}").substr(0, braces);
  return end > content && text.Has(end, close) ? end + braces : begin;
}

// An argument with a type of ICU: `{n, number}`, or a whole message. `type` is
// the offset after the comma.
int64_t MessageEnd(const AtomText& text, int64_t begin, int64_t type) {
  type = SkipSpaces(text, type);
  for (const std::string_view name : kSimpleTypes) {
    if (HasWord(text, type, name)) {
      const int64_t end = PlaceholderNameEnd(text, type, " ,:.#/-%+'");
      return text.At(end) == '}' ? end + 1 : begin;
    }
  }
  const bool is_complex = std::ranges::any_of(
      kComplexTypes,
      [&](std::string_view name) { return HasWord(text, type, name); });
  const int64_t close = is_complex ? text.CloseBrace(begin) : begin;
  return close > begin &&
                 !FindMessageLeaves(text.Bytes(begin, close + 1)).empty()
             ? close + 1
             : begin;
}

// A tag of a template: `{% if user %}` of Jinja, Twig and Liquid, `<%= name %>`
// of ERB and EJS, `<?= $name ?>` of PHP. `close` is the mark that ends the tag.
int64_t TemplateTagEnd(const AtomText& text, int64_t begin,
                       std::string_view close) {
  constexpr int64_t kMaxTemplateTag = 200;
  const int64_t limit = std::min(begin + kMaxTemplateTag, text.size());
  for (int64_t i = begin + 2; i < limit && text.At(i) != '\n'; ++i) {
    if (text.Has(i, close)) {
      return i + std::ssize(close);
    }
  }
  return begin;
}

int64_t BracesEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin + 1) == '%') {
    return TemplateTagEnd(text, begin, "%}");
  }
  const int64_t twice = DoubleBracesEnd(text, begin);
  if (twice > begin) {
    return twice;
  }
  const int64_t first = SkipSpaces(text, begin + 1);
  const int64_t name = PlaceholderNameEnd(text, first, ".$:!?#*@[]-%<>=");
  if (text.At(name) == '}' && first == begin + 1) {
    return name + 1;
  }
  const int64_t comma = SkipSpaces(text, name);
  return name > first && text.At(comma) == ','
             ? MessageEnd(text, begin, comma + 1)
             : begin;
}

// `%s`, `%1$s`, `%(name)s`, `%-10.2lf`.
int64_t FormatEnd(const AtomText& text, int64_t begin) {
  int64_t i = begin + 1;
  if (IsAsciiDigit(text.At(begin - 1))) {
    return begin;  // `50%-a`: an ending of Hungarian
  }
  if (text.At(i) == '(') {
    const int64_t name = PlaceholderNameEnd(text, i + 1, ".-");
    if (name == i + 1 || text.At(name) != ')') {
      return begin;
    }
    i = name + 1;
  } else {
    const int64_t position = text.DigitsEnd(i);
    i = position > i && text.At(position) == '$' ? position + 1 : i;
  }
  const int64_t fields = i;
  while (i - fields < kMaxField && HasByte("-+#0123456789.*'", text.At(i))) {
    ++i;
  }
  if (i > fields && HasByte("-'", text.At(i - 1))) {
    return begin;  // these flags stand before a width: `%50'e` is Turkish
  }
  const int64_t length = i;
  while (i - length < 2 && HasByte("hlLqjzt", text.At(i))) {
    ++i;
  }
  if (!HasByte("diouxXeEfFgGaAcCsSpn@", text.At(i))) {
    return begin;
  }
  return text.At(i) != '@' && text.JoinsAfter(i + 1) ? begin : i + 1;
}

int64_t PercentEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin + 1) == '%') {
    return begin + 2;
  }
  if (text.At(begin + 1) == '{') {
    const int64_t end = BracesEnd(text, begin + 1);
    return end > begin + 1 ? end : begin;
  }
  return FormatEnd(text, begin);
}

// `${x}`, or `$1` without the look of an amount of money.
int64_t DollarEnd(const AtomText& text, int64_t begin) {
  const char next = text.At(begin + 1);
  if (next == '{') {
    const int64_t end = BracesEnd(text, begin + 1);
    return end > begin + 1 ? end : begin;
  }
  const int64_t end = begin + 2;
  if (next < '1' || next > '3' || text.JoinsBefore(begin) ||
      text.JoinsAfter(end) || text.At(end) == '%' ||
      (HasByte(".,", text.At(end)) && IsAsciiDigit(text.At(end + 1)))) {
    return begin;
  }
  const int64_t word = end + (HasByte(" -", text.At(end)) ? 1 : 0);
  const bool is_amount = std::ranges::any_of(
      kAmountWords,
      [&](std::string_view amount) { return HasWord(text, word, amount); });
  return is_amount ? begin : end;
}

// `:name` or `:name:`.
int64_t ColonEnd(const AtomText& text, int64_t begin) {
  if (!IsSpace(text.CodeBefore(begin)) || !IsAsciiLower(text.At(begin + 1))) {
    return begin;
  }
  const int64_t end = PlaceholderNameEnd(text, begin + 1, "");
  const bool is_closed = text.At(end) == ':' && text.At(end + 1) != ':';
  if (end - begin < 3 || text.JoinsAfter(end) ||
      (text.At(end) == ':' && !is_closed)) {
    return begin;
  }
  return is_closed && !text.JoinsAfter(end + 1) ? end + 1 : end;
}

// `<0>`, `</0>`, `<0/>`, or a tag of a template.
int64_t TagEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin + 1) == '%' || text.At(begin + 1) == '?') {
    return TemplateTagEnd(text, begin, text.At(begin + 1) == '%' ? "%>" : "?>");
  }
  const int64_t number = begin + (text.At(begin + 1) == '/' ? 2 : 1);
  int64_t end = text.DigitsEnd(number);
  if (end == number || end - number > kMaxTag) {
    return begin;
  }
  end += text.At(end) == '/' && number == begin + 1 ? 1 : 0;
  return text.At(end) == '>' ? end + 1 : begin;
}

// `#{x}`, or the `#` of ICU, which stands for a number.
int64_t NumberSignEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin + 1) == '{') {
    const int64_t end = BracesEnd(text, begin + 1);
    return end > begin + 1 ? end : begin;
  }
  const bool touches = text.JoinsBefore(begin) || text.JoinsAfter(begin + 1) ||
                       text.At(begin + 1) == '#' ||
                       (begin > 0 && text.At(begin - 1) == '#');
  return touches ? begin : begin + 1;
}

// `\n`, `\r`, `\t` and `\u00e9` in the source of a program. `\newline` after a
// space is a command of another kind.
int64_t EscapeEnd(const AtomText& text, int64_t begin) {
  constexpr int64_t kCodeDigits = 4;
  const int64_t end = begin + 2;
  if (text.At(begin - 1) == '\\') {
    return begin;
  }
  if (text.At(begin + 1) == 'u') {
    int64_t i = end;
    while (i - end < kCodeDigits &&
           absl::ascii_isxdigit(static_cast<unsigned char>(text.At(i)))) {
      ++i;
    }
    return i - end == kCodeDigits ? i : begin;
  }
  const bool touches = text.JoinsAfter(end) && IsSpace(text.CodeBefore(begin));
  return HasByte("nrt", text.At(begin + 1)) && !touches ? end : begin;
}

// A name between two marks of two bytes each.
int64_t MarkedEnd(const AtomText& text, int64_t begin, std::string_view open,
                  std::string_view close) {
  const int64_t name = PlaceholderNameEnd(text, begin + 2, ".:-");
  return text.Has(begin, open) && name > begin + 2 && text.Has(name, close)
             ? name + 2
             : begin;
}

}  // namespace

int64_t PlaceholderEnd(const AtomText& text, int64_t begin) {
  switch (text.At(begin)) {
    case '{':
      return BracesEnd(text, begin);
    case '%':
      return PercentEnd(text, begin);
    case '$':
      return DollarEnd(text, begin);
    case '#':
      return NumberSignEnd(text, begin);
    case ':':
      return ColonEnd(text, begin);
    case '<':
      return TagEnd(text, begin);
    case '\\':
      return EscapeEnd(text, begin);
    case '[':
      return MarkedEnd(text, begin, "[[", "]]");
    case '@':
      return MarkedEnd(text, begin, "@@", "@@");
    default:
      return begin;
  }
}

}  // namespace interpres
