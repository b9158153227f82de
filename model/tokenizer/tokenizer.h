// Text to token ids and back, exactly as MarianMT's tokenizer does it.
//
// The ids are those of vocab.json, never of the .spm files. SentencePiece stays
// behind this class (its header cannot meet Abseil's in one translation unit).

#ifndef INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_
#define INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// What a tokenizer is made of: the bytes of source.spm and target.spm and the
// parsed vocab.json.
struct TokenizerFiles {
  std::string source_spm;
  std::string target_spm;
  std::map<std::string, int32_t> vocabulary;
};

// One way to cut a text into tokens.
struct Segmentation {
  std::vector<int32_t> ids;      // [tag] pieces </s>
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

  // [tag] pieces </s>. `target_language` picks the tag (`es` -> `>>es<<`); ""
  // adds none. A tag in the text itself is text. INVALID_ARGUMENT for invalid
  // UTF-8 (with the byte offset); NOT_FOUND for a language without a tag.
  absl::StatusOr<std::vector<int32_t>> EncodeSource(
      std::string_view text, std::string_view target_language) const;

  // pieces </s>, by the target model.
  absl::StatusOr<std::vector<int32_t>> EncodeTarget(
      std::string_view text) const;

  // The same in up to `count` (at least 1) ways, the likeliest first; one way
  // where the model lists none, see HasAlternatives().
  absl::StatusOr<std::vector<Segmentation>> NBestSource(
      std::string_view text, std::string_view target_language,
      int32_t count) const;
  absl::StatusOr<std::vector<Segmentation>> NBestTarget(std::string_view text,
                                                        int32_t count) const;
  // Both models are unigram models.
  bool HasAlternatives() const;

  // Detokenises; skips the end symbol, padding and tags. An unknown piece
  // becomes " ⁇ ", as SentencePiece writes it.
  std::string Decode(std::span<const int32_t> ids) const;

  // decode(encode(x)) = Normalize(x) for text without unknown characters.
  std::string Normalize(std::string_view text) const;

  // The spelling of an id in vocab.json ("" if out of range).
  std::string_view Piece(int32_t id) const;

  // The languages that have a tag, sorted. Empty for a one-direction model.
  const std::vector<std::string>& tagged_languages() const;
  // NOT_FOUND for a language without a tag.
  absl::StatusOr<int32_t> TagId(std::string_view language) const;

  int32_t vocab_size() const;
  int32_t eos_id() const;
  int32_t unk_id() const;
  int32_t pad_id() const;

 private:
  // The tag; nothing for "".
  absl::StatusOr<std::vector<int32_t>> Begin(
      std::string_view target_language) const;

  class Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_
