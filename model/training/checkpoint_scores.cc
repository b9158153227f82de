#include "model/training/checkpoint_scores.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"
#include "model/training/evaluation.h"

namespace interpres {
namespace {

struct PairedTexts {
  std::span<const std::string> source;
  std::span<const std::string> target;
};

absl::StatusOr<DirectionScore> ScoreDirection(
    const TranslationModel& model, const PairedTexts& texts,
    const LanguageDirection& direction, int32_t threads) {
  const GenerationConfig& generation = model.generation();
  OfflineOptions options;
  options.decoding = {.beam_size = generation.num_beams,
                      .length_penalty = generation.length_penalty,
                      .max_length = generation.max_length};
  options.threads = threads;
  options.source_language = direction.source;
  options.target_language = direction.target;
  INTERPRES_ASSIGN_OR_RETURN(
      const Evaluation evaluation,
      EvaluateTranslations(model, texts.source, texts.target, options));
  return DirectionScore{.direction = direction.source + "-" + direction.target,
                        .bleu = evaluation.bleu,
                        .chrf = evaluation.chrf,
                        .failures = evaluation.failures.size()};
}

// Adds the scores of the text, in its direction and perhaps the reverse.
absl::Status ScoreText(const TranslationModel& model, const ParallelText& text,
                       const ScoreOptions& options,
                       std::vector<DirectionScore>& scores) {
  const auto count = static_cast<std::size_t>(std::min<int64_t>(
      options.sentences, static_cast<int64_t>(text.lines.size())));
  const auto source = std::span(text.source).first(count);
  const auto target = std::span(text.target).first(count);
  const LanguageDirection& direction = text.files.languages;
  INTERPRES_ASSIGN_OR_RETURN(
      scores.emplace_back(),
      ScoreDirection(model, {source, target}, direction, options.threads));
  if (options.bidirectional) {
    INTERPRES_ASSIGN_OR_RETURN(
        scores.emplace_back(),
        ScoreDirection(model, {target, source}, Reversed(direction),
                       options.threads));
  }
  return absl::OkStatus();
}

// A second text in a direction gets a number, and so do further ones.
void NumberRepeated(std::vector<DirectionScore>& scores) {
  std::map<std::string, int> seen;
  for (DirectionScore& score : scores) {
    const int number = ++seen[score.direction];
    if (number > 1) {
      absl::StrAppend(&score.direction, " #", number);
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, TranslationModel::Load(path));
  std::vector<DirectionScore> scores;
  for (const ParallelText& text : texts) {
    INTERPRES_RETURN_IF_ERROR(ScoreText(*model, text, options, scores));
  }
  NumberRepeated(scores);
  return scores;
}

}  // namespace interpres
