#include "model/document/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "model/base/utf8.h"

namespace interpres {
namespace {

UChar32 ToIcu(char32_t c) { return static_cast<UChar32>(c); }

UScriptCode ScriptOf(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(ToIcu(c), &status);
  return U_SUCCESS(status) != 0 ? script : USCRIPT_UNKNOWN;
}

bool HasProperty(char32_t c, UProperty property) {
  return u_hasBinaryProperty(ToIcu(c), property) != 0;
}

constexpr char32_t kReplacement = 0xfffd;

}  // namespace

CodePoint FirstCodePoint(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  const std::size_t length = Utf8SequenceLength(text);
  if (length == 0) {
    return {.code = kReplacement, .length = 1};
  }
  return {.code = DecodeUtf8Sequence(text.substr(0, length)),
          .length = static_cast<int64_t>(length)};
}

Characters DecodeUtf8(std::string_view text) {
  Characters characters;
  characters.code.reserve(text.size());
  characters.offset.reserve(text.size() + 1);
  const auto size = static_cast<int64_t>(text.size());
  for (int64_t i = 0; i < size;) {
    const CodePoint c = FirstCodePoint(text.substr(i));
    characters.offset.push_back(i);
    characters.code.push_back(c.code);
    i += c.length;
  }
  characters.offset.push_back(size);
  return characters;
}

std::string EncodeUtf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) {
    AppendUtf8(c, bytes);
  }
  return bytes;
}

std::u32string LowerCase(std::u32string_view text) {
  std::u32string lower(text);
  for (char32_t& c : lower) {
    c = static_cast<char32_t>(u_tolower(ToIcu(c)));
  }
  return lower;
}

bool IsSpace(char32_t c) {
  if (c < 0x80) {
    return c == U' ' || (c >= U'\t' && c <= U'\r');
  }
  return c == 0x200b || c == 0xfeff || HasProperty(c, UCHAR_WHITE_SPACE);
}

bool IsLineBreak(char32_t c) {
  return (c >= U'\n' && c <= U'\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool IsLetter(char32_t c) {
  constexpr uint32_t kMarks = U_GC_M_MASK;
  return HasProperty(c, UCHAR_ALPHABETIC) ||
         (U_GET_GC_MASK(ToIcu(c)) & (U_GC_L_MASK | kMarks)) != 0;
}

bool IsDigit(char32_t c) {
  return c < 0x80 ? c >= U'0' && c <= U'9' : u_isdigit(ToIcu(c)) != 0;
}

bool IsUpper(char32_t c) {
  return c < 0x80 ? c >= U'A' && c <= U'Z'
                  : u_isupper(ToIcu(c)) != 0 || u_istitle(ToIcu(c)) != 0;
}

bool IsLower(char32_t c) {
  return c < 0x80 ? c >= U'a' && c <= U'z' : u_islower(ToIcu(c)) != 0;
}

bool IsEmoji(char32_t c) {
  constexpr char32_t kJoiner = 0x200d;
  constexpr char32_t kVariation = 0xfe0f;
  constexpr char32_t kLatinOne = 0x100;  // has the signs for copyright
  return c >= kLatinOne && (c == kJoiner || c == kVariation ||
                            HasProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) ||
                            HasProperty(c, UCHAR_EMOJI_MODIFIER) ||
                            HasProperty(c, UCHAR_REGIONAL_INDICATOR));
}

bool IsContent(char32_t c) {
  return (U_GET_GC_MASK(ToIcu(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool IsSign(char32_t c) {
  constexpr uint32_t kSigns = U_GC_S_MASK | U_GC_NO_MASK | U_GC_NL_MASK;
  return (U_GET_GC_MASK(ToIcu(c)) & kSigns) != 0;
}

bool IsWordCharacter(char32_t c) { return IsLetter(c) || IsContent(c); }

bool IsWide(char32_t c) {
  if (c < 0x2e80) {
    return false;
  }
  if ((c >= 0x3000 && c <= 0x30ff) || (c >= 0xff00 && c <= 0xffef)) {
    return true;
  }
  const UScriptCode script = ScriptOf(c);
  return script == USCRIPT_HAN || script == USCRIPT_BOPOMOFO;
}

bool IsSoutheastAsian(char32_t c) {
  if (c < 0xe00 || c > 0x17ff) {
    return false;
  }
  const UScriptCode script = ScriptOf(c);
  return script == USCRIPT_THAI || script == USCRIPT_LAO ||
         script == USCRIPT_KHMER || script == USCRIPT_MYANMAR;
}

bool IsOpenBracket(char32_t c) { return IsOneOf(U"([{（［｛〔【", c); }

bool IsCloseBracket(char32_t c) { return IsOneOf(U")]}）］｝〕】", c); }

bool IsQuote(char32_t c) {
  return IsOneOf(U"\"'`“”„‟‘’‚‛«»‹›「」『』《》〈〉", c);
}

bool IsDash(char32_t c) { return IsOneOf(U"-–—―", c); }

MarkKind MarkOf(char32_t c) {
  if (c < 0x80) {
    return c == U'.'                ? MarkKind::kDot
           : c == U'!' || c == U'?' ? MarkKind::kEnd
                                    : MarkKind::kNone;
  }
  if (c == U'…') {
    return MarkKind::kEllipsis;
  }
  if (IsOneOf(U"。！？｡．", c)) {
    return MarkKind::kWideEnd;
  }
  return HasProperty(c, UCHAR_S_TERM) ? MarkKind::kEnd : MarkKind::kNone;
}

}  // namespace interpres
