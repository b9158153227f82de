// The pieces of a SentencePiece model.

#ifndef INTERPRES_MODEL_CHECKPOINT_SPM_PIECES_H_
#define INTERPRES_MODEL_CHECKPOINT_SPM_PIECES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"

namespace interpres {

// Returns the id of each piece of a SentencePiece model: its place in the
// model, from 0. `serialized` is the content of a .spm file. Returns
// INVALID_ARGUMENT if the bytes are malformed or have no piece, or if a piece
// is empty or occurs twice. `file` starts every message.
absl::StatusOr<PieceIds> PiecesOfSpm(std::string_view serialized,
                                     std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SPM_PIECES_H_
