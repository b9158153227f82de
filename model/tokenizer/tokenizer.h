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
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"
#include "model/config/source_rules.h"
#include "model/config/token_template.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {

class SpmPreload;  // model/tokenizer/spm_models.h

// The input of Tokenizer::Create: the bytes of source.spm and target.spm, the
// vocabularies (piece to id), the model family's template of special pieces,
// and the rules that prepare source texts.
struct TokenizerFiles {
  std::string source_spm;
  std::string target_spm;
  PieceIds vocabulary;  // of translations
  // Of source texts. Empty means that `vocabulary` serves both languages, which
  // kM2m100 needs.
  PieceIds source_vocabulary = {};
  TokenTemplate token_template = TokenTemplate::kMarian;
  SourceRules source_rules = SourceRules::kNone;
};

// A source text or a translation as token ids, with the special pieces around
// it.
struct EncodedText {
  // All token ids: for a source text, the input of the encoder; for a
  // translation, the output of the decoder.
  std::vector<int32_t> ids;
  // ids[first_piece, first_piece + pieces) are the pieces of the text. The
  // other ids are special pieces.
  int32_t first_piece = 0;
  int32_t pieces = 0;
  // For a source text: the target tokens with which the template begins every
  // translation. For a translation: empty.
  std::vector<int32_t> forced_target = {};
  // For a source text: a target token that its translations should not have,
  // which is the unknown piece if the text has no unknown piece. Negative means
  // no token.
  int32_t unwanted_target = -1;
  // Where the pieces are in the text: ids[first_piece + k] spells the bytes
  // [piece_offsets[k], piece_offsets[k + 1]), with the white space around them
  // that the normaliser drops. These are pieces + 1 offsets in rising order.
  // Empty for a text without pieces and for NBestSource and NBestTarget.
  std::vector<int64_t> piece_offsets = {};

  // Returns whether the text has no pieces, so that there is nothing to
  // translate, for example "" or only spaces.
  bool is_empty() const { return pieces == 0; }
  // Returns the ids of the text without the special pieces. The result is valid
  // while `ids` is unchanged.
  std::span<const int32_t> own_pieces() const {
    return std::span(ids).subspan(static_cast<std::size_t>(first_piece),
                                  static_cast<std::size_t>(pieces));
  }
};

// One way to cut a text into tokens, with its log-probability. The
// log-probability is 0 if the SentencePiece model has no probabilities (BPE).
struct Segmentation {
  EncodedText text;
  double log_probability = 0.0;  // of the pieces, by the SentencePiece model
};

// Turns texts into the token ids of a model, and ids into texts. Immutable and
// thread-safe.
class Tokenizer {
 public:
  // Makes a tokenizer. Returns INVALID_ARGUMENT if a file is malformed, ids are
  // not 0..n-1, or a special piece (</s>, <unk>, <pad>) is missing. A separate
  // source vocabulary needs no <pad>. Also returns INVALID_ARGUMENT if a
  // vocabulary lacks more than half of the text pieces of its .spm file.
  // Messages name the file. Takes SentencePiece models from `preload` if it has
  // them. Null means no such models.
  static absl::StatusOr<std::unique_ptr<const Tokenizer>> Create(
      const TokenizerFiles& files, SpmPreload* preload = nullptr);
  ~Tokenizer();

  // Encodes a source text with the tags of its languages. Treats a tag inside
  // `text` as plain text. Uses tags.source only if HasSourceTags. Returns
  // INVALID_ARGUMENT with the byte offset if `text` is not UTF-8. Returns
  // INVALID_ARGUMENT if HasSourceTags and `tags` has a target but no source.
  // Returns NOT_FOUND if the model has no tag for a language that it uses.
  absl::StatusOr<EncodedText> EncodeSource(std::string_view text,
                                           const LanguageTags& tags) const;
  // Encodes a source text with the tag of its target language, `>>es<<` for
  // `es`. "" means no tag. Treats a tag inside `text` as plain text. Returns
  // INVALID_ARGUMENT if `text` is not UTF-8, or if HasSourceTags and
  // `target_language` is not "". Returns NOT_FOUND if the language has no tag.
  absl::StatusOr<EncodedText> EncodeSource(
      std::string_view text, std::string_view target_language) const;

