// The letters of a language.

#ifndef INTERPRES_MODEL_DOCUMENT_ALPHABET_H_
#define INTERPRES_MODEL_DOCUMENT_ALPHABET_H_

#include <string>

namespace interpres {

// Returns the letters of the words of a language (a code of BCP 47), small and
// capital, in rising order, from CLDR. Returns "" for a language that CLDR does
// not know. Thread-safe.
std::u32string AlphabetOf(const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALPHABET_H_
