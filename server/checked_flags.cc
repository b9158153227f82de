#include "server/checked_flags.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

constexpr int64_t kSecondsPerDay = 86400;

}  // namespace

// The checks of CLI11 return the error, or an empty text if there is no error.

CLI::Validator InBounds(const std::string& flag, Bounds bounds) {
  return {[flag, bounds](std::string& text) {
            int64_t value = 0;
            if (CLI::detail::lexical_cast(text, value) && value >= bounds.min &&
                value <= bounds.max) {
              return std::string();
            }
            return absl::StrCat(flag, " is \"", text,
                                "\"; expected an integer from ", bounds.min,
                                " to ", bounds.max);
          },
          bounds.max == kMaxCount
              ? absl::StrCat("at least ", bounds.min)
              : absl::StrCat(bounds.min, " to ", bounds.max)};
}

CLI::Validator OneOf(const std::string& flag,
                     const std::vector<std::string>& choices) {
  const std::string list = CLI::detail::join(choices, ", ");
  return {
      [flag, choices, list](std::string& text) {
        if (std::find(choices.begin(), choices.end(), text) != choices.end()) {
          return std::string();
        }
        return absl::StrCat(flag, " is \"", text, "\"; expected one of ", list);
      },
      list};
}

void AddSeconds(CLI::App& app, const std::string& flag,
                std::chrono::seconds& value, const std::string& help,
                int64_t min) {
  app.add_option_function<int64_t>(
         flag,
         [&value](const int64_t& seconds) {
           value = std::chrono::seconds(seconds);
         },
         help)
      ->default_str(std::to_string(value.count()))
      ->type_name("SECONDS")
      ->check(InBounds(flag, {.min = min, .max = kSecondsPerDay}));
}

void AddChoice(CLI::App& app, const std::string& flag, std::string& value,
               const std::string& help,
               const std::vector<std::string>& choices) {
  AddFlag(app, flag, value, help)
      ->type_name("NAME")
      ->check(OneOf(flag, choices));
}

void AddFile(CLI::App& app, const std::string& flag, std::string& value,
             const std::string& help) {
  AddFlag(app, flag, value, help)->type_name("FILE");
}

}  // namespace interpres
