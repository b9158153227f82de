// Code points of a text and their classes, as sentence splitting needs them.

#ifndef INTERPRES_MODEL_DOCUMENT_CHARACTERS_H_
#define INTERPRES_MODEL_DOCUMENT_CHARACTERS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

struct Characters {
  std::u32string code;

  // The byte offset in the text of each code point in `code`, then the length
  // of the text in bytes.
  std::vector<int64_t> offset;
};

// Decodes UTF-8. Each invalid byte becomes U+FFFD.
Characters DecodeUtf8(std::string_view text);

struct CodePoint {
  char32_t code = U' ';
  int64_t length = 0;  // in bytes
};

// Decodes the first character of a text. An invalid byte is U+FFFD of length 1.
// Returns a space of length 0 if the text is empty.
CodePoint FirstCodePoint(std::string_view text);

// Returns the code points as UTF-8.
std::string EncodeUtf8(std::u32string_view text);

// Returns `text` in lower case, code point by code point, without the rules of
// any language.
std::u32string LowerCase(std::u32string_view text);

// Returns whether `set` has `c`.
inline bool IsOneOf(std::u32string_view set, char32_t c) {
  return set.find(c) != std::u32string_view::npos;
}

// Returns the code point at `i`; a space if `i` is beyond the end of `text`.
inline char32_t At(std::u32string_view text, std::size_t i) {
  return i < text.size() ? text[i] : U' ';
}

// Each function returns whether `c` belongs to a class of Unicode characters.
// White space includes no-break spaces, tabs, line breaks and the two invisible
// characters U+200B and U+FEFF.
bool IsSpace(char32_t c);
bool IsLineBreak(char32_t c);
bool IsLetter(char32_t c);  // with combining marks
bool IsDigit(char32_t c);
bool IsUpper(char32_t c);  // also title case
bool IsLower(char32_t c);
bool IsEmoji(char32_t c);  // also the joiners and modifiers of emoji

// Returns whether `c` is something to translate: a letter, a digit or another
// number such as a fraction. Returns false for combining marks.
bool IsContent(char32_t c);

// Returns whether `c` is a symbol, such as a currency, an arrow or an emoji.
// Also true for a number that is not a decimal digit, such as a fraction.
bool IsSign(char32_t c);

// Returns whether `c` is a letter, a combining mark, a digit or another number
// such as a fraction.
bool IsWordCharacter(char32_t c);

// Returns whether `c` belongs to a script that writes no space between
// sentences: Chinese characters, kana, and their punctuation. Also true for
// full-width and half-width forms, such as full-width Latin letters.
bool IsWide(char32_t c);

// Returns whether `c` belongs to a script whose full stop ends abbreviations
// and not sentences: Thai, Lao, Khmer and Burmese.
bool IsSoutheastAsian(char32_t c);

bool IsOpenBracket(char32_t c);
bool IsCloseBracket(char32_t c);

// Returns whether `c` can be a quotation mark, opening or closing. Also true
// for the apostrophe and the backtick.
bool IsQuote(char32_t c);

// Returns whether `c` is a dash that can stand before a sentence: a hyphen, an
// en dash, an em dash or a horizontal bar.
bool IsDash(char32_t c);

enum class MarkKind {
  kNone,
  kDot,       // the full stop, which also ends abbreviations
  kEllipsis,  // the character of three dots
  kEnd,       // question and exclamation marks, full stops of other scripts
  kWideEnd,   // full-width marks: no space follows
};

// Returns which kind of mark at the end of a sentence `c` may be. Returns kNone
// if `c` cannot end a sentence.
MarkKind MarkOf(char32_t c);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_CHARACTERS_H_
