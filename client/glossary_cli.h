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

// The flags of one command of `interpres glossary`, for example `list`.
// `command` is null until AddGlossaryCommands sets it. Fields stay empty if the
// command has no such flag.
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

// Replaces the flag --server of `app` by the required flag --admin, which also
// sets flags.connection.channel.server. The environment variable
// INTERPRES_ADMIN can give the value. REQUIRES: AddServerFlags has added its
// flags to `app`, and `flags` outlives the parsing.
void UseAdminAddress(CLI::App& app, ServerFlags& flags);

// Adds the command `glossary` to `app`, with its commands `list`, `get`,
// `create`, `update` and `delete`. `flags` must outlive the parsing, which sets
// its fields.
void AddGlossaryCommands(CLI::App& app, GlossaryCommandFlags& flags);

// A function that makes a client from the flags and calls the command with the
// client. Returns the command's exit code. If no client can be made, the
// function prints an error and returns the exit code of that error.
using ClientRunner = std::function<ExitCode(
    const ServerFlags&, const std::function<ExitCode(TranslationClient&)>&)>;

// Runs the command of `interpres glossary` that the command line names, and
// returns its exit code. Prints an error to `environment.err` if the file of
// `create` or `update` cannot be read. Otherwise calls `with_client` once.
// REQUIRES: AddGlossaryCommands has filled `flags`, and the command line is
// parsed.
ExitCode RunGlossary(const GlossaryCommandFlags& flags,
                     const CliEnvironment& environment,
                     const ClientRunner& with_client);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_GLOSSARY_CLI_H_
