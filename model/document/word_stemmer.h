// Reduces inflected words to their stems, by the rules of Snowball.

#ifndef INTERPRES_MODEL_DOCUMENT_WORD_STEMMER_H_
#define INTERPRES_MODEL_DOCUMENT_WORD_STEMMER_H_

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace interpres {

// The codes of the languages for which HasStems is true, for use in messages.
inline constexpr char kStemmedLanguages[] = "de, en, es, fr, it or pt";

// Returns whether WordStemmer can stem the words of a language. `language` is a
// code of BCP 47 in any case, with two or three letters: `pt`, `PT_br`, `por`.
bool HasStems(std::string_view language);

// Stems the words of one language. Not thread-safe.
class WordStemmer {
 public:
  // REQUIRES: HasStems(language).
  explicit WordStemmer(std::string_view language);

  // Returns the stem of `word` in UTF-8 and in small letters. Forms of a word
  // usually have the same stem, which need not be a word. Returns the whole
  // word in small letters if the word has more than 100 characters or if memory
  // runs out.
  std::string Stem(std::u32string_view word) const;

 private:
  const std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_WORD_STEMMER_H_
