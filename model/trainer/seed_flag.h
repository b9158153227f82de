// Checks seeds on the command line.

#ifndef INTERPRES_MODEL_TRAINER_SEED_FLAG_H_
#define INTERPRES_MODEL_TRAINER_SEED_FLAG_H_

#include <string>

namespace interpres {

// Checks the text of a --seed flag; a validator for CLI::Option. Returns "" if
// `text` is a whole number from 0 to 2^64 - 1 without leading zeros, otherwise
// an error message. The check is needed because CLI11 reads -1 and every number
// above 2^64 - 1 as 2^64 - 1, and 010 as 8.
std::string SeedError(const std::string& text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SEED_FLAG_H_
