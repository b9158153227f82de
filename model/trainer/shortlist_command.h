// interpres-train shortlist: learns the vocabulary shortlist of a checkpoint.

#ifndef INTERPRES_MODEL_TRAINER_SHORTLIST_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_SHORTLIST_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Both arguments must outlive the parsing.
void AddShortlistCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SHORTLIST_COMMAND_H_
