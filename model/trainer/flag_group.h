// A group of flags under one heading in a command's help.

#ifndef INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
#define INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace interpres {

// Adds flags to `app` under the heading `name`. REQUIRES: `app` outlives the
// group. The values outlive the parsing.
class FlagGroup {
 public:
  FlagGroup(CLI::App& app, std::string name)
      : app_(app), name_(std::move(name)) {}

  // Adds a flag whose help shows the initial `value` as the default. Returns
  // the option.
  template <typename T>
  CLI::Option* Add(const char* flag, T& value, const char* help) {
    return Bare(flag, value, help)->capture_default_str();
  }

  // Adds a flag whose help shows no default. Returns the option.
  template <typename T>
  CLI::Option* Bare(const char* flag, T& value, const char* help) {
    return app_.add_option(flag, value, help)->group(name_);
  }

  // Adds a flag without an argument. The flag sets `value` to true. Returns the
  // option.
  CLI::Option* Switch(const char* flag, bool& value, const char* help) {
    return app_.add_flag(flag, value, help)->group(name_);
  }

 private:
  CLI::App& app_;
  std::string name_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
