// interpres-train score: scores given translations.

#ifndef INTERPRES_MODEL_TRAINER_SCORE_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_SCORE_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "score" to `app`: prints BLEU and chrF of translations.
// If the command line names the subcommand, app.parse() runs it. A failed run
// prints its error to standard error and sets `exit_code` to 1. A success does
// not change `exit_code`. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddScoreCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SCORE_COMMAND_H_
