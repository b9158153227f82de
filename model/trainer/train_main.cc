// interpres-train: vocabularies, training, evaluation, offline translation,
// shortlists, language detection, conversion, inspection.

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>

#include "model/trainer/convert_command.h"
#include "model/trainer/evaluate_command.h"
#include "model/trainer/exception_text.h"
#include "model/trainer/inspect_command.h"
#include "model/trainer/languages_command.h"
#include "model/trainer/noise_command.h"
#include "model/trainer/report_command.h"
#include "model/trainer/score_command.h"
#include "model/trainer/shortlist_command.h"
#include "model/trainer/synthesis_command.h"
#include "model/trainer/train_command.h"
#include "model/trainer/translate_command.h"
#include "model/trainer/vocab_command.h"

namespace {

// Returns false if writing the standard output failed. Without this check, a
// command on a full disk would report success.
bool FlushOutput() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
    return true;
  }
  std::fprintf(stderr, "interpres-train: writing the output failed: %s\n",
               std::generic_category().message(errno).c_str());
  return false;
}

int Run(int argc, char** argv) {
  CLI::App app("Train and evaluate translation models", "interpres-train");
  app.set_config("--config", "",
                 "Read flags from a TOML or INI file; flags of a subcommand "
                 "go into its [section]");
  // A misspelt key must not silently leave the default.
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  int exit_code = 0;
  interpres::AddTrainCommand(app, exit_code);
  interpres::AddVocabCommand(app, exit_code);
  interpres::AddNoiseCommand(app, exit_code);
  interpres::AddEvaluateCommand(app, exit_code);
  interpres::AddScoreCommand(app, exit_code);
  interpres::AddTranslateCommand(app, exit_code);
  interpres::AddBackTranslateCommand(app, exit_code);
  interpres::AddDistillCommand(app, exit_code);
  interpres::AddShortlistCommand(app, exit_code);
  interpres::AddLanguagesCommand(app, exit_code);
  interpres::AddConvertCommand(app, exit_code);
  interpres::AddInspectCommand(app, exit_code);
  interpres::AddReportCommand(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ConfigError& error) {
    std::fprintf(stderr,
                 "%s: %s; a key is a flag without its dashes, and the keys "
                 "of a subcommand stand under its [name]\n",
                 app.get_config_ptr()->as<std::string>().c_str(), error.what());
    return error.get_exit_code();
  } catch (const CLI::ConversionError& error) {
    std::fprintf(
        stderr,
        "%s; expected a value of the kind that --help states: a number "
        "has a point, as in 0.3\n",
        error.what());
    return error.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  if (!FlushOutput() && exit_code == 0) {
    exit_code = 1;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "interpres-train: " << interpres::ExceptionText(error) << "\n";
    return 1;
  }
}
