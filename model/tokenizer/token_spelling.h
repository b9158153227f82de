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

// Returns `piece` with spaces in place of SentencePiece's space sign.
std::string WithSpaces(std::string_view piece);

// Returns `text` without spaces at its ends.
std::string_view WithoutEndSpaces(std::string_view text);

// Returns whether `piece` is the name of a byte piece, such as `<0x0A>`.
bool IsBytePiece(std::string_view piece);

// Immutable and thread-safe.
class TokenSpelling {
 public:
  // `pieces` are the pieces of a vocabulary by id, and must outlive this
  // object. `silent` are the ids that have no text: the special pieces and the
  // tags. `unknown` is the id of the unknown piece.
  TokenSpelling(const std::vector<std::string>& pieces,
                const SentencePieceModel& model,
                std::span<const int32_t> silent, int32_t unknown);

  // Returns the text that each of the tokens adds to a translation, in the
  // order of `ids`. A leading space is part of the text. Joined and without
  // spaces at the ends, the texts are what SentencePiece decodes. Unlike in
  // SentencePiece, silent ids, the unknown piece and ids outside the vocabulary
  // have no text. Byte pieces that do not form valid UTF-8 have no text either.
  // The text of a character that is spelled in bytes belongs to its first byte.
  std::vector<std::string> Spell(std::span<const int32_t> ids) const;

  // Returns whether the id is a byte piece.
  bool IsByte(int32_t id) const { return KindOf(id) >= 0; }

 private:
  // Sets the texts of the byte pieces among ids[begin, ...], up to the first id
  // that has other text. Returns the index of this id. Silent ids do not
  // separate bytes.
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
