// Characters whose meaning is lost in compatibility normalisation (NFKC), which
// most tokenizers apply to a text.

#ifndef INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_
#define INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_

namespace interpres {

// Returns whether NFKC replaces `c` by characters that mean something else or
// that a reader no longer takes for one sign. Superscript and subscript digits
// (10² becomes 102), fractions, enclosed and Roman numbers, signs such as ™, №
// and ℃, and accents that stand without a letter. Returns false for letters in
// ligatures, for full-width and styled letters and digits, for white space and
// for punctuation.
bool LosesMeaning(char32_t c);

// Returns whether `c` is an ordinal sign. NFKC writes 1º as 1o, which models of
// some languages have learnt to translate.
bool IsOrdinalSign(char32_t c);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LOSSY_CHARACTERS_H_
