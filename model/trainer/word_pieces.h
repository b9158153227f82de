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

// The character U+2581 in UTF-8, which stands for the space before a word in
// SentencePiece's pieces.
inline constexpr std::string_view kWordStart = "\xe2\x96\x81";

struct WordPieces {
  std::vector<int32_t> ids;
  std::vector<std::string> pieces;  // as the vocabulary spells them
  bool is_known = true;             // the unknown symbol is not among them
};

// Returns the pieces of `text` in the vocabulary of source texts. If `text` is
// a piece, or a word that is one piece, returns this piece. Otherwise returns
// the pieces into which the source tokenizer splits `text`; is_known is false
// if a piece is unknown. The result has no pieces if `text` has only spaces.
// Returns INVALID_ARGUMENT if `text` is empty or not UTF-8, or if the
// vocabulary or a SentencePiece model of `description` is malformed.
absl::StatusOr<WordPieces> SplitWord(const ModelDescription& description,
                                     std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_WORD_PIECES_H_
