// Seeds on the command line.

#ifndef INTERPRES_MODEL_TRAINER_SEED_FLAG_H_
#define INTERPRES_MODEL_TRAINER_SEED_FLAG_H_

#include <string>

namespace interpres {

// A check for CLI::Option: what is wrong with a seed, nothing if it is one.
// CLI11 itself would take -1 for 2^64 - 1, as it would every larger number, and
// 010 for 8.
std::string SeedError(const std::string& text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SEED_FLAG_H_
