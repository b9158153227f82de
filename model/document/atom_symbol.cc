#include "model/document/atom_symbol.h"

#include <unicode/uchar.h>

#include <string_view>

namespace interpres {
namespace {

constexpr char32_t kEmojiJoiner = 0x200d;
constexpr char32_t kTextVariation = 0xfe0e;
constexpr char32_t kEmojiVariation = 0xfe0f;
constexpr char32_t kKeycap = 0x20e3;

bool HasSymbolProperty(char32_t c, UProperty property) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), property) != 0;
}

bool IsRegion(char32_t c) { return c >= 0x1f1e6 && c <= 0x1f1ff; }
bool IsModifier(char32_t c) { return c >= 0x1f3fb && c <= 0x1f3ff; }
bool IsTag(char32_t c) { return c >= 0xe0020 && c <= 0xe007f; }

// Returns whether `c` can be the base of an emoji.
bool IsPicture(char32_t c) {
  return c >= 0x2000 && !IsModifier(c) && !IsRegion(c) &&
         HasSymbolProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC);
}

// Returns whether `c` is an emoji without a variation selector.
bool IsPlainEmoji(char32_t c) {
  return c >= 0x1f000 || (c >= 0x2600 && c <= 0x27bf) ||
         HasSymbolProperty(c, UCHAR_EMOJI_PRESENTATION);
}

int64_t SkipWhile(const AtomText& text, int64_t i, bool (*is)(char32_t)) {
  for (CodePoint c = text.CodeAt(i); c.length > 0 && is(c.code);
       c = text.CodeAt(i)) {
    i += c.length;
  }
  return i;
}

// Returns the end of a base with its variation, modifiers and tags.
int64_t PictureEnd(const AtomText& text, int64_t begin) {
  const CodePoint base = text.CodeAt(begin);
  if (!IsPicture(base.code)) {
    return begin;
  }
  int64_t end = begin + base.length;
  const CodePoint next = text.CodeAt(end);
  const bool is_varied =
      next.code == kEmojiVariation || next.code == kTextVariation;
  if (!is_varied && !IsPlainEmoji(base.code)) {
    return begin;
  }
  end += is_varied ? next.length : 0;
  end = SkipWhile(text, end, &IsModifier);
  return SkipWhile(text, end, &IsTag);
}

int64_t KeycapEnd(const AtomText& text, int64_t begin) {
  int64_t end = begin + 1;
  CodePoint c = text.CodeAt(end);
  if (c.code == kEmojiVariation) {
    end += c.length;
    c = text.CodeAt(end);
  }
  return c.code == kKeycap ? end + c.length : begin;
}

int64_t LettersEnd(const AtomText& text, int64_t begin) {
  return SkipWhile(text, begin, [](char32_t c) {
    return c == U'_' || IsLetter(c) || IsDigit(c);
  });
}

// Returns whether the mark at `begin` can begin a hashtag or a mention.
bool CanBegin(const AtomText& text, int64_t begin) {
  constexpr std::string_view kNotBefore = "&@#/.";
  const CodePoint first = text.CodeAt(begin + 1);
  return !text.JoinsBefore(begin) &&
         kNotBefore.find(text.At(begin - 1)) == std::string_view::npos &&
         (first.code == U'_' || IsLetter(first.code));
}

// Returns the end of the name of a mention or of its server.
int64_t HandleEnd(const AtomText& text, int64_t begin) {
  int64_t end = begin;
  while (IsAsciiWord(text.At(end)) ||
         ((text.At(end) == '.' || text.At(end) == '-') && end > begin &&
          IsAsciiWord(text.At(end + 1)))) {
    ++end;
  }
  return end;
}

}  // namespace

int64_t HashtagEnd(const AtomText& text, int64_t begin) {
  if (!CanBegin(text, begin)) {
    return begin;
  }
  const int64_t end = LettersEnd(text, begin + 1);
  return HasSymbolProperty(text.CodeAt(begin + 1).code, UCHAR_GRAPHEME_EXTEND)
             ? begin
             : end;
}

int64_t MentionEnd(const AtomText& text, int64_t begin) {
  if (!CanBegin(text, begin)) {
    return begin;
  }
  const int64_t end = HandleEnd(text, begin + 1);
  if (end == begin + 1 || text.JoinsAfter(end)) {
    return begin;
  }
  const int64_t server = HandleEnd(text, end + 1);
  return text.At(end) == '@' && server > end + 1 && !text.JoinsAfter(server)
             ? server
             : end;
}

int64_t EmojiEnd(const AtomText& text, int64_t begin) {
  const char byte = text.At(begin);
  if (static_cast<unsigned char>(byte) < 0x80) {
    return IsAsciiDigit(byte) || byte == '#' || byte == '*'
               ? KeycapEnd(text, begin)
               : begin;
  }
  const CodePoint first = text.CodeAt(begin);
  if (IsRegion(first.code)) {
    const CodePoint second = text.CodeAt(begin + first.length);
    return IsRegion(second.code) ? begin + first.length + second.length : begin;
  }
  int64_t end = PictureEnd(text, begin);
  while (end > begin) {
    const CodePoint joiner = text.CodeAt(end);
    const int64_t next = end + joiner.length;
    // A joined sign needs no variation selector: 👩‍⚕.
    const CodePoint base = text.CodeAt(next);
    if (joiner.code != kEmojiJoiner || !IsPicture(base.code)) {
      break;
    }
    const int64_t picture = PictureEnd(text, next);
    end = picture > next ? picture : next + base.length;
  }
  return end;
}

}  // namespace interpres
