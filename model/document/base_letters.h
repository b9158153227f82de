// Letters without their accents, to compare words that are spelled alike.

#ifndef INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_
#define INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `text` in lower case and without the accents of its letters: "África"
// and "Africa" become "africa". Letters with strokes, such as ł, stay.
std::u32string BaseLetters(std::u32string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_
