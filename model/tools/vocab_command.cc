#include "model/tools/vocab_command.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/training/training_run.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

absl::Status RunVocab(const TrainingRunOptions& options,
                      const std::filesystem::path& output) {
  INTERPRES_ASSIGN_OR_RETURN(const ParallelText text,
                             ReadParallelText(options.train));
  INTERPRES_ASSIGN_OR_RETURN(const Vocabulary vocabulary,
                             BuildVocabulary(options, text));
  INTERPRES_RETURN_IF_ERROR(WriteVocabulary(output, vocabulary));
  std::fprintf(stderr, "%s: %zu entries from %zu pairs\n", output.c_str(),
               vocabulary.pieces.size(), text.lines.size());
  return absl::OkStatus();
}

}  // namespace

void AddVocabCommand(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<TrainingRunOptions>();
  const auto output = std::make_shared<std::filesystem::path>();
  CLI::App* command = app.add_subcommand(
      "vocab", "Build a vocabulary that several training runs can share");
  command->fallthrough();
  command
      ->add_option("--train-source", options->train.source,
                   "Training text, source side: UTF-8")
      ->required();
  command
      ->add_option("--train-target", options->train.target,
                   "Training text, target side: UTF-8")
      ->required();
  command
      ->add_option("--source-language", options->encoding.source_language,
                   "Code of the source language, e.g. en")
      ->required();
  command
      ->add_option("--target-language", options->encoding.target_language,
                   "Code of the target language, e.g. es")
      ->required();
  command->add_flag("--bidirectional", options->encoding.bidirectional,
                    "Add a tag for each language");
  command
      ->add_option("--vocab-size", options->vocab_size,
                   "Entries: pieces, special symbols and tags together")
      ->capture_default_str();
  command->add_option("--output", *output, "File to write")->required();
  command->callback([options, output, &exit_code] {
    const absl::Status status = RunVocab(*options, *output);
    if (!status.ok()) {
      std::fprintf(stderr, "interpres-train vocab: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
