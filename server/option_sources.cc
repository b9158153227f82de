#include "server/option_sources.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "model/base/nearest_name.h"
#include "model/base/read_file.h"
#include "model/base/status.h"

namespace interpres {
namespace {

std::string FlagOf(const CLI::Option& option) {
  return "--" + option.get_lnames().front();
}

// Help and version are actions, not settings.
bool IsSetting(const CLI::App& app, const CLI::Option* option) {
  return option != app.get_help_ptr() && option != app.get_version_ptr();
}

// Checks, converts and stores the values of an option. CLI11 reports by
// exceptions.
absl::Status Set(CLI::Option& option, const std::vector<std::string>& values) {
  const std::string flag = FlagOf(option);
  const bool is_switch = option.get_expected_min() == 0;
  const bool single = is_switch || option.get_items_expected_max() == 1;
  if (single && values.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        flag, " has ", values.size(), " values; expected one value"));
  }
  if (values.empty()) {
    return absl::OkStatus();
  }
  try {
    option.add_result(values);
    option.run_callback();
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(
        is_switch ? absl::StrCat(flag, " is \"", values.front(),
                                 "\"; expected true or false")
                  : MessageOf(error));
  }
  return absl::OkStatus();
}

absl::Status WithPrefix(std::string_view prefix, const absl::Status& status) {
  return status.ok() ? status
                     : absl::InvalidArgumentError(absl::StrCat(
                           AsAbsl(prefix), ": ", status.message()));
}

absl::Status SetFromVariable(CLI::Option& option, bool may_be_empty) {
  const std::string name = EnvironmentName(FlagOf(option));
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment.
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || (*value == '\0' && !may_be_empty)) {
    return absl::OkStatus();
  }
  return WithPrefix(name, Set(option, {value}));
}

// A configuration file in memory, so that a pipe can be read.
class ConfigFile {
 public:
  ConfigFile(std::string path, std::string contents)
      : path_(std::move(path)), contents_(std::move(contents)) {}

  std::vector<CLI::ConfigItem> Items() const {
    std::istringstream stream(contents_);
    return CLI::ConfigTOML().from_config(stream);
  }

  // Returns "FILE:LINE" of the line that sets the key, "FILE" if no line does.
  // Of several lines, the last if `last`.
  std::string PlaceOf(const CLI::ConfigItem& item, bool last = false) const;

 private:
  const std::string path_;
  const std::string contents_;
};

// Returns the key that a line sets, or the name of the section that it opens.
std::string KeyIn(const std::string& line) {
  std::string text(absl::StripAsciiWhitespace(line));
  if (text.empty() || text.front() == '#' || text.front() == ';') {
    return "";
  }
  if (text.front() == '[') {
    text.erase(0, text.find_first_not_of('['));
    return text.substr(0, text.find(']'));
  }
  text = std::string(absl::StripTrailingAsciiWhitespace(
      text.substr(0, text.find_first_of("=#"))));
  return CLI::detail::remove_quotes(text);
}

std::string ConfigFile::PlaceOf(const CLI::ConfigItem& item, bool last) const {
  // An item that opens or closes a section has no key.
  const std::string section = CLI::detail::join(item.parents, ".");
  std::istringstream lines(contents_);
  int number = 0;
  int found = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string key = KeyIn(line);
    const bool sets =
        !key.empty() && (key == item.fullname() || key == section);
    if (sets && (last || found == 0)) {
      found = number;
    }
  }
  return found == 0 ? path_ : absl::StrCat(path_, ":", found);
}

absl::Status UnknownKey(const CLI::ConfigItem& item, const CLI::App& app) {
  if (!item.parents.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "section \"", CLI::detail::join(item.parents, "."),
        "\" is unknown; expected keys without sections; remove the section"));
  }
  std::vector<std::string> keys;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_configurable()) {
      keys.push_back(option->get_lnames().front());
    }
  }
  const std::string nearest = NearestName(item.name, keys);
  return absl::InvalidArgumentError(absl::StrCat(
      "key \"", item.name, "\" is unknown; expected the name of an option; ",
      nearest.empty() ? "list the options with --help"
                      : absl::StrCat("did you mean \"", nearest, "\"?")));
}

absl::Status SetFromItem(const CLI::ConfigItem& item, CLI::App& app) {
  CLI::Option* option = item.parents.empty()
                            ? app.get_option_no_throw("--" + item.name)
                            : nullptr;
  if (option == nullptr || !option->get_configurable()) {
    return UnknownKey(item, app);
  }
  // The command line and the environment win.
  return option->count() > 0 ? absl::OkStatus() : Set(*option, item.inputs);
}

}  // namespace

std::string EnvironmentName(std::string_view flag) {
  std::string name = "INTERPRES_";
  for (const char c : flag.substr(2)) {
    name.push_back(c == '-' ? '_' : absl::ascii_toupper(c));
  }
  return name;
}

std::vector<std::string> EnvironmentNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (IsSetting(app, option)) {
      names.push_back(EnvironmentName(FlagOf(*option)));
    }
  }
  return names;
}

void ShowVariablesInHelp(CLI::App& app) {
  for (CLI::Option* option : app.get_options({})) {
    if (IsSetting(app, option)) {
      option->envname(EnvironmentName(FlagOf(*option)));
    }
  }
}

absl::Status ReadEnvironment(const std::vector<std::string>& empty_disables,
                             CLI::App& app) {
  for (CLI::Option* option : app.get_options({})) {
    if (!IsSetting(app, option) || option->count() > 0) {
      continue;
    }
    const std::string flag = FlagOf(*option);
    const bool may_be_empty =
        std::count(empty_disables.begin(), empty_disables.end(), flag) > 0;
    INTERPRES_RETURN_IF_ERROR(SetFromVariable(*option, may_be_empty));
  }
  return absl::OkStatus();
}

absl::Status ReadConfigFile(const std::string& path, CLI::App& app) {
  absl::StatusOr<std::string> contents = ReadStream(path);
  if (!contents.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--config is \"", path,
                     "\"; expected a file that can be read; correct the path"));
  }
  const ConfigFile file(path, *std::move(contents));
  std::set<std::string> keys;
  for (const CLI::ConfigItem& item : file.Items()) {
    if (!keys.insert(item.fullname()).second) {
      return absl::InvalidArgumentError(absl::StrCat(
          file.PlaceOf(item, /*last=*/true), ": key \"", item.fullname(),
          "\" is set again; expected one line for each key; remove the "
          "others"));
    }
    INTERPRES_RETURN_IF_ERROR(
        WithPrefix(file.PlaceOf(item), SetFromItem(item, app)));
  }
  return absl::OkStatus();
}

std::string MessageOf(const CLI::ParseError& error) {
  const std::string message = error.what();
  const size_t own = message.find(": --");
  return error.get_name() == "ValidationError" && own != std::string::npos
             ? message.substr(own + 2)
             : message;
}

}  // namespace interpres
