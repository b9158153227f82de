// vocab.json of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/model_config.h"
#include "model/config/piece_ids.h"

namespace interpres {

// Parses vocab.json: a JSON object of pieces and their ids. Returns
// INVALID_ARGUMENT for malformed text or an id that is not an integer from 0 to
// 2^31 - 2. `file` starts every message.
absl::StatusOr<PieceIds> ParseVocabulary(std::string_view text,
                                         std::string_view file);
// Returns the text of vocab.json: the pieces in the order of their ids, one on
// each line. Returns INVALID_ARGUMENT if a piece is not UTF-8. REQUIRES: no id
// occurs twice.
absl::StatusOr<std::string> SerializeVocabulary(const PieceIds& vocabulary);

// Returns the pieces of the ids below `size`, the vocab_size of config.json.
// Null means that no piece has the id. The pieces point into `vocabulary`.
// Returns INVALID_ARGUMENT if an id is outside this range or occurs twice.
// `file` starts every message. REQUIRES: size >= 0.
absl::StatusOr<std::vector<const std::string*>> PiecesOfIds(
    const PieceIds& vocabulary, int64_t size, std::string_view file);

// Returns INVALID_ARGUMENT unless the ids are 0..vocab_size-1, each used once,
// and </s>, <unk> and <pad> exist. </s> and <pad> must have the ids of
// `config`. `file` starts every message.
absl::Status ValidateVocabulary(const PieceIds& vocabulary,
                                const ModelConfig& config,
                                std::string_view file);

// Returns INVALID_ARGUMENT unless `vocabulary`, the ids of source texts, has
// the ids 0..n-1, each used once, where n is the number of source tokens. </s>
// must have the id of `config`, and <unk> must exist. `file` starts every
// message.
absl::Status ValidateSourceVocabulary(const PieceIds& vocabulary,
                                      const ModelConfig& config,
                                      std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_
