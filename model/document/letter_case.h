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

// Returns whether `text` is written in capitals: at most one in ten letters is
// a small letter, and the text is no name such as `NATO` or `IBM PC`. The text
// must have at least five words, or at least two words and one word of at least
// four letters.
// REQUIRES: `text` is UTF-8. Thread-safe.
bool IsInCapitals(std::string_view text);

// Returns whether `text` has at least four capitals, no small letter and at
// most four words. Then it is a sentence in capitals or a name such as `NATO`.
// Returns false for text in a script without capitals.
// REQUIRES: `text` is UTF-8. Thread-safe.
bool MayBeInCapitals(std::string_view text);

// Returns whether `text` in the language is written as an English title. The
// text has at least four words, and each word of at least four letters begins
// with a capital. At least two of these words continue with a small letter.
// Returns false for German, whose nouns have capitals. REQUIRES: `text` is
// UTF-8. Thread-safe.
bool IsInTitleCase(std::string_view text, const std::string& language);

// Returns the words of the text in order. A word has letters, their combining
// marks, and apostrophes between letters. The result points into `text`.
// Thread-safe.
std::vector<std::string_view> FindWords(std::string_view text);

// Returns the text with each word of FindWords replaced by `replacement(word,
// is_first)`. `is_first` is true only for the first word. Thread-safe.
std::string ReplaceWords(
    std::string_view text,
    absl::FunctionRef<std::string(std::string_view, bool)> replacement);

// Returns the text in small letters, by the rules of the language (a code of
// BCP 47; empty means unknown). Thread-safe.
std::string InSmallLetters(std::string_view text, const std::string& language);

// Returns the text in small letters with a capital at the beginning, by the
// rules of the language (a code of BCP 47; empty means unknown). Thread-safe.
std::string InSentenceCase(std::string_view text, const std::string& language);

// Returns the text with a capital as its first letter, by the rules of the
// language (a code of BCP 47; empty means unknown). Returns a text without
// letters unchanged. Thread-safe.
std::string WithCapital(std::string_view text, const std::string& language);

// Returns the text in capitals, by the rules of the language (a code of BCP 47;
// empty means unknown): `STRASSE` for `Straße`, `İ` for the Turkish `i`.
// Thread-safe.
std::string InCapitals(std::string_view text, const std::string& language);

// Returns a word of a title with a capital at its beginning, by the rules of
// the language (a code of BCP 47). In English, short words such as `of` stay
// unchanged unless `is_first` says that the word begins the title. Thread-safe.
std::string WordInTitleCase(std::string_view word, bool is_first,
                            const std::string& language);

// Returns the text with each word changed as by WordInTitleCase. `language` is
// a code of BCP 47 such as `es`; an unknown or empty code has the rules of no
// language. Thread-safe.
std::string InTitleCase(std::string_view text, const std::string& language);

// Returns whether the language (a code of BCP 47) writes titles in title case.
// True for English only, also with a region. Thread-safe.
bool WritesTitles(const std::string& language);

// Returns the translation of a source that is written in the case `source`, in
// the same case. `language` is the code of the target language. kTitle changes
// the translation only if WritesTitles(language). kUsual changes no
// translation. Thread-safe.
std::string InCaseOf(LetterCase source, std::string translation,
                     const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LETTER_CASE_H_
