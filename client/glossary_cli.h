// `interpres glossary` on the command line: its commands and their flags.

#ifndef INTERPRES_CLIENT_GLOSSARY_CLI_H_
#define INTERPRES_CLIENT_GLOSSARY_CLI_H_

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "client/cli_environment.h"
#include "client/connection_flags.h"
#include "client/exit_code.h"
#include "client/glossary_commands.h"

namespace interpres {

// The flags of one command. Null before AddGlossaryCommands.
struct GlossaryFlags {
  CLI::App* command = nullptr;
  ServerFlags server = {};
  std::string name = {};
  GlossaryUpload upload = {};
};

struct GlossaryCommandFlags {
  CLI::App* command = nullptr;  // `interpres glossary`
  GlossaryFlags list;
  GlossaryFlags get;
  GlossaryFlags create;
  GlossaryFlags update;
  GlossaryFlags remove;
};

// Adds the flag --admin in the place of --server.
void UseAdminAddress(CLI::App& app, ServerFlags& flags);

// Adds the command `glossary` to `app`. `flags` must outlive the parsing, which
// sets its fields.
void AddGlossaryCommands(CLI::App& app, GlossaryCommandFlags& flags);

// Makes a client, gives it to a command and returns the command's exit code.
using ClientRunner = std::function<ExitCode(
    const ServerFlags&, const std::function<ExitCode(TranslationClient&)>&)>;

// Runs the command that was given.
ExitCode RunGlossary(const GlossaryCommandFlags& flags,
                     const CliEnvironment& environment,
                     const ClientRunner& with_client);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_GLOSSARY_CLI_H_
