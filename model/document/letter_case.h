// Capitals at the start of a text and text in capitals. Many models translate
// text in capitals only in lower case.

#ifndef INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_
#define INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns whether `text` is written in capitals: it has at least two words,
// at least one word of four letters, and at most one small letter in ten
// letters. A name such as `NATO` or `IBM PC` is not. REQUIRES: `text` is UTF-8.
// Thread-safe.
bool IsInCapitals(std::string_view text);

// Returns the text in small letters with a capital at the beginning, by the
// rules of the language (a code of BCP 47; empty means unknown). Thread-safe.
std::string InSentenceCase(std::string_view text, const std::string& language);

// Returns the text with a capital as its first letter, by the rules of the
// language. Thread-safe.
std::string WithCapital(std::string_view text, const std::string& language);

// Returns the text in capitals, by the rules of the language: `STRASSE` for
// `Straße`, `İ` for the Turkish `i`. Thread-safe.
std::string InCapitals(std::string_view text, const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_
