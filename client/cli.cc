#include "client/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/command_line.h"
#include "client/connection_flags.h"
#include "client/detect_command.h"
#include "client/glossary_cli.h"
#include "client/input_text.h"
#include "client/server_commands.h"
#include "client/translate_cli.h"
#include "client/translation_client.h"
#include "model/base/nearest_name.h"

namespace interpres {
namespace {

constexpr const char* kDescription =
    "Translates text with an Interpres server.";

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0  every text was translated; the server is serving; every model and\n"
    "     every glossary was reloaded\n"
    "  1  some texts were not translated (standard error names their lines;\n"
    "     each one leaves an empty line in the output), a model or a\n"
    "     glossary was not reloaded, the server is not serving, or another\n"
    "     failure\n"
    "  2  the command line is wrong, or the request: an unknown model,\n"
    "     language or glossary, an option out of range, a wrong token. Also\n"
    "     if a token or TLS file cannot be read\n"
    "  3  no server is available\n"
    "  4  a file could not be read or written, or the output was closed\n";

constexpr double kReloadTimeoutSeconds = 600.0;

// The flags of `models`, `languages`, `health` and `reload`.
struct QueryFlags {
  ServerFlags server;
  std::string model;
};

// The flags of `detect`.
struct DetectFlags {
  ServerFlags server;
  std::vector<std::string> texts;
  std::string input;
};

// The command calls the admin address, which has its own flag and variable.
void AddReloadFlags(CLI::App& app, QueryFlags& flags) {
  // A large model takes minutes to load and to test.
  flags.server.connection.timeout_seconds = kReloadTimeoutSeconds;
  AddServerFlags(app, flags.server);
  UseAdminAddress(app, flags.server);
}

void AddDetectFlags(CLI::App& app, DetectFlags& flags) {
  AddServerFlags(app, flags.server);
  app.add_option("--input", flags.input,
                 "File to read; default: standard input");
  app.add_option("texts", flags.texts,
                 "Texts; default: the lines of --input or standard input");
}

absl::StatusOr<std::unique_ptr<TranslationClient>> MakeClient(
    const ServerFlags& flags, const CliEnvironment& environment) {
  ClientOptions options;
  if (const absl::Status status = ApplyServerFlags(flags, options);
      !status.ok()) {
    return status;
  }
  options.sleep = environment.sleep;
  return TranslationClient::Create(std::move(options));
}

// Runs `command` with a client, or prints why there is no client.
template <typename Command>
ExitCode WithClient(const ServerFlags& flags, const CliEnvironment& environment,
                    const Command& command) {
  const absl::StatusOr<std::unique_ptr<TranslationClient>> client =
      MakeClient(flags, environment);
  if (!client.ok()) {
    return Fail(client.status(), environment.err);
  }
  return command(**client);
}

// The commands and their flags. CLI11 reads the environment also for the flags
// of commands that were not given, so that commands must not share variables.
struct Commands {
  CLI::App* detect = nullptr;
  CLI::App* languages = nullptr;
  CLI::App* models = nullptr;
  CLI::App* health = nullptr;
  CLI::App* reload = nullptr;
  TranslateFlags translate_flags;
  DetectFlags detect_flags;
  QueryFlags languages_flags;
  QueryFlags models_flags;
  QueryFlags health_flags;
  QueryFlags reload_flags;
  GlossaryCommandFlags glossary;
};

void AddCommands(CLI::App& app, Commands& commands) {
  CLI::App* translate = app.add_subcommand(
      "translate", "Translate texts, a file or standard input, line by line");
  AddTranslateFlags(*translate, commands.translate_flags);
  translate->footer(kFooter);
  commands.detect = app.add_subcommand(
      "detect",
      "Detect the languages of texts, a file or standard input, line by line");
  AddDetectFlags(*commands.detect, commands.detect_flags);
  commands.languages = app.add_subcommand(
      "languages", "List the pairs of languages that the server translates");
  AddServerFlags(*commands.languages, commands.languages_flags.server);
  commands.models =
      app.add_subcommand("models", "Describe the server's models");
  AddServerFlags(*commands.models, commands.models_flags.server);
  commands.models->add_option(
      "name", commands.models_flags.model,
      "Name of the model to describe; default: all models");
  commands.health =
      app.add_subcommand("health", "Ask whether the server is serving");
  AddServerFlags(*commands.health, commands.health_flags.server);
  commands.reload = app.add_subcommand(
      "reload",
      "Make the server load new and changed models and glossaries, and "
      "unload removed ones");
  AddReloadFlags(*commands.reload, commands.reload_flags);
  AddGlossaryCommands(app, commands.glossary);
}

ExitCode RunDetect(const DetectFlags& flags,
                   const CliEnvironment& environment) {
  InputText input;
  const absl::Status opened =
      input.Open(flags.texts, flags.input, environment.in);
  if (!opened.ok()) {
    return Fail(opened, environment.err);
  }
  return WithClient(flags.server, environment, [&](TranslationClient& client) {
    return DetectLines(client, flags.server.json, input.stream(),
                       {.out = environment.out, .err = environment.err});
  });
}

// Runs the command that was given.
ExitCode RunCommand(const Commands& commands,
                    const CliEnvironment& environment) {
  const ReportStreams streams{.out = environment.out, .err = environment.err};
  if (commands.models->parsed()) {
    const QueryFlags& flags = commands.models_flags;
    return WithClient(
        flags.server, environment, [&](TranslationClient& client) {
          return flags.model.empty()
                     ? PrintModels(client, flags.server.json, streams)
                     : PrintModel(client, flags.model, flags.server.json,
                                  streams);
        });
  }
  if (commands.detect->parsed()) {
    return RunDetect(commands.detect_flags, environment);
  }
  if (commands.languages->parsed()) {
    const ServerFlags& flags = commands.languages_flags.server;
    return WithClient(flags, environment, [&](TranslationClient& client) {
      return PrintLanguages(client, flags.json, streams);
    });
  }
  if (commands.health->parsed()) {
    const ServerFlags& flags = commands.health_flags.server;
    return WithClient(flags, environment, [&](TranslationClient& client) {
      return PrintHealth(client, flags.json, streams);
    });
  }
  if (commands.reload->parsed()) {
    const ServerFlags& flags = commands.reload_flags.server;
    return WithClient(flags, environment, [&](TranslationClient& client) {
      return PrintReload(client, flags.json, streams);
    });
  }
  if (commands.glossary.command->parsed()) {
    return RunGlossary(
        commands.glossary, environment,
        [&](const ServerFlags& flags,
            const std::function<ExitCode(TranslationClient&)>& command) {
          return WithClient(flags, environment, command);
        });
  }
  const TranslateFlags& flags = commands.translate_flags;
  return WithClient(flags.server, environment, [&](TranslationClient& client) {
    return RunTranslate(flags, client, environment);
  });
}

bool IsFlag(const std::string& argument) { return argument.starts_with("-"); }

bool AsksForHelp(const std::string& argument) {
  return argument == "-h" || argument == "--help" || argument == "--version";
}

// Returns an error if the arguments name no command, or an unknown one. CLI11
// says "A subcommand is required" to both.
std::string CommandError(const CLI::App& app,
                         const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  std::string table;
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    absl::StrAppendFormat(&table, "  %-10s %s\n", command->get_name(),
                          command->get_description());
  }
  const auto command =
      std::find_if_not(arguments.begin(), arguments.end(), IsFlag);
  if (command == arguments.end()) {
    if (std::any_of(arguments.begin(), arguments.end(), AsksForHelp)) {
      return "";
    }
    return absl::StrCat(
        "error: no command is given; expected one of these commands; run "
        "`interpres COMMAND --help` for its options\n",
        table);
  }
  if (std::find(names.begin(), names.end(), *command) != names.end()) {
    return "";
  }
  if (*command == "bench") {
    return "error: command \"bench\" is a separate program now; run "
           "`interpres-bench` with the same options\n";
  }
  const std::string nearest = NearestName(*command, names);
  return absl::StrCat("error: command is \"", *command, "\"; expected ",
                      absl::StrJoin(names, ", "), "; ",
                      nearest.empty()
                          ? "run `interpres --help`"
                          : absl::StrCat("did you mean `", nearest, "`?"),
                      "\n");
}

}  // namespace

ExitCode RunCli(std::vector<std::string> arguments,
                const CliEnvironment& environment) {
  CLI::App app(kDescription, "interpres");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", INTERPRES_VERSION);
  Commands commands;
  AddCommands(app, commands);
  if (const std::string error = CommandError(app, arguments); !error.empty()) {
    environment.err << error;
    return ExitCode::kUsage;
  }
  if (const std::optional<ExitCode> code = ParseCommandLine(
          app, std::move(arguments), environment.out, environment.err)) {
    return *code;
  }
  return RunCommand(commands, environment);
}

}  // namespace interpres
