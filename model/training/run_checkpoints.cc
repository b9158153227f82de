#include "model/training/run_checkpoints.h"

#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/training/checkpoint_export.h"
#include "model/training/checkpoint_scores.h"
#include "model/training/training_log.h"

namespace interpres {
namespace {

// The directions in which the dev texts are also translated if they are the
// reverse of a text. A corpus with a tag adds no reverse to the model.
std::span<const LanguageDirection> ReversesOf(const RunContext& run) {
  if (!run.options.encoding.bidirectional) {
    return {};
  }
  return run.prepared.description.card.directions;
}

// Translates the dev set with the checkpoint at `path` and reports the scores.
// `event` is "score" for a written checkpoint and "candidate" for weights that
// are only validated.
absl::StatusOr<std::vector<DirectionScore>> ReportScores(
    const RunContext& run, const std::filesystem::path& path, int64_t update,
    const char* event) {
  const TrainingRunOptions& options = run.options;
  if (options.bleu_sentences == 0 || run.prepared.dev.empty()) {
    return std::vector<DirectionScore>();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<DirectionScore> scores,
      ScoreCheckpoint(path, run.prepared.dev,
                      {.sentences = options.bleu_sentences,
                       .reverses = ReversesOf(run),
                       .threads = options.trainer.threads}));
  for (const DirectionScore& score : scores) {
    std::string line = absl::StrFormat(
        "update %d | %s %s BLEU %.2f | chrF %.2f", update, score.direction,
        std::string_view(event) == "score" ? "dev" : event, score.bleu,
        score.chrf);
    if (score.failures > 0) {
      absl::StrAppendFormat(
          &line, " | %d texts, too long perhaps, could not be translated",
          score.failures);
    }
    run.say(line);
    run.log(absl::StrFormat(
        R"({"event":"%s","update":%d,"direction":"%s","bleu":%.4f,)"
        R"("chrf":%.4f})",
        event, update, score.direction, score.bleu, score.chrf));
  }
  return scores;
}

// Translates the sample sentences with the checkpoint at `path` and logs the
// translations. An error is reported only: samples must not stop a training.
void LogSamples(const RunContext& run, const std::filesystem::path& path,
                int64_t update) {
  const TrainingRunOptions& options = run.options;
  const absl::StatusOr<std::vector<SampleTranslation>> samples =
      TranslateSamples(path, run.prepared.dev,
                       {.sentences = options.sample_translations,
                        .reverses = ReversesOf(run),
                        .threads = options.trainer.threads});
  if (!samples.ok()) {
    run.say(absl::StrFormat("the sample sentences were not translated: %s",
                            std::string(samples.status().message())));
    return;
  }
  for (const SampleTranslation& sample : *samples) {
    run.log(
        FormatSample(update, sample.direction,
                     {.source = sample.source, .reference = sample.reference},
                     sample.translation));
  }
}

bool HasSamples(const RunContext& run) {
  return run.options.sample_translations > 0 && !run.prepared.dev.empty();
}

// Writes `parameters` as a checkpoint without golden sentences.
absl::Status WriteCandidate(const RunContext& run,
                            std::span<const float> parameters) {
  ModelDescription description = run.prepared.description;
  description.card.golden.clear();
  return ExportCheckpoint(CandidatePath(run.options), std::move(description),
                          *run.prepared.layout, parameters, DataType::kFloat32);
}

void RemoveCandidate(const RunContext& run) {
  std::error_code error;
  std::filesystem::remove_all(CandidatePath(run.options), error);
}

}  // namespace

std::filesystem::path CandidatePath(const TrainingRunOptions& options) {
  return options.trainer.state_directory / "candidate";
}

absl::Status SaveModel(const RunContext& run, std::span<const float> parameters,
                       const TrainingCounters& counters) {
  const TrainingRunOptions& options = run.options;
  ModelDescription description = run.prepared.description;
  description.card.provenance["updates"] =
      absl::StrFormat("%d", counters.update);
  INTERPRES_RETURN_IF_ERROR(
      ExportCheckpoint(options.output, std::move(description),
                       *run.prepared.layout, parameters, options.weights_type));
  run.say(absl::StrFormat("update %d | wrote %s", counters.update,
                          options.output.string()));
  return ReportScores(run, options.output, counters.update, "score").status();
}

absl::StatusOr<double> ScoreModel(const RunContext& run,
                                  std::span<const float> parameters,
                                  const TrainingCounters& counters) {
  INTERPRES_RETURN_IF_ERROR(WriteCandidate(run, parameters));
  const std::filesystem::path path = CandidatePath(run.options);
  const auto scores = ReportScores(run, path, counters.update, "candidate");
  if (scores.ok() && HasSamples(run)) {
    LogSamples(run, path, counters.update);
  }
  RemoveCandidate(run);
  INTERPRES_RETURN_IF_ERROR(scores.status());
  double sum = 0.0;
  for (const DirectionScore& score : *scores) {
    sum +=
        run.options.trainer.metric == Metric::kBleu ? score.bleu : score.chrf;
  }
  return sum / static_cast<double>(scores->size());
}

void SampleModel(const RunContext& run, std::span<const float> parameters,
                 const TrainingCounters& counters) {
  if (!HasSamples(run)) {
    return;
  }
  if (const absl::Status written = WriteCandidate(run, parameters);
      written.ok()) {
    LogSamples(run, CandidatePath(run.options), counters.update);
  } else {
    run.say(absl::StrFormat("the sample sentences were not translated: %s",
                            std::string(written.message())));
  }
  RemoveCandidate(run);
}

}  // namespace interpres
