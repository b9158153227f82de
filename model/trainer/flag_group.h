// Flags of a command under one heading of its help.

#ifndef INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
#define INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace interpres {

// `app` must outlive the group; the values must outlive the parsing.
class FlagGroup {
 public:
  FlagGroup(CLI::App& app, std::string name)
      : app_(app), name_(std::move(name)) {}

  // A flag whose help shows the value's default.
  template <typename T>
  CLI::Option* Add(const char* flag, T& value, const char* help) {
    return Bare(flag, value, help)->capture_default_str();
  }

  // A flag without a default to show.
  template <typename T>
  CLI::Option* Bare(const char* flag, T& value, const char* help) {
    return app_.add_option(flag, value, help)->group(name_);
  }

  // A flag without a value.
  CLI::Option* Switch(const char* flag, bool& value, const char* help) {
    return app_.add_flag(flag, value, help)->group(name_);
  }

 private:
  CLI::App& app_;
  std::string name_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_FLAG_GROUP_H_
