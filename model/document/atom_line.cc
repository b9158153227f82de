#include "model/document/atom_line.h"

#include <algorithm>
#include <array>

#include "model/base/utf8.h"
#include "model/document/atom_code.h"
#include "model/document/atom_identifier.h"
#include "model/document/atom_number.h"
#include "model/document/atom_path.h"
#include "model/document/atom_placeholder.h"
#include "model/document/atom_symbol.h"
#include "model/document/atom_url.h"
#include "model/document/characters.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

// The classes of a byte, as bits.
enum ByteClass : uint8_t {
  kOther = 0,  // white space, and marks that begin no atom
  kLower = 1,
  kUpper = 2,
  kDigit = 4,       // also the underscore: a word with one needs a look
  kHighLetter = 8,  // a byte of a letter that joins words
  kMark = 16,       // a mark that can begin an atom
  kHigh = 32,       // a byte of a character that must be decoded
};

constexpr uint8_t kWord = kLower | kUpper | kDigit | kHighLetter;

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes = {};
  for (int c = 'a'; c <= 'z'; ++c) {
    classes[c] = kLower;
  }
  for (int c = 'A'; c <= 'Z'; ++c) {
    classes[c] = kUpper;
  }
  for (int c = '0'; c <= '9'; ++c) {
    classes[c] = kDigit;
  }
  classes['_'] = kDigit;
  for (const char c : std::string_view("/.~\\`-${%:<[@#+(*")) {
    classes[static_cast<unsigned char>(c)] = kMark;
  }
  for (int c = 0x80; c < 0x100; ++c) {
    classes[c] = kHigh;
  }
  // Letters of Latin, Greek, Cyrillic, Hebrew and Arabic. Digits and marks have
  // the other lead bytes.
  for (int c = 0xc3; c <= 0xde; ++c) {
    classes[c] = c == 0xcd || c == 0xd9 || c == 0xdb || c == 0xd6 ||
                         c == 0xd7 || c == 0xd8
                     ? kHigh
                     : kHighLetter;
  }
  return classes;
}

constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

uint8_t ByteClassOf(char c) { return kClasses[static_cast<unsigned char>(c)]; }

// Returns whether a Chinese character of three bytes stands at `i`.
bool IsHan(const AtomText& text, int64_t i) {
  const auto lead = static_cast<unsigned char>(text.At(i));
  return lead >= 0xe4 && lead <= 0xe9 && IsUtf8Continuation(text.At(i + 1)) &&
         IsUtf8Continuation(text.At(i + 2));
}

// The word that begins at a place.
struct AtomWord {
  int64_t end = 0;
  bool needs_look = false;  // the letters may belong to an atom
};

// Returns whether the mark after a word may belong to an atom with the word.
bool ContinuesAtom(const AtomText& text, int64_t end) {
  const char next = text.At(end + 1);
  switch (text.At(end)) {
    case '.':
      return IsAsciiContent(next);
    case ':':
      return !IsSpace(text.CodeAt(std::min(end + 1, text.size())).code);
    case '(':
      return next == ')';
    case '@':
    case '/':
    case '\\':
    case '-':
    case '+':
    case '%':
    case '=':
      return true;
    default:
      return false;
  }
}

int64_t NextCharacter(const AtomText& text, int64_t i) {
  ++i;
  while (IsUtf8Continuation(text.At(i))) {
    ++i;
  }
  return i;
}

// Returns whether a letter stands at `i` that joins words.
bool IsLetterOfWord(const AtomText& text, int64_t i) {
  const uint8_t now = ByteClassOf(text.At(i));
  if (now != kHigh) {
    return (now & (kLower | kUpper | kHighLetter)) != 0;
  }
  const char32_t c = text.CodeAt(i).code;
  return JoinsWords(c) && !IsDigit(c);
}

// Reads letters, digits and underscores up to the end of the word.
AtomWord ReadAtomWord(const AtomText& text, int64_t begin) {
  uint8_t all = 0;
  uint8_t before = 0;
  bool has_inner_capital = false;
  int64_t i = begin;
  while (i < text.size()) {
    const uint8_t now = ByteClassOf(text.At(i));
    if ((now & kWord) != 0) {
      has_inner_capital |= (before & kLower) != 0 && (now & kUpper) != 0;
      all |= now;
      before = now;
      i = NextCharacter(text, i);
      continue;
    }
    const CodePoint c = now == kHigh ? text.CodeAt(i) : CodePoint{};
    if (!JoinsWords(c.code)) {
      break;
    }
    all |= IsDigit(c.code) ? kDigit : kHighLetter;
    i += c.length;
  }
  return {.end = i,
          .needs_look = (all & kDigit) != 0 || has_inner_capital ||
                        (i > begin && ContinuesAtom(text, i))};
}

}  // namespace

void AtomLine::Try(int64_t begin, int64_t end, AtomKind kind,
                   Match& match) const {
  if (end > begin && end > match.end) {
    match = {.end = end, .kind = kind};
  }
}

