// A group of flags under one heading in a command's help.

#ifndef INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
#define INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace interpres {

// Adds flags to `app` under the heading `name` of its help. REQUIRES: `app`
// outlives the group, and the variables of the flags outlive the parsing.
class FlagGroup {
 public:
  FlagGroup(CLI::App& app, std::string name)
      : app_(app), name_(std::move(name)) {}

  // Adds a flag with an argument, which parsing writes to `value`. The help
  // shows the initial `value` as the default. Returns the option. REQUIRES:
  // `value` outlives the parsing.
  template <typename T>
  CLI::Option* Add(const char* flag, T& value, const char* help) {
    return Bare(flag, value, help)->capture_default_str();
  }

  // Adds a flag with an argument, which parsing writes to `value`. The help
  // shows no default. Returns the option. REQUIRES: `value` outlives the
  // parsing.
  template <typename T>
  CLI::Option* Bare(const char* flag, T& value, const char* help) {
    return app_.add_option(flag, value, help)->group(name_);
  }

  // Adds a flag without an argument. If the command line has the flag, parsing
  // sets `value` to true. Returns the option. REQUIRES: `value` outlives the
  // parsing.
  CLI::Option* Switch(const char* flag, bool& value, const char* help) {
    return app_.add_flag(flag, value, help)->group(name_);
  }

 private:
  CLI::App& app_;
  std::string name_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
