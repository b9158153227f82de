// Checks of a .spm file that SentencePiece itself does not make before it
// follows offsets in it.

#ifndef INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_
#define INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_

#include <string>
#include <string_view>

namespace interpres {

// The normaliser's rules (a double-array trie and its replacement strings) do
// not point outside of themselves. "" if they are sound or absent, else a
// sentence that says what is wrong.
std::string FindSpmDefect(std::string_view serialized);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_
