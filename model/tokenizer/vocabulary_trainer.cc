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
#include "model/tokenizer/token_spelling.h"

namespace interpres {
namespace {

// </s>, <unk> and one piece of text.
constexpr int32_t kSmallestModel = 3;
constexpr int32_t kBytes = 256;
constexpr int32_t kLargestVocabulary = 1 << 20;
constexpr double kSmallestCoverage = 0.98;  // SentencePiece's limit
constexpr std::size_t kLongestSymbol = 256;
constexpr char kDigits[] = "0123456789";
constexpr char kWordStart[] = "\xe2\x96\x81";  // SentencePiece's space

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

absl::Status CheckCorpusTag(const std::string& name) {
  return IsLanguageCode(name)
             ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrCat(
                   "the corpus name \"", name,
                   "\" cannot be a tag: expected letters, digits, - and _, "
                   "such as bt"));
}

// The entries that are no pieces of the text: the tags and <pad>.
int64_t CountReserved(const VocabularyOptions& options) {
  return std::ssize(options.tagged_languages) +
         std::ssize(options.corpus_tags) + 1;
}

// Returns why the text cannot be a user symbol, or "" if it can.
std::string SymbolDefect(const std::string& symbol) {
  if (symbol.empty()) {
    return "it is empty";
  }
  if (!IsValidUtf8(symbol)) {
    return "it is not valid UTF-8";
  }
  if (symbol.size() > kLongestSymbol) {
    return absl::StrCat("it has ", symbol.size(), " bytes, more than ",
                        kLongestSymbol);
  }
  const bool spaced = std::any_of(symbol.begin(), symbol.end(), [](char byte) {
    return static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7f;
  });
  if (spaced || symbol.find(kWordStart) != std::string::npos) {
    return absl::StrCat("it has white space, a control character or ",
                        kWordStart);
  }
  if (symbol == kEndPiece || symbol == kUnknownPiece ||
      symbol == kPaddingPiece || LanguageOfTag(symbol).has_value() ||
      NameOfCorpusTag(symbol).has_value() || IsBytePiece(symbol)) {
    return "it is a special piece";
  }
  return "";
}

absl::Status CheckUserSymbols(const std::vector<std::string>& symbols) {
  std::set<std::string> seen;
  for (const std::string& symbol : symbols) {
    std::string defect = SymbolDefect(symbol);
    if (defect.empty() && !seen.insert(symbol).second) {
      defect = "it is given twice";
    }
    if (!defect.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "user-symbol is \"", ReplaceInvalidUtf8(symbol), "\": ", defect,
          "; expected different texts without white space, such as <name>"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const VocabularyOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckLanguages(options.tagged_languages));
  for (const std::string& name : options.corpus_tags) {
    INTERPRES_RETURN_IF_ERROR(CheckCorpusTag(name));
  }
  INTERPRES_RETURN_IF_ERROR(CheckUserSymbols(options.user_symbols));
  const int64_t smallest =
      kSmallestModel + (options.byte_fallback ? kBytes : 0) +
      CountReserved(options) + std::ssize(options.user_symbols);
  if (options.vocab_size < smallest ||
      options.vocab_size > kLargestVocabulary) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size, "; expected ", smallest, " to ",
        kLargestVocabulary,
        options.byte_fallback ? "; 256 of the entries are pieces for bytes, "
                                "which --no-byte-fallback leaves out"
                              : ""));
  }
  // Not a number is refused, too.
  if (!(options.character_coverage >= kSmallestCoverage &&
        options.character_coverage <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("character-coverage is ", options.character_coverage,
                     "; expected ", kSmallestCoverage, " to 1"));
  }
  if (options.max_sentences < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "max_sentences is ", options.max_sentences, "; expected at least 0"));
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
  const int64_t reserved = CountReserved(options);
  if (const auto most = NumberAfter(error, "Please set it to a value <= ")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size,
        ", but the corpus is too small for it: the largest possible size is ",
        *most + reserved));
  }
  if (const auto required = NumberAfter(error, " vs ")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vocab-size is ", options.vocab_size,
        ", fewer than the characters of the corpus; expected more than ",
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
      "vocab-type is \"", std::string(name), "\"; expected unigram or bpe"));
}

absl::StatusOr<Vocabulary> TrainVocabulary(
    const std::vector<std::string>& sentences,
    const VocabularyOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckOptions(options));
  INTERPRES_ASSIGN_OR_RETURN(auto selected,
                             Select(sentences, options.max_sentences));
  // SentencePiece ends the process if a required character of a BPE model is
  // not in the text.
  const std::string digits = options.split_digits ? kDigits : "";
  if (!digits.empty()) {
    selected.push_back(&digits);
  }
  std::vector<std::string> reserved;
  for (const std::string& language : options.tagged_languages) {
    reserved.push_back(LanguageTag(language));
  }
  for (const std::string& name : options.corpus_tags) {
    reserved.push_back(CorpusTag(name));
  }
  reserved.emplace_back(kPaddingPiece);

  Vocabulary vocabulary;
  std::string error;
  const SentencePieceTraining training{
      .bpe = options.model == SubwordModel::kBpe,
      .byte_fallback = options.byte_fallback,
      .vocab_size =
          static_cast<int32_t>(options.vocab_size - std::ssize(reserved)),
      .character_coverage = options.character_coverage,
      .split_digits = options.split_digits,
      .required_characters = digits,
      .user_symbols = options.user_symbols};
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
