// The words and marks of a text, between which markup can stand.

#ifndef INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_
#define INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// A part of a text. White space belongs to no unit.
struct TextUnit {
  enum class Kind {
    kWord,         // a word, a part of a cut word, or one wide character
    kPunctuation,  // one character that is no part of a word
    kObject,       // the string that stands for an object
  };
  Kind kind = Kind::kWord;
  ByteSpan span;
  // The index of the first unit of the same word. Its own index if the word is
  // not cut.
  int32_t first_of_word = 0;
  // Whether the script of the unit has no spaces between words.
  bool is_wide = false;
};

// Where units begin and end besides the edges of words. The offsets lie between
// code points. The spans are not empty, do not overlap and are in order.
struct UnitMarks {
  std::vector<int64_t> cuts = {};      // inside words; do not decrease
  std::vector<ByteSpan> objects = {};  // one unit each
  std::vector<ByteSpan> words = {};    // one word each, such as `%1$s`
};

// Divides `text` into units, in order. A word is cut at each of marks.cuts
// inside the word. REQUIRES: `text` is UTF-8. Thread-safe.
std::vector<TextUnit> DivideIntoUnits(std::string_view text,
                                      const UnitMarks& marks);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TEXT_UNITS_H_