void AtomLine::TryWord(int64_t begin, Match& match) const {
  Try(begin, UrlEnd(text_, begin), AtomKind::kUrl, match);
  Try(begin, EmailEnd(text_, begin), AtomKind::kEmail, match);
  Try(begin, PathEnd(text_, begin), AtomKind::kPath, match);
  Try(begin, UuidEnd(text_, begin), AtomKind::kUuid, match);
  Try(begin, HashEnd(text_, begin), AtomKind::kHash, match);
  Try(begin, IpAddressEnd(text_, begin), AtomKind::kIpAddress, match);
  Try(begin, VersionEnd(text_, begin), AtomKind::kVersion, match);
  Try(begin, MacAddressEnd(text_, begin), AtomKind::kCode, match);
  Try(begin, CodeEnd(text_, begin), AtomKind::kCode, match);
}

void AtomLine::TryNumber(int64_t begin, Match& match) const {
  const NumberMatch number = FindNumber(text_, begin);
  if (number.end > match.end) {
    match.end = number.end;
    match.kind =
        number.is_atom ? std::optional(AtomKind::kNumber) : std::nullopt;
  }
}

void AtomLine::TryMark(int64_t begin, Match& match) const {
  Try(begin, PathEnd(text_, begin), AtomKind::kPath, match);
  if (text_.At(begin) == ':') {
    Try(begin, IpAddressEnd(text_, begin), AtomKind::kIpAddress, match);
  }
  Try(begin, CodeEnd(text_, begin), AtomKind::kCode, match);
  Try(begin, PlaceholderEnd(text_, begin), AtomKind::kPlaceholder, match);
  if (text_.At(begin) == '#') {
    Try(begin, HashtagEnd(text_, begin), AtomKind::kHashtag, match);
  }
  if (text_.At(begin) == '@') {
    Try(begin, MentionEnd(text_, begin), AtomKind::kMention, match);
  }
  Try(begin, EmojiEnd(text_, begin), AtomKind::kEmoji, match);
  if (HasByte("+(-", text_.At(begin))) {
    TryNumber(begin, match);
  }
}

AtomLine::Match AtomLine::FindAt(int64_t begin) const {
  Match match = {.end = begin, .kind = std::nullopt};
  const uint8_t now = ByteClassOf(text_.At(begin));
  if (now == kMark) {
    TryMark(begin, match);
  } else if ((now & (kLower | kUpper | kDigit)) != 0) {
    if (!text_.JoinsBefore(begin)) {
      TryWord(begin, match);
    }
    if (IsAsciiDigit(text_.At(begin))) {
      Try(begin, EmojiEnd(text_, begin), AtomKind::kEmoji, match);
      TryNumber(begin, match);
    }
  } else if (now == kHigh) {
    const CodePoint c = text_.CodeAt(begin);
    if (IsDigit(c.code) || IsMinus(c.code)) {
      TryNumber(begin, match);
    } else if (c.code >= 0x2000) {
      Try(begin, EmojiEnd(text_, begin), AtomKind::kEmoji, match);
    }
  }
  Try(begin, terms_.End(text_, begin), AtomKind::kDoNotTranslate, match);
  return match;
}

// Returns the end of the word, white space or mark at `begin`. Returns `begin`
// if an atom may begin there.
int64_t AtomLine::SkipProse(int64_t begin) const {
  const char byte = text_.At(begin);
  const uint8_t now = ByteClassOf(byte);
  if (now == kMark || now == kDigit ||
      (!terms_.empty() && terms_.MayBegin(byte))) {
    return begin;
  }
  if (now == kOther) {
    return begin + 1;
  }
  if (IsHan(text_, begin)) {
    return begin + 3;
  }
  // The rest of a word whose beginning was looked at, such as `b` in `a1b`.
  // Reading each rest to the end of the word would take quadratic time.
  if (text_.JoinsBefore(begin)) {
    if (IsLetterOfWord(text_, begin)) {
      return SkipLetters(begin);
    }
    if (now == kHigh && IsDigit(text_.CodeAt(begin).code)) {
      return begin;
    }
  }
  const AtomWord word = ReadAtomWord(text_, begin);
  return word.needs_look ? begin : word.end;
}

// Returns the end of the character at `begin` and of the letters after it.
// Stops before a digit, because a number can begin inside a word.
int64_t AtomLine::SkipLetters(int64_t begin) const {
  const CodePoint first = text_.CodeAt(begin);
  int64_t i = begin + first.length;
  if (!JoinsWords(first.code)) {
    return i;
  }
  for (;;) {
    const CodePoint c = text_.CodeAt(i);
    if (!JoinsWords(c.code) || IsDigit(c.code)) {
      return i;
    }
    i += c.length;
  }
}

std::optional<Atom> AtomLine::Next() {
  while (i_ < text_.size()) {
    const int64_t begin = i_;
    i_ = SkipProse(begin);
    if (i_ > begin) {
      continue;
    }
    const Match match = FindAt(begin);
    if (match.kind) {
      i_ = match.end;
      return Atom{.span = {.begin = begin, .end = match.end},
                  .kind = *match.kind};
    }
    i_ = match.end > begin ? match.end : SkipLetters(begin);
  }
  return std::nullopt;
}

}  // namespace interpres
