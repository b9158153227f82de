// Tested by evaluation_commands_test.cc.

#include "model/trainer/score_command.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"
#include "model/training/bleu.h"
#include "model/training/chrf.h"

namespace interpres {
namespace {

struct ScoreFlags {
  std::filesystem::path hypothesis;
  std::filesystem::path reference;
};

absl::Status RunScore(const ScoreFlags& flags) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> hypotheses,
                             ReadLines(flags.hypothesis));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> references,
                             ReadLines(flags.reference));
  if (hypotheses.size() != references.size() || references.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s has %d lines and %s has %d; both must have the same number, at "
        "least 1",
        flags.hypothesis.string(), hypotheses.size(), flags.reference.string(),
        references.size()));
  }
  const BleuScore bleu = CorpusBleu(hypotheses, references);
  std::printf("BLEU   %.4f  %s\n", bleu.score, BleuSignature().c_str());
  std::printf(
      "       precisions %.4f %.4f %.4f %.4f, brevity penalty %.4f, "
      "%lld words against %lld\n",
      bleu.precisions[0], bleu.precisions[1], bleu.precisions[2],
      bleu.precisions[3], bleu.brevity_penalty,
      static_cast<long long>(bleu.hypothesis_length),
      static_cast<long long>(bleu.reference_length));
  std::printf("chrF2  %.4f  %s\n", CorpusChrf(hypotheses, references),
              ChrfSignature().c_str());
  return absl::OkStatus();
}

}  // namespace

void AddScoreCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<ScoreFlags>();
  CLI::App* command = app.add_subcommand(
      "score", "Print BLEU and chrF of translations that exist already");
  command
      ->add_option("--hypothesis", flags->hypothesis,
                   "Translations, one a line")
      ->required();
  command
      ->add_option("--reference", flags->reference,
                   "Their references, one a line")
      ->required();
  command->callback([flags, &exit_code] {
    const absl::Status status = RunScore(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "score: %s\n",
                   std::string(status.message()).c_str());
      exit_code = 1;
    }
  });
}

}  // namespace interpres