  // Encodes a translation with the SentencePiece model of the target. The ids
  // begin with `forced_target`: pass EncodedText::forced_target of the source.
  // Returns INVALID_ARGUMENT with the byte offset if `text` is not UTF-8.
  absl::StatusOr<EncodedText> EncodeTarget(
      std::string_view text, std::span<const int32_t> forced_target = {}) const;

  // NBestSource and NBestTarget encode a text in up to `count` ways, the
  // likeliest first. With a BPE model they return only the usual encoding. The
  // other arguments are as in EncodeSource and EncodeTarget. Returns
  // INVALID_ARGUMENT if `text` is not UTF-8, or if HasSourceTags and
  // `target_language` is not "". Returns NOT_FOUND if the language has no tag.
  // REQUIRES: count >= 1.
  absl::StatusOr<std::vector<Segmentation>> NBestSource(
      std::string_view text, std::string_view target_language,
      int32_t count) const;
  absl::StatusOr<std::vector<Segmentation>> NBestTarget(
      std::string_view text, std::span<const int32_t> forced_target,
      int32_t count) const;
  // Returns whether the SentencePiece models of source and target can both list
  // several segmentations of a text. Unigram models can, BPE models cannot.
  bool HasAlternatives() const;

  // Returns the text that target `ids` spell, without spaces at its ends. Skips
  // the end symbol, padding, tags and control pieces. The unknown piece and ids
  // outside the vocabulary become " ⁇ ", as in SentencePiece.
  std::string Decode(std::span<const int32_t> ids) const;

  // Returns the text that each of the target `ids` adds to a translation, with
  // a leading space if a word begins. Special pieces, tags, the unknown piece,
  // ids outside the vocabulary and bytes that are not valid UTF-8 add "". A
  // character that several byte pieces spell is the text of the first one.
  std::vector<std::string> Spell(std::span<const int32_t> ids) const;

  // Returns a character that EncodeSource turns into the unknown piece. Returns
  // "" if the model has pieces for all rare characters that Create tries, as
  // with byte fallback, or drops these characters.
  const std::string& unknown_character() const;

  // Returns whether the id of a source text is a byte piece of a vocabulary
  // with byte fallback.
  bool IsSourceByte(int32_t id) const;

  // Returns whether the id of a translation is a byte piece of a vocabulary
  // with byte fallback.
  bool IsTargetByte(int32_t id) const;

  // Returns the id of the piece that stands for a byte of a source text.
  // Returns -1 if the vocabulary has no such piece.
  int32_t SourceByteId(uint8_t byte) const;

  // Returns the source text as the model sees it: normalised by the model's
  // rules and SentencePiece, without spaces at its ends. Characters that the
  // vocabulary lacks stay in the result. REQUIRES: `text` is valid UTF-8.
  std::string Normalize(std::string_view text) const;

  // Returns the piece with this id of a translation, as vocab.json spells it.
  // Returns "" for an id outside the vocabulary.
  std::string_view Piece(int32_t id) const;
  // Returns the piece with this id of a source text, as the vocabulary spells
  // it. Returns "" for an id outside the vocabulary.
  std::string_view SourcePiece(int32_t id) const;

  // Returns whether the model takes a tag of the source language besides the
  // tag of the target language (kM2m100). LanguageTags::source is then used.
  bool HasSourceTags() const;

  // Returns the codes of the languages that have a tag in the vocabulary of
  // source texts, sorted by bytes. Empty means that the vocabulary has no
  // language tag, as for a model of one direction.
  const std::vector<std::string>& tagged_languages() const;

  // Puts the tag of a corpus before the pieces of `source`, an encoded source
  // text, and after the tags of its languages. `corpus` is the name in the tag:
  // `bt` for `<<bt>>`. An empty `corpus` adds no tag. Returns NOT_FOUND if the
  // vocabulary has no such tag, and then leaves `source` unchanged.
  absl::Status AddCorpusTag(std::string_view corpus, EncodedText& source) const;

  // Returns the ids of the special pieces that can stand around a source text,
  // in rising order: the tags and the end symbol.
  std::vector<int32_t> MarkerIds() const;

  // The size of the vocabulary of translations, in tokens, and the ids of its
  // end symbol, unknown piece and padding.
  int32_t vocab_size() const;
  int32_t eos_id() const;
  int32_t unk_id() const;
  int32_t pad_id() const;
  // The id of the unknown piece of source texts. With one vocabulary for both
  // languages, the same as unk_id().
  int32_t source_unk_id() const;

 private:
  class Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_TOKENIZER_H_
