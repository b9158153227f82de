// A vocabulary as Marian writes it: NAME.yml, a map from pieces to ids.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_VOCABULARY_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_VOCABULARY_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"

namespace interpres {

// Parses a vocabulary: one entry `piece: id` on each line, where the piece is a
// plain, 'single' or "double" quoted scalar. A long piece may have the form
// `? piece` with `: id` on the next line. Parsers of YAML read some pieces as
// numbers, as null or not at all, so that this function reads the lines itself.
// Returns INVALID_ARGUMENT for a malformed line, a piece that occurs twice, and
// an id that is not an integer from 0 to 2^31 - 2. `file` starts every message.
absl::StatusOr<PieceIds> ParseMarianVocabulary(std::string_view text,
                                               std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_VOCABULARY_H_
