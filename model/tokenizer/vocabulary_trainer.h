// Builds a sub-word vocabulary from text, with SentencePiece.

#ifndef INTERPRES_MODEL_TOKENIZER_VOCABULARY_TRAINER_H_
#define INTERPRES_MODEL_TOKENIZER_VOCABULARY_TRAINER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"

namespace interpres {

enum class SubwordModel { kUnigram, kBpe };
// "unigram", "bpe".
std::string_view SubwordModelName(SubwordModel model);
absl::StatusOr<SubwordModel> ParseSubwordModel(std::string_view name);

struct VocabularyOptions {
  // Number of entries of vocab.json: pieces, </s>, <unk>, tags and <pad>. At
  // most 2^20. If the corpus is too small for this size, or has too many
  // different characters, TrainVocabulary fails, and its message has the limit.
  int64_t vocab_size = 8000;
  // Codes of the target languages that get a tag `>>xx<<`, without repeats.
  // Empty means no language tags, as for a model of one direction.
  std::vector<std::string> tagged_languages = {};
  // Names of corpora that get a tag `<<name>>`, without repeats.
  std::vector<std::string> corpus_tags = {};
  SubwordModel model = SubwordModel::kUnigram;
  // Whether to add a piece for each of the 256 byte values. These pieces spell
  // characters that no other piece contains, so that no character is unknown.
  bool byte_fallback = false;
  // Whether every digit is a separate piece. If true, only user symbols and
  // byte pieces have a digit and another character. Each digit 0 to 9 then has
  // a piece even if the text lacks the digit.
  bool split_digits = false;
  // The share of the characters of the text that must be in pieces, counted
  // with repeats: 0.98 to 1. The rarest characters, the remaining share, get no
  // piece.
  double character_coverage = 0.9999;
  // Texts that are one piece wherever they occur, such as placeholders. The
  // normalisation does not change them. REQUIRES: a symbol has 1 to 256 bytes
  // of UTF-8 without white space and control characters. A symbol is no special
  // piece, byte piece or tag, and is not repeated.
  std::vector<std::string> user_symbols = {};
  // Maximum number of sentences to train on. If the corpus has more, evenly
  // spaced sentences are used. 0 means all sentences.
  int64_t max_sentences = 1'000'000;
};

struct Vocabulary {
  std::string spm;  // bytes of source.spm = target.spm
  PieceIds pieces;  // vocab.json: </s> 0, <unk> 1, ...,
                    // tags, <pad> last
};

// Trains one vocabulary for source and target on `sentences` of both languages.
// Text is normalised by SentencePiece's rule nmt_nfkc. The same input gives the
// same bytes. Returns INVALID_ARGUMENT if the options are invalid, or a
// sentence that max_sentences selects is not UTF-8. Also if all selected
// sentences are empty or do not fit the vocabulary size. Also if SentencePiece
// fails, or if a tag or `<pad>` becomes a piece of the text. Returns INTERNAL
// if the trained model does not load.
absl::StatusOr<Vocabulary> TrainVocabulary(
    const std::vector<std::string>& sentences,
    const VocabularyOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_VOCABULARY_TRAINER_H_
