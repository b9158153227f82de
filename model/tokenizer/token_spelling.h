// The text of each token of a translation, so that a caller can change some of
// the tokens before it joins them.

#ifndef INTERPRES_MODEL_TOKENIZER_TOKEN_SPELLING_H_
#define INTERPRES_MODEL_TOKENIZER_TOKEN_SPELLING_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/tokenizer/sentencepiece_adapter.h"

namespace interpres {

// Returns `piece` with a space in place of each space sign of SentencePiece,
// U+2581.
std::string WithSpaces(std::string_view piece);

// Returns `text` without spaces at its ends. The result points into `text`.
std::string_view WithoutEndSpaces(std::string_view text);

// Returns whether `piece` has the form of a byte piece: `<0x0A>` with any two
// hexadecimal digits.
bool IsBytePiece(std::string_view piece);

// Says which text each token of a translation adds. Immutable and thread-safe.
class TokenSpelling {
 public:
  // `pieces` are the pieces of a vocabulary by id. `model` says which pieces
  // are byte pieces or control pieces. `silent` are the ids that have no text:
  // the special pieces and the tags. `unknown` is the id of the unknown piece.
  // REQUIRES: `pieces` outlives this object, and each id is an index of
  // `pieces`.
  TokenSpelling(const std::vector<std::string>& pieces,
                const SentencePieceModel& model,
                std::span<const int32_t> silent, int32_t unknown);

  // Returns the text that each of the tokens adds to a translation, in the
  // order of `ids`. A leading space is part of the text. The texts together,
  // without spaces at the ends, are the translation that SentencePiece decodes.
  // Unlike in SentencePiece, special pieces, tags, the unknown piece and ids
  // outside the vocabulary have the text "". Byte pieces that do not form valid
  // UTF-8 have "", too. A character that several byte pieces spell is the text
  // of the first one.
  std::vector<std::string> Spell(std::span<const int32_t> ids) const;

  // Returns whether the id is a byte piece.
  bool IsByte(int32_t id) const { return KindOf(id) >= 0; }

 private:
  // Sets the texts of the byte pieces among ids[begin, ...], up to the first id
  // that is neither a byte piece nor silent. Returns the index of this id, or
  // ids.size(). Silent ids, such as tags, have no text and do not separate
  // bytes.
  std::size_t SpellBytes(std::span<const int32_t> ids, std::size_t begin,
                         std::vector<std::string>& texts) const;
  int KindOf(int32_t id) const;

  const std::vector<std::string>& pieces_;
  // By id: the value of a byte piece, or one of the negative constants in
  // token_spelling.cc.
  std::vector<int16_t> kinds_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_TOKEN_SPELLING_H_
