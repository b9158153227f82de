// Tested by cli_test.cc.

#include "client/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

std::string FailureMessage(const CLI::App* app, const CLI::Error& error) {
  std::string command = app->get_name();
  for (const CLI::App* subcommand : app->get_subcommands()) {
    absl::StrAppend(&command, " ", subcommand->get_name());
  }
  return absl::StrCat("error: ", error.what(), "; run `", command,
                      " --help` for the options\n");
}

}  // namespace

std::optional<ExitCode> ParseCommandLine(CLI::App& app,
                                         std::vector<std::string> arguments,
                                         std::ostream& out, std::ostream& err) {
  app.failure_message(FailureMessage);
  try {
    // CLI11 takes the arguments from the back.
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (app.exit(error, out, err) != 0) {
      return ExitCode::kUsage;
    }
    out.flush();
    return out ? ExitCode::kOk : ExitCode::kInputOutput;
  }
  return std::nullopt;
}

}  // namespace interpres
