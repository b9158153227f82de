// Checks of a .spm file that SentencePiece itself does not make before it
// follows offsets in it.

#ifndef INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_
#define INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_

#include <string>
#include <string_view>

namespace interpres {

// Checks a serialized SentencePiece model before it is loaded. SentencePiece
// does not check that the normaliser's rules (a double-array trie and its
// replacement strings) stay within their bounds. Returns "" if the bytes can be
// parsed and the rules are sound or absent. Otherwise returns a message about
// the defect.
std::string FindSpmDefect(std::string_view serialized);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SPM_CHECK_H_
