// Letters without their accents.

#ifndef INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_
#define INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `text` without the accents of its letters: `África` becomes `Africa`.
// Letters with strokes, such as ł, stay. So do the vowel signs of Hindi and the
// syllables of Korean. Thread-safe.
std::u32string WithoutAccents(std::u32string_view text);

// Returns WithoutAccents(text) in lower case, to compare words that are spelled
// alike. Thread-safe.
std::u32string BaseLetters(std::u32string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_BASE_LETTERS_H_
