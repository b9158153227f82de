// Characters whose meaning is lost in compatibility normalisation (NFKC), which
// most tokenizers apply to a text.

#ifndef INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_
#define INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_

namespace interpres {

// Returns whether compatibility normalisation (NFKC) changes the meaning of
// `c`, as in 10², which becomes 102. Returns true for superscripts, subscripts,
// fractions, enclosed characters, Roman numerals, µ, signs such as ™, № and ℃,
// letters used as signs, such as ℝ, and accents without a letter. Returns false
// for ligatures, full-width and styled letters and digits, white space, other
// punctuation, and characters that NFKC does not change.
bool LosesMeaning(char32_t c);

// Returns whether `c` is one of the ordinal signs `ª` and `º`. Compatibility
// normalisation (NFKC) writes 1º as 1o, and models of some languages have
// learnt to translate 1o.
bool IsOrdinalSign(char32_t c);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_
