// interpres-train vocab: builds a vocabulary.

#ifndef INTERPRES_MODEL_TRAINER_VOCAB_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_VOCAB_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "vocab" to `app`. If the command line names the
// subcommand, app.parse() runs it and sets `exit_code` to 0, or to 1 after an
// error. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddVocabCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_VOCAB_COMMAND_H_
