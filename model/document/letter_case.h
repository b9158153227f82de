// Text in capitals and titles whose words begin with capitals. Many models
// translate both only in sentence case.

#ifndef INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_
#define INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"

namespace interpres {

enum class LetterCase {
  kUsual,
  kTitle,     // A Title of an English Page
  kCapitals,  // TEXT IN CAPITALS
};

// Returns whether `text` is written in capitals. It has at least two words, and
// one word has four letters, or it has at least five words. It has at most one
// small letter in ten letters. A name such as `NATO` or `IBM PC` is not written
// in capitals.
// REQUIRES: `text` is UTF-8. Thread-safe.
bool IsInCapitals(std::string_view text);

// Returns whether `text` has at least four capitals, no small letter and at
// most four words. Then it is a sentence in capitals or a name such as `NATO`.
// Returns false for text in a script without capitals.
// REQUIRES: `text` is UTF-8. Thread-safe.
bool MayBeInCapitals(std::string_view text);

// Returns whether `text` in the language is written as an English title: it has
// at least four words, and each word of at least four letters begins with a
// capital. At least two of these words have small letters. REQUIRES: `text` is
// UTF-8. Returns false for German, whose nouns have capitals. Thread-safe.
bool IsInTitleCase(std::string_view text, const std::string& language);

// Returns the words of the text in order: letters, and apostrophes between
// letters. The result points into `text`. Thread-safe.
std::vector<std::string_view> FindWords(std::string_view text);

// Returns the text with each word replaced by `replacement(word, is_first)`.
// Thread-safe.
std::string ReplaceWords(
    std::string_view text,
    absl::FunctionRef<std::string(std::string_view, bool)> replacement);

// Returns the text in small letters, by the rules of the language.
// Thread-safe.
std::string InSmallLetters(std::string_view text, const std::string& language);

// Returns the text in small letters with a capital at the beginning, by the
// rules of the language (a code of BCP 47; empty means unknown). Thread-safe.
std::string InSentenceCase(std::string_view text, const std::string& language);

// Returns the text with a capital as its first letter, by the rules of the
// language. Thread-safe.
std::string WithCapital(std::string_view text, const std::string& language);

// Returns the text in capitals, by the rules of the language: `STRASSE` for
// `Straße`, `İ` for the Turkish `i`. Thread-safe.
std::string InCapitals(std::string_view text, const std::string& language);

// Returns a word of a title with a capital at its beginning. In English, short
// words such as `of` stay small unless they come first. Thread-safe.
std::string WordInTitleCase(std::string_view word, bool is_first,
                            const std::string& language);

// Returns the text with each word as in WordInTitleCase. `language` is a code
// such as `es`; an unknown or empty code has the rules of no language.
// Thread-safe.
std::string InTitleCase(std::string_view text, const std::string& language);

// Returns whether the language writes titles in title case. Of the languages
// that the program knows, only English does. Thread-safe.
bool WritesTitles(const std::string& language);

// Returns a translation of a source with this case. A title in a language that
// does not write title case stays as it is. Thread-safe.
std::string InCaseOf(LetterCase source, std::string translation,
                     const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_
