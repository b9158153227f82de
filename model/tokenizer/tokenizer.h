// Text to token ids and back, exactly as MarianMT's tokenizer does it.
//
// A family's template says which special pieces stand around the pieces of a
// text. Only this class knows the template. Its callers read EncodedText.
//
// vocab.json defines the ids; the ids of the .spm files are not used. Only
// sentencepiece_adapter.cc includes SentencePiece's header, because it
// conflicts with Abseil's.

#ifndef INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_
#define INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/token_template.h"

namespace interpres {

// The input of Tokenizer::Create: the bytes of source.spm and target.spm, the
// parsed vocab.json and the family's template.
struct TokenizerFiles {
  std::string source_spm;
  std::string target_spm;
  std::map<std::string, int32_t> vocabulary;
  TokenTemplate token_template = TokenTemplate::kMarian;
};

// A text as ids, with the special pieces of its side.
struct EncodedText {
  // A source: what the encoder reads. A target: what the decoder writes.
  std::vector<int32_t> ids;
  // The text's own pieces are ids[first_piece, first_piece + pieces).
  int32_t first_piece = 0;
  int32_t pieces = 0;
  // A source: the tokens that every translation begins with by the template. A
  // target: empty.
  std::vector<int32_t> forced_target = {};

  // Whether there is nothing to translate: "" or only spaces.
  bool is_empty() const { return pieces == 0; }
  // The text's own pieces. Valid while `ids` is unchanged.
  std::span<const int32_t> own_pieces() const {
    return std::span(ids).subspan(static_cast<std::size_t>(first_piece),
                                  static_cast<std::size_t>(pieces));
  }
};

// One way to cut a text into tokens.
struct Segmentation {
  EncodedText text;
  double log_probability = 0.0;  // of the pieces, by the SentencePiece model
};

// Immutable and thread-safe after construction.
class Tokenizer {
 public:
  // INVALID_ARGUMENT if a file is malformed, ids are not 0..n-1, or a special
  // piece (</s>, <unk>, <pad>) is missing. Messages name the file.
  static absl::StatusOr<std::unique_ptr<const Tokenizer>> Create(
      const TokenizerFiles& files);
  ~Tokenizer();

  // Encodes a source. `target_language` picks the tag (`es` -> `>>es<<`); ""
  // picks no tag. A tag in the text itself is text. INVALID_ARGUMENT for
  // invalid UTF-8 (with the byte offset); NOT_FOUND for a language without a
  // tag.
  absl::StatusOr<EncodedText> EncodeSource(
      std::string_view text, std::string_view target_language) const;

  // Encodes a translation, by the target model. The ids begin with
  // `forced_target`, which the source's EncodedText has.
  absl::StatusOr<EncodedText> EncodeTarget(
      std::string_view text, std::span<const int32_t> forced_target = {}) const;

  // Returns up to `count` segmentations, the likeliest first. Without
  // HasAlternatives(), returns one segmentation.
  // REQUIRES: count >= 1.
  absl::StatusOr<std::vector<Segmentation>> NBestSource(
      std::string_view text, std::string_view target_language,
      int32_t count) const;
  absl::StatusOr<std::vector<Segmentation>> NBestTarget(
      std::string_view text, std::span<const int32_t> forced_target,
      int32_t count) const;
  // Whether both models can list several segmentations: unigram models can.
  bool HasAlternatives() const;

  // Returns the text of the ids. Skips the end symbol, padding and tags. The
  // unknown piece becomes " ⁇ ", as SentencePiece writes it, and so does an id
  // outside the vocabulary.
  std::string Decode(std::span<const int32_t> ids) const;

  // Returns the text that the model sees: Decode(EncodeSource(text).ids) for a
  // text without unknown characters.
  std::string Normalize(std::string_view text) const;

  // Returns the spelling of an id in vocab.json; "" for an id outside the
  // vocabulary.
  std::string_view Piece(int32_t id) const;

  // The languages that have a tag, sorted. Empty for a one-direction model.
  const std::vector<std::string>& tagged_languages() const;

  // The ids that can stand around the pieces of a text, rising: the tags and
  // the end symbol.
  std::vector<int32_t> MarkerIds() const;

  int32_t vocab_size() const;
  int32_t eos_id() const;
  int32_t unk_id() const;
  int32_t pad_id() const;

 private:
  class Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_
