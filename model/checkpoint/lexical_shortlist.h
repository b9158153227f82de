// The lexical shortlist that Marian writes in binary and Firefox's models have:
// lex.50.50.enes.s2t.bin.

#ifndef INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_
#define INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/shortlist.h"

namespace interpres {

// Parses the bytes of a file for a vocabulary of `pieces` pieces, which both
// languages share. The result has one more token, the padding symbol, with an
// empty list. Marian allows each sentence its first tokens and the pieces of
// the source. So the list of the end symbol, 0, which every source has, begins
// with the first tokens, and every list has its own token. Returns
// INVALID_ARGUMENT if the bytes are malformed or another vocabulary's, and
// DATA_LOSS if the checksum differs. `name`, the name of the file, starts every
// message.
absl::StatusOr<Shortlist> ParseLexicalShortlist(std::string_view bytes,
                                                int64_t pieces,
                                                std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_
