// The words and marks of a text, between which markup can stand.

#ifndef INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_
#define INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// A part of a text: a word, a part of a word, or a punctuation mark. White
// space between units belongs to no unit.
struct TextUnit {
  enum class Kind {
    kWord,         // a word, a part of a cut word, or one wide character
    kPunctuation,  // one character that is no part of a word
  };
  Kind kind = Kind::kWord;
  ByteSpan span;
  // The index, in the list of units, of the first part of the word that this
  // unit belongs to. A unit that is not a part of a cut word has its own index
  // here.
  int32_t first_of_word = 0;
  // Whether the unit begins with a character of Chinese or Japanese, or with
  // their full-width punctuation: scripts without spaces between words.
  bool is_wide = false;
};

// The places in a text where DivideIntoUnits begins and ends units, besides the
// edges of words. REQUIRES: the byte offsets lie between code points. Spans are
// not empty, do not overlap and are in order.
struct UnitMarks {
  std::vector<int64_t> cuts = {};    // inside words; do not decrease
  std::vector<ByteSpan> words = {};  // one word each, such as `%1$s`
};

// Returns the words and punctuation marks of `text`, in order. Cuts a word at
// each offset of marks.cuts inside the word. REQUIRES: `text` is UTF-8, and
// `marks` are offsets in `text`. Thread-safe.
std::vector<TextUnit> DivideIntoUnits(std::string_view text,
                                      const UnitMarks& marks);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_
