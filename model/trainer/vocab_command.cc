#include "model/trainer/vocab_command.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/tokenizer/tokenizer.h"
#include "model/trainer/corpus_flags.h"
#include "model/trainer/noise_flags.h"
#include "model/trainer/output_path.h"
#include "model/trainer/vocabulary_flags.h"
#include "model/training/run_vocabulary.h"
#include "model/training/training_input.h"
#include "model/training/training_run_options.h"
#include "model/training/unspelled_characters.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

// Characters without a piece that are printed.
constexpr std::size_t kMostCharacters = 100;

struct VocabFlags {
  TrainingRunOptions run;
  CorpusFlags corpora;
  VocabularyFlags vocabulary;
  std::filesystem::path output;
};

// Prints what the vocabulary cannot spell.
absl::Status PrintSpelling(const Vocabulary& vocabulary,
                           const std::vector<ParallelText>& corpora) {
  INTERPRES_ASSIGN_OR_RETURN(
      const std::shared_ptr<const Tokenizer> tokenizer,
      Tokenizer::Create({.source_spm = vocabulary.spm,
                         .target_spm = vocabulary.spm,
                         .vocabulary = vocabulary.pieces}));
  for (const std::string& line : FormatSpellingReport(
           FindUnspelledCharacters(corpora, *tokenizer), kMostCharacters)) {
    std::printf("%s\n", line.c_str());
  }
  return absl::OkStatus();
}

absl::Status RunVocab(VocabFlags& flags) {
  INTERPRES_RETURN_IF_ERROR(ApplyCorpusFlags(flags.corpora, flags.run));
  INTERPRES_RETURN_IF_ERROR(
      ApplyVocabularyFlags(flags.vocabulary, flags.run.vocabulary));
  if (flags.output.empty()) {
    return absl::InvalidArgumentError(
        "--output is empty; expected a file to write");
  }
  for (const TrainingCorpus& corpus : flags.run.train) {
    INTERPRES_RETURN_IF_ERROR(
        CheckOutput(flags.output, {corpus.files.source, corpus.files.target}));
  }
  INTERPRES_RETURN_IF_ERROR(CheckDirections(flags.run));
  INTERPRES_RETURN_IF_ERROR(ValidateNoiseOptions(flags.run.noise));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<ParallelText> corpora,
                             ReadCorpora(flags.run.train));
  INTERPRES_ASSIGN_OR_RETURN(const Vocabulary vocabulary,
                             BuildVocabulary(flags.run, corpora));
  INTERPRES_RETURN_IF_ERROR(WriteVocabulary(flags.output, vocabulary));
  std::fprintf(stderr, "%s: %zu entries\n", flags.output.c_str(),
               vocabulary.pieces.size());
  return PrintSpelling(vocabulary, corpora);
}

}  // namespace

void AddVocabCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<VocabFlags>();
  CLI::App* command = app.add_subcommand(
      "vocab", "Build a vocabulary that several training runs can share");
  command->fallthrough();
  FlagGroup group(*command, "Options");
  AddCorpusFlags(group, flags->corpora, flags->run);
  AddWeightFlag(group, flags->corpora);
  AddVocabularyFlags(group, flags->vocabulary, flags->run.vocabulary);
  AddNoiseFlags(*command, flags->run.noise);
  group.Bare("--output", flags->output, "File to write")->required();
  command->callback([flags, &exit_code] {
    const absl::Status status = RunVocab(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "interpres-train vocab: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
