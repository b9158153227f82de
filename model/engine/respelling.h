// Other spellings for the letters of a language that a vocabulary lacks.

#ifndef INTERPRES_MODEL_ENGINE_RESPELLING_H_
#define INTERPRES_MODEL_ENGINE_RESPELLING_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/alphabet.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Finds other spellings for the letters of a language that a vocabulary lacks,
// such as the Spanish `Ú` or `ü`. The model understands a word better with
// another letter than with an unknown piece. A capital that begins a text
// becomes the small letter (`última`), because it says nothing about the word.
// Other letters, and capitals before another capital, become the letter without
// its accent (`verguenza`). If the vocabulary lacks this spelling, the other
// spelling is used. Behind the first word, a word that begins with a capital
// keeps its letters, because names are copied. A single letter is a sign and
// stays, unless it is a capital that begins the text. Immutable and
// thread-safe.
class Respelling {
 public:
  // Respells nothing.
  Respelling() = default;
  // Respells the letters with case of `languages` (codes of BCP 47) that
  // `tokenizer` does not know, if it knows the small letter or the letter
  // without its accent. Respells nothing if the vocabulary has byte fallback.
  Respelling(const Tokenizer& tokenizer,
             const std::vector<std::string>& languages);

  // Returns whether one of the languages of the constructor writes ordinal
  // numbers as 1º and 2ª.
  bool has_ordinal_signs() const { return has_ordinal_signs_; }

  // Returns whether the languages of the constructor do not have the letter `c`
  // (Alphabets::IsForeign). Returns false if the vocabulary has no byte
  // fallback, or if `c` is no letter.
  bool IsForeign(char32_t c) const { return own_letters_.IsForeign(c); }

  // A letter of a text, and its other spelling.
  struct Letter {
    std::size_t character = 0;  // its index in the text
    std::string_view spelling;  // valid while the Respelling lives
  };

  // Returns the letters of `text` that the model should see in another
  // spelling, in order.
  std::vector<Letter> Find(std::u32string_view text) const;

 private:
  struct Spellings {
    std::string at_start;
    std::string elsewhere;
  };

  void AddLetter(const Tokenizer& tokenizer, char32_t c);

  std::map<char32_t, Spellings> spellings_;
  bool has_ordinal_signs_ = false;
  Alphabets own_letters_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_RESPELLING_H_
