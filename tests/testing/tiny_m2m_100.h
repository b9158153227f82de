// A small model of 100 languages in the files of M2M-100, with random weights.

#ifndef INTERPRES_TESTS_TESTING_TINY_M2M_100_H_
#define INTERPRES_TESTS_TESTING_TINY_M2M_100_H_

#include <filesystem>

#include "absl/status/status.h"

namespace interpres {

// Writes the model to `path`, a new directory.
absl::Status WriteTinyM2m100(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TINY_M2M_100_H_
