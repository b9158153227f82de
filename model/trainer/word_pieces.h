// The pieces that a vocabulary has for a word.

#ifndef INTERPRES_MODEL_TRAINER_WORD_PIECES_H_
#define INTERPRES_MODEL_TRAINER_WORD_PIECES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// How SentencePiece writes the space before a word.
inline constexpr std::string_view kWordStart = "\xe2\x96\x81";

struct WordPieces {
  std::vector<int32_t> ids;
  std::vector<std::string> pieces;  // as vocab.json spells them
  bool is_known = true;             // the unknown symbol is not among them
};

// Returns the pieces of `text`: a piece as vocab.json spells it, a word that is
// one piece, or any text as the source side splits it. Returns INVALID_ARGUMENT
// if `text` is empty or not UTF-8.
absl::StatusOr<WordPieces> SplitWord(const ModelDescription& description,
                                     std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_WORD_PIECES_H_
