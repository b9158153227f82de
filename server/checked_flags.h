// Flags of the server whose values are checked when they are read: a wrong
// value is an error that names the flag, the value and what was expected.

#ifndef INTERPRES_SERVER_CHECKED_FLAGS_H_
#define INTERPRES_SERVER_CHECKED_FLAGS_H_

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace interpres {

// The upper bound of a number that needs no other bound: larger than any
// sensible value, and small enough to add up.
inline constexpr int64_t kMaxCount = int64_t{1} << 40;

// Inclusive.
struct Bounds {
  int64_t min;
  int64_t max;
};

// Returns a check that the text is an integer within `bounds`. The error
// message of the check names `flag`, the text and the bounds.
CLI::Validator InBounds(const std::string& flag, Bounds bounds);

// Returns a check that the text is one of `choices`. The error message of the
// check names `flag`, the text and the choices.
CLI::Validator OneOf(const std::string& flag,
                     const std::vector<std::string>& choices);

// Each function below adds a flag to `app` that writes to `value`. The present
// value is the default. REQUIRES: `value` outlives the parsing.

template <typename T>
CLI::Option* AddFlag(CLI::App& app, const std::string& flag, T& value,
                     const std::string& help) {
  return app.add_option(flag, value, help)->capture_default_str();
}

template <typename T>
void AddNumber(CLI::App& app, const std::string& flag, T& value,
               const std::string& help, Bounds bounds) {
  AddFlag(app, flag, value, help)
      ->type_name("NUMBER")
      ->check(InBounds(flag, bounds));
}

// Adds a flag for a number of seconds, from `min` to 86400, which is a day.
void AddSeconds(CLI::App& app, const std::string& flag,
                std::chrono::seconds& value, const std::string& help,
                int64_t min = 0);

void AddChoice(CLI::App& app, const std::string& flag, std::string& value,
               const std::string& help,
               const std::vector<std::string>& choices);

// Adds a flag for the path of a file. Does not check the path.
void AddFile(CLI::App& app, const std::string& flag, std::string& value,
             const std::string& help);

}  // namespace interpres

#endif  // INTERPRES_SERVER_CHECKED_FLAGS_H_
