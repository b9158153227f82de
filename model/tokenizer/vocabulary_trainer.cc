#include "model/tokenizer/vocabulary_trainer.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/config/token_template.h"
#include "model/tokenizer/language_tag.h"
#include "model/tokenizer/sentencepiece_adapter.h"

namespace interpres {
namespace {

// </s>, <unk> and one piece of text.
constexpr int32_t kSmallestModel = 3;
constexpr int32_t kBytes = 256;
constexpr int32_t kLargestVocabulary = 1 << 20;

absl::Status CheckLanguages(const std::vector<std::string>& languages) {
  std::set<std::string> seen;
  for (const std::string& language : languages) {
    if (!IsLanguageCode(language)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the language \"", language,
                       "\" cannot be a tag: expected letters, digits, - and "
                       "_, such as es or pt-BR"));
    }
    if (!seen.insert(language).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("the language ", language, " is given twice"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const VocabularyOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckLanguages(options.tagged_languages));
  const int64_t smallest =
      kSmallestModel + 1 + (options.byte_fallback ? kBytes : 0) +
      static_cast<int64_t>(options.tagged_languages.size());
  if (options.vocab_size < smallest ||
      options.vocab_size > kLargestVocabulary) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size, "; it must be between ", smallest,
        " and ", kLargestVocabulary));
  }
  if (options.max_sentences < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "max_sentences is ", options.max_sentences, "; it must be at least 0"));
  }
  return absl::OkStatus();
}

// Returns at most `limit` sentences, evenly spaced. 0 means all.
absl::StatusOr<std::vector<const std::string*>> Select(
    const std::vector<std::string>& sentences, int64_t limit) {
  const auto total = static_cast<int64_t>(sentences.size());
  const int64_t count = limit == 0 ? total : std::min(limit, total);
  std::vector<const std::string*> selected;
  selected.reserve(static_cast<std::size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t index = i * total / count;
    const std::string& sentence = sentences[static_cast<std::size_t>(index)];
    if (const auto offset = FindInvalidUtf8(sentence); offset.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("sentence ", index + 1,
                       " is not valid UTF-8: byte offset ", *offset));
    }
    if (!sentence.empty()) {
      selected.push_back(&sentence);
    }
  }
  if (selected.empty()) {
    return absl::InvalidArgumentError(
        "there is no text to build a vocabulary from");
  }
  return selected;
}

// The number that follows `before` in SentencePiece's message.
std::optional<int64_t> NumberAfter(std::string_view message,
                                   std::string_view before) {
  const std::size_t start = message.find(before);
  if (start == std::string_view::npos) {
    return std::nullopt;
  }
  int64_t number = 0;
  const char* first = message.data() + start + before.size();
  const auto result =
      std::from_chars(first, message.data() + message.size(), number);
  return result.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// Speaks of the caller's vocabulary size, tags and <pad> included.
absl::Status Explain(const std::string& error,
                     const VocabularyOptions& options) {
  const auto reserved =
      static_cast<int64_t>(options.tagged_languages.size()) + 1;
  if (const auto most = NumberAfter(error, "Please set it to a value <= ")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size,
        ", but the corpus is too small for it: the largest possible size is ",
        *most + reserved));
  }
  if (const auto required = NumberAfter(error, " vs ")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size,
        ", fewer than the characters of the corpus: it must be above ",
        *required + reserved));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("SentencePiece cannot build the vocabulary: ", error));
}

}  // namespace

std::string_view SubwordModelName(SubwordModel model) {
  return model == SubwordModel::kBpe ? "bpe" : "unigram";
}

absl::StatusOr<SubwordModel> ParseSubwordModel(std::string_view name) {
  for (const SubwordModel model :
       {SubwordModel::kUnigram, SubwordModel::kBpe}) {
    if (name == SubwordModelName(model)) {
      return model;
    }
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "vocab-type is \"", std::string(name), "\"; it must be unigram or bpe"));
}

absl::StatusOr<Vocabulary> TrainVocabulary(
    const std::vector<std::string>& sentences,
    const VocabularyOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckOptions(options));
  INTERPRES_ASSIGN_OR_RETURN(const auto selected,
                             Select(sentences, options.max_sentences));
  std::vector<std::string> reserved;
  for (const std::string& language : options.tagged_languages) {
    reserved.push_back(LanguageTag(language));
  }
  reserved.emplace_back(kPaddingPiece);

  Vocabulary vocabulary;
  std::string error;
  const SentencePieceTraining training{
      .bpe = options.model == SubwordModel::kBpe,
      .byte_fallback = options.byte_fallback,
      .vocab_size =
          static_cast<int32_t>(options.vocab_size - std::ssize(reserved))};
  if (!TrainSentencePiece(selected, training, &vocabulary.spm, &error)) {
    return Explain(error, options);
  }
  const auto model = SentencePieceModel::Load(vocabulary.spm, &error);
  if (model == nullptr) {
    return absl::InternalError(
        absl::StrCat("the trained SentencePiece model does not load: ", error));
  }
  std::vector<std::string> pieces = model->AllPieces();
  pieces.insert(pieces.end(), reserved.begin(), reserved.end());
  for (std::string& piece : pieces) {
    const auto id = static_cast<int32_t>(vocabulary.pieces.size());
    if (!vocabulary.pieces.emplace(piece, id).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("the corpus taught the piece ", piece,
                       ", which is reserved: remove that markup from it"));
    }
  }
  return vocabulary;
}

}  // namespace interpres
