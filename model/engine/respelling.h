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

// A vocabulary may lack rare letters of its languages, such as the Spanish `Ú`
// or `ü`. The model understands a word better with another letter than with
// an unknown piece. For the first letter of a text this is the small letter
// (`última`), because a capital there says nothing about the word. Elsewhere it
// is the letter without its accent (`verguenza`). A word with a capital inside
// the text stays, because names are copied, and so does a single letter, which
// is a sign. Immutable and thread-safe.
class Respelling {
 public:
  // Respells nothing.
  Respelling() = default;
  // Respells the letters of `languages` (codes of BCP 47) that are unknown to
  // `tokenizer` and have a known letter beside them.
  Respelling(const Tokenizer& tokenizer,
             const std::vector<std::string>& languages);

  // Returns whether a source language writes ordinal numbers as 1º and 2ª.
  bool has_ordinal_signs() const { return has_ordinal_signs_; }

  // Returns Alphabets::IsForeign for the languages of the model. Returns false
  // if the vocabulary has no byte fallback.
  bool IsForeign(char32_t c) const { return own_letters_.IsForeign(c); }

  // A letter of a text, and its other spelling.
  struct Letter {
    std::size_t character = 0;  // its index in the text
    std::string_view spelling;  // valid while the Respelling lives
  };

  // Returns the letters of `text` that have another spelling, in order.
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
