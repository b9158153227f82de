// The lexical shortlist that Marian writes in binary and Firefox's models have:
// lex.50.50.enes.s2t.bin.

#ifndef INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_
#define INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/shortlist.h"

namespace interpres {

// The numbers of pieces of a model, without the padding symbol.
struct LexicalVocabularies {
  int64_t source = 0;
  int64_t target = 0;
  // Whether both languages have the same pieces with the same ids.
  bool are_equal = true;
};

// Parses the bytes of a lexical shortlist for a model with these vocabularies.
// The result has a list for each source piece, and an empty list for the
// padding symbol, whose id is vocabularies.source.
//
// Marian allows each sentence its first tokens and, with equal vocabularies,
// the pieces of the source. So the list of the end symbol, 0, which every
// source has, also has the first tokens. With equal vocabularies, the list of
// each piece also has the piece itself. Returns INVALID_ARGUMENT if the bytes
// are malformed or for another vocabulary, and DATA_LOSS if the checksum
// differs. `name`, the name of the file, starts every message.
absl::StatusOr<Shortlist> ParseLexicalShortlist(
    std::string_view bytes, const LexicalVocabularies& vocabularies,
    std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_LEXICAL_SHORTLIST_H_
