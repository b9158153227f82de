// The letters of languages.

#ifndef INTERPRES_MODEL_DOCUMENT_ALPHABET_H_
#define INTERPRES_MODEL_DOCUMENT_ALPHABET_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace interpres {

// Returns the letters of the words of a language (a code of BCP 47), small and
// capital, in rising order, from CLDR. Returns an empty string for a language
// that CLDR does not know. Thread-safe.
std::u32string AlphabetOf(const std::string& language);

// Says which letters are foreign to several languages together. Immutable and
// thread-safe.
class Alphabets {
 public:
  // No letter is foreign.
  Alphabets() = default;
  // `languages` are codes of BCP 47. No letter is foreign if the list is empty
  // or CLDR does not know one of the languages.
  explicit Alphabets(const std::vector<std::string>& languages);

  // Returns whether the words of the languages do not have the letter `c`:
  // - a Latin letter with an accent or of a special form, such as ł in Spanish,
  //   but no full-width letter and no typographic ligature such as ﬁ
  // - a letter of a script that no language is written in.
  // Foreign letters stand in names and quotations. Returns false for all other
  // characters.
  bool IsForeign(char32_t c) const;

 private:
  std::u32string letters_;     // sorted; empty if no letter is foreign
  std::set<int32_t> scripts_;  // of the languages, as UScriptCode
};

// Returns whether `c` is a letter or a combining mark that scripts share, such
// as the Japanese mark for a long vowel or an accent.
bool IsSharedLetter(char32_t c);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALPHABET_H_
