// Tested by evaluation_commands_test.cc.

#include "model/trainer/evaluate_command.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/trainer/decoding_flags.h"
#include "model/trainer/evaluation_report.h"
#include "model/trainer/output_path.h"
#include "model/training/corpus.h"
#include "model/training/corpus_check.h"
#include "model/training/evaluation.h"

namespace interpres {
namespace {

struct EvaluateFlags {
  DecodingFlags decoding;
  std::filesystem::path source;
  std::filesystem::path reference;
  std::filesystem::path output;  // empty: does not write the translations
  bool json = false;
  bool split = false;
};

absl::Status WriteTranslations(const std::filesystem::path& path,
                               const std::vector<std::string>& translations) {
  std::ofstream file(path, std::ios::binary);
  for (const std::string& translation : translations) {
    file << OnOneLine(translation) << '\n';
  }
  file.close();
  return file ? absl::OkStatus()
              : absl::UnavailableError(absl::StrFormat(
                    "%s: writing the translations failed", path.string()));
}

// Prints a warning if the texts are suspicious, for example exchanged. They are
// evaluated all the same: the scores of odd texts can be of interest.
void WarnAboutTexts(const EvaluateFlags& flags, const TranslationModel& model,
                    const std::vector<std::string>& sources,
                    const std::vector<std::string>& references) {
  const absl::StatusOr<ResolvedDirection> direction = model.ResolveDirection(
      flags.decoding.source_language, flags.decoding.target_language);
  if (!direction.ok() || sources.size() != references.size()) {
    return;  // EvaluateModel returns the error.
  }
  // "" means that the source language is unknown.
  const std::string source =
      direction->sources.size() == 1 ? direction->sources.front() : "";
  std::vector<int64_t> lines(sources.size());
  std::iota(lines.begin(), lines.end(), 1);
  const ParallelText text = {
      .files = {.source = flags.source,
                .target = flags.reference,
                .languages = {.source = source, .target = direction->target}},
      .source = sources,
      .target = references,
      .lines = std::move(lines)};
  const absl::Status checked =
      CheckCorpus(text, "are --source and --reference right?");
  if (!checked.ok()) {
    std::fprintf(stderr, "evaluate: warning: %s\n",
                 std::string(checked.message()).c_str());
  }
}

// Whether every text was evaluated.
absl::StatusOr<bool> RunEvaluate(const EvaluateFlags& flags) {
  INTERPRES_RETURN_IF_ERROR(
      CheckOutput(flags.output, {flags.source, flags.reference}));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> sources,
                             ReadLines(flags.source));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> references,
                             ReadLines(flags.reference));
  INTERPRES_ASSIGN_OR_RETURN(const auto model, LoadModel(flags.decoding));
  WarnAboutTexts(flags, *model, sources, references);
  const OfflineOptions options = ToOfflineOptions(flags.decoding, *model);
  INTERPRES_ASSIGN_OR_RETURN(
      const Evaluation evaluation,
      flags.split ? EvaluateDocuments(*model, sources, references, options)
                  : EvaluateModel(*model, sources, references, options));
  if (!flags.output.empty()) {
    INTERPRES_RETURN_IF_ERROR(
        WriteTranslations(flags.output, evaluation.translations));
  }
  const std::string report = flags.json ? FormatEvaluationJson(evaluation)
                                        : FormatEvaluation(evaluation);
  std::fputs(report.c_str(), stdout);
  return evaluation.failures.empty();
}

}  // namespace

void AddEvaluateCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<EvaluateFlags>();
  CLI::App* command = app.add_subcommand(
      "evaluate", "Print BLEU, chrF and perplexity of a model on a test set");
  AddDecodingFlags(*command, flags->decoding);
  command
      ->add_option("--source", flags->source, "Texts to translate, one a line")
      ->required();
  command
      ->add_option("--reference", flags->reference,
                   "Their translations, one a line")
      ->required();
  command->add_option("--output", flags->output,
                      "Write the translations to this file, one a line");
  command->add_flag("--json", flags->json, "Print one JSON object");
  command->add_flag("--split", flags->split,
                    "Divide each line into sentences, translate them one by "
                    "one, and report no perplexity");
  command->callback([flags, &exit_code] {
    const absl::StatusOr<bool> complete = RunEvaluate(*flags);
    if (!complete.ok()) {
      std::fprintf(stderr, "evaluate: %s\n",
                   std::string(complete.status().message()).c_str());
    }
    // 2: the report names lines that count as empty translations, or that the
    // perplexity leaves out.
    exit_code = !complete.ok() ? 1 : (*complete ? 0 : 2);
  });
}

}  // namespace interpres
