#include "model/training/checkpoint_export.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/engine/translation_model.h"

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

}  // namespace

ModelConfig ConfigForVocabulary(const ModelConfig& model,
                                const Vocabulary& vocabulary) {
  ModelConfig config = model;
  config.vocab_size = static_cast<int64_t>(vocabulary.pieces.size());
  config.eos_token_id = vocabulary.pieces.at("</s>");
  config.pad_token_id = vocabulary.pieces.at("<pad>");
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

absl::StatusOr<std::vector<GoldenSentence>> ReadGoldenFile(
    const std::filesystem::path& path, bool tagged) {
  std::ifstream file(path);
  if (!file) {
    return absl::NotFoundError(
        absl::StrFormat("%s: cannot be opened", path.string()));
  }
  std::vector<GoldenSentence> golden;
  std::string line;
  for (int64_t number = 1; std::getline(file, line); ++number) {
    const std::size_t first = line.find('\t');
    const std::size_t second =
        first == std::string::npos ? first : line.find('\t', first + 1);
    if (second == std::string::npos ||
        line.find('\t', second + 1) != std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s:%d: expected language<TAB>source<TAB>target",
                          path.string(), number));
    }
    golden.push_back({.target_language = tagged ? line.substr(0, first) : "",
                      .source = line.substr(first + 1, second - first - 1),
                      .target = line.substr(second + 1)});
  }
  return golden;
}

absl::Status CheckGolden(const GoldenSentence& sentence,
                         const Tokenizer& tokenizer,
                         const ModelDescription& description) {
  const std::vector<LanguageDirection>& directions =
      description.card.directions;
  const bool known =
      sentence.target_language.empty() ||
      std::any_of(directions.begin(), directions.end(),
                  [&](const LanguageDirection& direction) {
                    return direction.target == sentence.target_language;
                  });
  if (!known) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the model is not trained to translate to \"%s\"",
                        sentence.target_language));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const std::vector<int32_t> source,
      tokenizer.EncodeSource(sentence.source, sentence.target_language));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<int32_t> target,
                             tokenizer.EncodeTarget(sentence.target));
  const int64_t limit = description.config.max_position_embeddings;
  if (static_cast<int64_t>(std::max(source.size(), target.size())) > limit) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the sentence has %d source and %d target tokens; the model accepts "
        "%d (--max-positions)",
        source.size(), target.size(), limit));
  }
  return absl::OkStatus();
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
    std::filesystem::path unscored = path;
    unscored += ".unscored";
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
