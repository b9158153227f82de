#include "model/training/checkpoint_export.h"

#include <algorithm>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/token_template.h"
#include "model/engine/translation_model.h"
#include "model/training/corpus.h"
#include "model/training/text_file.h"

namespace interpres {
namespace {

absl::Status ScoreGolden(const std::filesystem::path& path,
                         std::vector<GoldenSentence>& golden) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, TranslationModel::Load(path));
  for (GoldenSentence& sentence : golden) {
    INTERPRES_ASSIGN_OR_RETURN(sentence.log_probability,
                               model->Score(sentence.source, sentence.target,
                                            sentence.target_language));
  }
  return absl::OkStatus();
}

// The same checkpoint while its golden sentences have no scores yet.
std::filesystem::path UnscoredPath(std::filesystem::path path) {
  path += ".unscored";
  return path;
}

absl::Status CheckTarget(const std::string& language,
                         const ModelDescription& description) {
  const std::vector<std::string> targets =
      TargetLanguages(description.card.directions);
  if (std::find(targets.begin(), targets.end(), language) != targets.end()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the model is not trained to translate to \"%s\"; it translates to %s",
      language, absl::StrJoin(targets, ", ")));
}

// Calls `use` with each sentence of the file, whose target language is as
// written. Errors name the file and the line.
absl::Status ReadSentences(
    const std::filesystem::path& path,
    absl::FunctionRef<absl::Status(GoldenSentence)> use) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<CorpusLine> lines,
                             ReadTextFile(path));
  if (lines.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: it is empty; expected language<TAB>source<TAB>target lines",
        path.string()));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> fields =
        absl::StrSplit(lines[i].value_or(""), '\t');
    const absl::Status used =
        fields.size() != 3 || IsBlank(fields[1]) || IsBlank(fields[2])
            ? absl::InvalidArgumentError(
                  "expected language<TAB>source<TAB>target, with a text as "
                  "source and as target")
            : use({.target_language = fields[0],
                   .source = fields[1],
                   .target = fields[2]});
    if (!used.ok()) {
      return absl::Status(used.code(),
                          absl::StrFormat("%s:%d: %s", path.string(), i + 1,
                                          std::string(used.message())));
    }
  }
  return absl::OkStatus();
}

}  // namespace

ModelConfig ConfigForVocabulary(const ModelConfig& model,
                                const Vocabulary& vocabulary) {
  ModelConfig config = model;
  config.vocab_size = static_cast<int64_t>(vocabulary.pieces.size());
  config.eos_token_id = vocabulary.pieces.at(kEndPiece);
  config.pad_token_id = vocabulary.pieces.at(kPaddingPiece);
  config.decoder_start_token_id = config.pad_token_id;
  return config;
}

ModelDescription DescribeModel(const ModelConfig& config,
                               const Vocabulary& vocabulary,
                               std::vector<LanguageDirection> directions) {
  ModelDescription description;
  description.config = config;
  description.generation.max_length = static_cast<int32_t>(std::min<int64_t>(
      description.generation.max_length, config.max_position_embeddings));
  description.generation.suppressed_ids = {config.pad_token_id};
  description.vocabulary = vocabulary.pieces;
  description.source_spm = vocabulary.spm;
  description.target_spm = vocabulary.spm;
  description.card.directions = std::move(directions);
  return description;
}

absl::Status CheckGolden(const GoldenSentence& sentence,
                         const Tokenizer& tokenizer,
                         const ModelDescription& description) {
  INTERPRES_ASSIGN_OR_RETURN(
      const EncodedText source,
      tokenizer.EncodeSource(sentence.source, sentence.target_language));
  INTERPRES_ASSIGN_OR_RETURN(
      const EncodedText target,
      tokenizer.EncodeTarget(sentence.target, source.forced_target));
  const std::size_t source_tokens = source.ids.size();
  const std::size_t target_tokens = target.ids.size();
  const int64_t limit = description.config.max_position_embeddings;
  if (static_cast<int64_t>(std::max(source_tokens, target_tokens)) > limit) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the sentence has %d source and %d target tokens; the model accepts "
        "%d (--max-positions)",
        source_tokens, target_tokens, limit));
  }
  return absl::OkStatus();
}

absl::Status CheckGoldenFile(const std::filesystem::path& path) {
  return ReadSentences(path,
                       [](const GoldenSentence&) { return absl::OkStatus(); });
}

absl::StatusOr<std::vector<GoldenSentence>> ReadGoldenFile(
    const std::filesystem::path& path, const Tokenizer& tokenizer,
    const ModelDescription& description) {
  std::vector<GoldenSentence> golden;
  const auto add = [&](GoldenSentence sentence) -> absl::Status {
    INTERPRES_RETURN_IF_ERROR(
        CheckTarget(sentence.target_language, description));
    if (tokenizer.tagged_languages().empty()) {
      sentence.target_language.clear();
    }
    INTERPRES_RETURN_IF_ERROR(CheckGolden(sentence, tokenizer, description));
    golden.push_back(std::move(sentence));
    return absl::OkStatus();
  };
  INTERPRES_RETURN_IF_ERROR(ReadSentences(path, add));
  return golden;
}

absl::Status PrepareExport(const std::filesystem::path& path) {
  INTERPRES_RETURN_IF_ERROR(PrepareModelDirectory(path));
  INTERPRES_RETURN_IF_ERROR(CheckReplacing(path));
  return PrepareModelDirectory(UnscoredPath(path));
}

absl::Status ExportCheckpoint(const std::filesystem::path& path,
                              ModelDescription description,
                              const ParameterLayout& layout,
                              std::span<const float> parameters,
                              DataType type) {
  const std::vector<float> zero_bias(
      static_cast<std::size_t>(layout.config().vocab_size), 0.0f);
  const std::vector<NamedTensor> tensors =
      ToNamedTensors(layout, parameters, zero_bias);
  if (!description.card.golden.empty()) {
    std::vector<GoldenSentence> golden = std::move(description.card.golden);
    description.card.golden.clear();
    const std::filesystem::path unscored = UnscoredPath(path);
    INTERPRES_RETURN_IF_ERROR(
        WriteModelDirectory(unscored, description, tensors, type));
    const absl::Status scored = ScoreGolden(unscored, golden);
    std::error_code error;
    std::filesystem::remove_all(unscored, error);
    INTERPRES_RETURN_IF_ERROR(scored);
    description.card.golden = std::move(golden);
  }
  return WriteModelDirectory(path, description, tensors, type);
}

}  // namespace interpres
