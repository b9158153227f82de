#include "model/trainer/synthesis_command.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/engine/offline_translator.h"
#include "model/trainer/decoding_flags.h"
#include "model/trainer/synthetic_corpus.h"

namespace interpres {
namespace {

struct SynthesisFlags {
  const char* command = "";
  // Whether the translations are the target side of the corpus.
  bool translates_sources = false;
  DecodingFlags decoding;
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path source_output;
  std::filesystem::path target_output;
};

// What decides the translations, as one line. The number of threads does not.
std::string DescribeSynthesis(const TranslationModel& model,
                              const DecodingFlags& flags,
                              const OfflineOptions& options) {
  const DecodingOptions& decoding = options.decoding;
  std::string text = absl::StrFormat(
      "model %s, %s, \"%s\" to \"%s\", beam %d, length penalty %g, at most %d "
      "tokens, repetition penalty %g, no repeated %d-gram, shortlist %d",
      model.version(), flags.compute_type, options.source_language,
      options.target_language, decoding.beam_size, decoding.length_penalty,
      decoding.max_length, decoding.repetition_penalty,
      decoding.no_repeat_ngram_size, decoding.shortlist ? 1 : 0);
  if (decoding.sampling.has_value()) {
    absl::StrAppendFormat(&text,
                          ", sampled: seed %d, temperature %g, top %d, "
                          "top-p %g",
                          decoding.sampling->seed,
                          decoding.sampling->temperature,
                          decoding.sampling->top_k, decoding.sampling->top_p);
  }
  return text;
}

// Returns "" for a text that was not translated to its end.
std::string TranslationOf(const OfflineResult& result) {
  const bool is_complete =
      result.status.ok() && !result.hypotheses.empty() &&
      result.hypotheses[0].finish_reason == FinishReason::kEndOfSentence;
  return is_complete ? result.translations[0] : "";
}

absl::Status RunSynthesis(const SynthesisFlags& flags) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, LoadModel(flags.decoding));
  const OfflineOptions options = ToOfflineOptions(flags.decoding, *model);
  const LineTranslator translate = [&](std::span<const std::string> lines)
      -> absl::StatusOr<std::vector<std::string>> {
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                               TranslateAll(*model, lines, options));
    std::vector<std::string> translations;
    translations.reserve(results.size());
    for (const OfflineResult& result : results) {
      translations.push_back(TranslationOf(result));
    }
    return translations;
  };
  SyntheticCorpusOptions corpus = {
      .inputs = flags.inputs,
      .text_output = flags.source_output,
      .translation_output = flags.target_output,
      .settings = DescribeSynthesis(*model, flags.decoding, options)};
  if (!flags.translates_sources) {
    std::swap(corpus.text_output, corpus.translation_output);
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const SyntheticCorpusReport report,
      WriteSyntheticCorpus(corpus, translate, [](const std::string& line) {
        std::fprintf(stderr, "%s\n", line.c_str());
      }));
  std::fprintf(stderr, "%s and %s: %s pairs of %s lines\n",
               flags.source_output.c_str(), flags.target_output.c_str(),
               absl::StrCat(report.written).c_str(),
               absl::StrCat(report.lines).c_str());
  return absl::OkStatus();
}

struct SynthesisHelp {
  const char* description;
  const char* input;
  const char* source_output;
  const char* target_output;
};

void AddSynthesisCommand(CLI::App& app, const SynthesisHelp& help,
                         const std::shared_ptr<SynthesisFlags>& flags,
                         int& exit_code) {
  flags->decoding.threads = AvailableCpus();
  CLI::App* command = app.add_subcommand(flags->command, help.description);
  AddDecodingFlags(*command, flags->decoding);
  command->add_option("--input", flags->inputs, help.input)->required();
  command
      ->add_option("--source-output", flags->source_output, help.source_output)
      ->required();
  command
      ->add_option("--target-output", flags->target_output, help.target_output)
      ->required();
  command->footer(
      "After a kill, the same command continues. The outputs appear when all "
      "lines are translated.");
  command->callback([flags, &exit_code] {
    const absl::Status status = RunSynthesis(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "interpres-train %s: %s\n", flags->command,
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace

void AddBackTranslateCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<SynthesisFlags>();
  flags->command = "back-translate";
  flags->translates_sources = false;
  AddSynthesisCommand(
      app,
      {.description = "Make a training corpus from text in the target "
                      "language: translate it back into the source language",
       .input = "Text in the target language of the corpus, which --model "
                "translates from; again for each further file",
       .source_output = "File to write: the translations",
       .target_output = "File to write: the lines that have a translation"},
      flags, exit_code);
}

void AddDistillCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<SynthesisFlags>();
  flags->command = "distill";
  flags->translates_sources = true;
  AddSynthesisCommand(
      app,
      {.description = "Make a training corpus for a student: translate the "
                      "sources with a teacher",
       .input = "Sources of the corpora of the student; again for each "
                "further file",
       .source_output = "File to write: the lines that have a translation",
       .target_output = "File to write: the translations"},
      flags, exit_code);
}

}  // namespace interpres
