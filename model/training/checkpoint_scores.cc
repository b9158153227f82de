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

absl::StatusOr<Evaluation> EvaluateDirection(const TranslationModel& model,
                                             const PairedTexts& texts,
                                             const LanguageDirection& direction,
                                             int32_t threads) {
  const GenerationConfig& generation = model.generation();
  OfflineOptions options;
  options.decoding = {.beam_size = generation.num_beams,
                      .length_penalty = generation.length_penalty,
                      .max_length = generation.max_length};
  options.threads = threads;
  options.source_language = direction.source;
  options.target_language = direction.target;
  return EvaluateTranslations(model, texts.source, texts.target, options);
}

// The score has no direction yet.
absl::StatusOr<DirectionScore> ScoreDirection(
    const TranslationModel& model, const PairedTexts& texts,
    const LanguageDirection& direction, int32_t threads) {
  INTERPRES_ASSIGN_OR_RETURN(
      const Evaluation evaluation,
      EvaluateDirection(model, texts, direction, threads));
  return DirectionScore{.direction = "",
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
  if (HasReverse(options.reverses, direction)) {
    INTERPRES_ASSIGN_OR_RETURN(
        scores.emplace_back(),
        ScoreDirection(model, {target, source}, Reversed(direction),
                       options.threads));
  }
  return absl::OkStatus();
}

// Adds a number to the second text in a direction, and to further ones.
class DirectionNames {
 public:
  std::string Name(const LanguageDirection& direction) {
    std::string name = direction.source + "-" + direction.target;
    const int number = ++seen_[name];
    return number > 1 ? absl::StrCat(name, " #", number) : name;
  }

 private:
  std::map<std::string, int> seen_;
};

// Some sentences of a text, evenly spaced.
struct SampledTexts {
  std::vector<std::string> source;
  std::vector<std::string> target;
};

SampledTexts Sampled(const ParallelText& text, int64_t sentences) {
  SampledTexts sampled;
  const std::size_t total = text.source.size();
  const std::size_t count =
      std::min(static_cast<std::size_t>(sentences), total);
  for (std::size_t i = 0; i < count; ++i) {
    sampled.source.push_back(text.source[i * total / count]);
    sampled.target.push_back(text.target[i * total / count]);
  }
  return sampled;
}

void NameSamples(const std::string& direction,
                 std::span<SampleTranslation> samples) {
  for (SampleTranslation& sample : samples) {
    sample.direction = direction;
  }
}

// Translates the sources of `texts`. Appends the samples to `samples`.
absl::Status AddSamples(const TranslationModel& model, const PairedTexts& texts,
                        const LanguageDirection& direction, int32_t threads,
                        std::vector<SampleTranslation>& samples) {
  INTERPRES_ASSIGN_OR_RETURN(
      const Evaluation evaluation,
      EvaluateDirection(model, texts, direction, threads));
  for (std::size_t i = 0; i < texts.source.size(); ++i) {
    samples.push_back({.direction = "",
                       .source = texts.source[i],
                       .reference = texts.target[i],
                       .translation = evaluation.translations[i]});
  }
  return absl::OkStatus();
}

// Adds the samples of the text, in its direction and perhaps the reverse.
absl::Status SampleText(const TranslationModel& model, const ParallelText& text,
                        const ScoreOptions& options, DirectionNames& names,
                        std::vector<SampleTranslation>& samples) {
  const SampledTexts sampled = Sampled(text, options.sentences);
  const LanguageDirection& forward = text.files.languages;
  const std::size_t first = samples.size();
  INTERPRES_RETURN_IF_ERROR(AddSamples(model, {sampled.source, sampled.target},
                                       forward, options.threads, samples));
  const std::size_t second = samples.size();
  NameSamples(names.Name(forward), std::span(samples).subspan(first));
  if (!HasReverse(options.reverses, forward)) {
    return absl::OkStatus();
  }
  INTERPRES_RETURN_IF_ERROR(AddSamples(model, {sampled.target, sampled.source},
                                       Reversed(forward), options.threads,
                                       samples));
  NameSamples(names.Name(Reversed(forward)),
              std::span(samples).subspan(second));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, TranslationModel::Load(path));
  std::vector<DirectionScore> scores;
  DirectionNames names;
  for (const ParallelText& text : texts) {
    const std::size_t first = scores.size();
    INTERPRES_RETURN_IF_ERROR(ScoreText(*model, text, options, scores));
    scores[first].direction = names.Name(text.files.languages);
    if (HasReverse(options.reverses, text.files.languages)) {
      scores[first + 1].direction = names.Name(Reversed(text.files.languages));
    }
  }
  return scores;
}

absl::StatusOr<std::vector<SampleTranslation>> TranslateSamples(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, TranslationModel::Load(path));
  std::vector<SampleTranslation> samples;
  DirectionNames names;
  for (const ParallelText& text : texts) {
    INTERPRES_RETURN_IF_ERROR(
        SampleText(*model, text, options, names, samples));
  }
  return samples;
}

}  // namespace interpres
