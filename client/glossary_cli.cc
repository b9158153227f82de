// Tested by cli_glossary_test.cc.

#include "client/glossary_cli.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "client/input_text.h"

namespace interpres {
namespace {

void AddCommand(CLI::App& app, const char* name, const char* help,
                GlossaryFlags& flags) {
  flags.command = app.add_subcommand(name, help);
  AddServerFlags(*flags.command, flags.server);
  UseAdminAddress(*flags.command, flags.server);
}

void AddName(GlossaryFlags& flags) {
  flags.command->add_option("name", flags.name, "Name of the glossary")
      ->required();
}

void AddLanguages(GlossaryFlags& flags, const char* when) {
  const std::string suffix = when;
  flags.command->add_option("--from,-f", flags.upload.source_language,
                            "Language of the terms, for example en" + suffix);
  flags.command->add_option(
      "--to,-t", flags.upload.target_language,
      "Language of the translations, for example es" + suffix);
}

void AddUpload(GlossaryFlags& flags) {
  AddName(flags);
  flags.command->add_option("file", flags.upload.path, "File with the terms")
      ->required()
      ->type_name("FILE");
  flags.command
      ->add_option("--format", flags.upload.format,
                   "Format of the file. Default: the ending of its name")
      ->check(CLI::IsMember({"tsv", "csv", "tbx"}));
}

template <typename Request>
absl::StatusOr<Request> MakeRequest(const GlossaryFlags& flags) {
  absl::StatusOr<interpres::v1::GlossaryContent> content =
      ReadGlossaryContent(flags.upload);
  if (!content.ok()) {
    return content.status();
  }
  Request request;
  request.set_name(flags.name);
  *request.mutable_content() = *std::move(content);
  return request;
}

// Runs `create` or `update`.
template <typename Request>
ExitCode RunUpload(const GlossaryFlags& flags,
                   const CliEnvironment& environment,
                   const ClientRunner& with_client,
                   ExitCode (*command)(TranslationClient&, const Request&, bool,
                                       const ReportStreams&)) {
  const absl::StatusOr<Request> request = MakeRequest<Request>(flags);
  if (!request.ok()) {
    return Fail(request.status(), environment.err);
  }
  return with_client(flags.server, [&](TranslationClient& client) {
    return command(client, *request, flags.server.json,
                   {.out = environment.out, .err = environment.err});
  });
}

ExitCode RunGet(const GlossaryFlags& flags, const ReportStreams& streams,
                const ClientRunner& with_client) {
  interpres::v1::GetGlossaryRequest request;
  request.set_name(flags.name);
  request.set_source_language(flags.upload.source_language);
  request.set_target_language(flags.upload.target_language);
  return with_client(flags.server, [&](TranslationClient& client) {
    return PrintGlossary(client, request, flags.server.json, streams);
  });
}

}  // namespace

void UseAdminAddress(CLI::App& app, ServerFlags& flags) {
  app.remove_option(app.get_option("--server"));
  app.add_option("--admin", flags.connection.channel.server,
                 "The server's --admin-address, HOST:PORT")
      ->envname("INTERPRES_ADMIN")
      ->required();
}

void AddGlossaryCommands(CLI::App& app, GlossaryCommandFlags& flags) {
  flags.command = app.add_subcommand(
      "glossary", "List, print, make, replace and delete glossaries");
  CLI::App& glossary = *flags.command;
  glossary.require_subcommand(1);
  AddCommand(glossary, "list", "List the glossaries that you may use",
             flags.list);
  AddCommand(glossary, "get", "Print the terms of a glossary", flags.get);
  AddName(flags.get);
  AddLanguages(flags.get, ". Needed if the glossary has several pairs");
  AddCommand(glossary, "create", "Make a glossary from a file", flags.create);
  AddUpload(flags.create);
  AddLanguages(flags.create, ". Not for TBX");
  AddCommand(glossary, "update", "Replace the terms of a glossary",
             flags.update);
  AddUpload(flags.update);
  AddLanguages(
      flags.update,
      ". Both, as `glossary list` prints them, or neither. Not for TBX");
  AddCommand(glossary, "delete", "Delete a glossary", flags.remove);
  AddName(flags.remove);
}

ExitCode RunGlossary(const GlossaryCommandFlags& flags,
                     const CliEnvironment& environment,
                     const ClientRunner& with_client) {
  const ReportStreams streams{.out = environment.out, .err = environment.err};
  if (flags.get.command->parsed()) {
    return RunGet(flags.get, streams, with_client);
  }
  if (flags.create.command->parsed()) {
    return RunUpload<interpres::v1::CreateGlossaryRequest>(
        flags.create, environment, with_client, CreateGlossary);
  }
  if (flags.update.command->parsed()) {
    return RunUpload<interpres::v1::UpdateGlossaryRequest>(
        flags.update, environment, with_client, UpdateGlossary);
  }
  if (flags.remove.command->parsed()) {
    return with_client(flags.remove.server, [&](TranslationClient& client) {
      return DeleteGlossary(client, flags.remove.name, streams);
    });
  }
  return with_client(flags.list.server, [&](TranslationClient& client) {
    return PrintGlossaries(client, flags.list.server.json, streams);
  });
}

}  // namespace interpres
