// The vocabularies of M2M-100 and NLLB-200. Their language tokens, such as
// `__es__` and `spa_Latn`, get the spelling of our tags: `>>es<<`.

#ifndef INTERPRES_MODEL_CHECKPOINT_M2M_100_VOCABULARY_H_
#define INTERPRES_MODEL_CHECKPOINT_M2M_100_VOCABULARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/config/generation_config.h"
#include "model/config/piece_ids.h"

namespace interpres {

// Pieces and their ids.

// Returns the vocabulary of an M2M-100 model of `size` entries: the pieces of
// vocab.json, then the language tokens (`>>es<<`). An id below `size` without a
// piece gets a name such as `<unused 7>`. Returns INVALID_ARGUMENT if an id is
// not below `size`, an id occurs twice, or a piece has the name of another
// entry. `file` starts every message. REQUIRES: size >= 0.
absl::StatusOr<PieceIds> M2m100Vocabulary(PieceIds pieces, int64_t size,
                                          std::string_view file);

// Returns the vocabulary of an NLLB-200 model of `size` entries. The ids of the
// pieces follow from `spm`, a SentencePiece model. The ids of the language
// tokens (`>>es<<`) are in the list `added_tokens` of `tokenizer_json`; a
// language that the list lacks gets no token. Null means that the model has no
// tokenizer.json; the language tokens then come behind the pieces. An id below
// `size` without a piece gets a name such as `<unused 7>`. Returns
// INVALID_ARGUMENT if the texts are malformed or contradict each other or the
// size. The argument `directory` starts every message. REQUIRES: size >= 0.
absl::StatusOr<PieceIds> NllbVocabulary(
    std::string_view spm, const std::optional<std::string>& tokenizer_json,
    int64_t size, std::string_view directory);

// Adds the ids of the entries that a translation cannot have, `<s>` and
// `<unused N>`, to generation.suppressed_ids. Sorts these ids and removes
// duplicates.
void SuppressUnused(const PieceIds& vocabulary, GenerationConfig& generation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_M2M_100_VOCABULARY_H_
