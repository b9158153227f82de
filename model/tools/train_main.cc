// interpres-train: vocabularies, training, evaluation, offline translation,
// inspection.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "model/tools/evaluate_command.h"
#include "model/tools/inspect_command.h"
#include "model/tools/report_command.h"
#include "model/tools/score_command.h"
#include "model/tools/train_command.h"
#include "model/tools/translate_command.h"
#include "model/tools/vocab_command.h"

namespace {

int Run(int argc, char** argv) {
  CLI::App app("Train and evaluate translation models", "interpres-train");
  app.set_config("--config", "",
                 "Read flags from a TOML or INI file; flags of a subcommand "
                 "go into its [section]");
  app.require_subcommand(1);
  int exit_code = 0;
  interpres::AddTrainCommand(app, exit_code);
  interpres::AddVocabCommand(app, exit_code);
  interpres::AddEvaluateCommand(app, exit_code);
  interpres::AddScoreCommand(app, exit_code);
  interpres::AddTranslateCommand(app, exit_code);
  interpres::AddInspectCommand(app, exit_code);
  interpres::AddReportCommand(app, exit_code);
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    // Ours throws nothing: the command line library, or no memory.
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
