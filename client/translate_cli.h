// `interpres translate` on the command line: its flags, files and messages.

#ifndef INTERPRES_CLIENT_TRANSLATE_CLI_H_
#define INTERPRES_CLIENT_TRANSLATE_CLI_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "client/cli_environment.h"
#include "client/connection_flags.h"
#include "client/exit_code.h"
#include "client/request_flags.h"
#include "client/translate_command.h"
#include "client/translation_client.h"

namespace interpres {

struct TranslateFlags {
  // The default number of attempts is unlimited (0), so that a restart of the
  // server does not end a long file.
  ServerFlags server{.connection = {}, .attempts = 0};

  std::vector<std::string> texts;
  std::string input;
  std::string output;
  std::string from;
  std::string to;
  std::string model;
  RequestFlags decoding;
  std::string glossary;       // a file, or "" (AddGlossary)
  std::string glossary_name;  // of a glossary of the server, or ""
  bool glossary_ignore_case = false;
  bool glossary_inflection = false;
  bool scores = false;
  bool token_scores = false;
  bool alignments = false;
  std::string attention;
  bool attention_weights = false;
  std::string report;  // a file, or ""
  bool quiet = false;
  int in_flight = TranslateSettings().in_flight;
  bool unordered = false;
};

// Adds the flags of TranslateFlags to `app`. `flags` must outlive the parsing,
// which sets its fields.
void AddTranslateFlags(CLI::App& app, TranslateFlags& flags);

// Translates the input that the flags name. Writes the translations to the
// output file of the flags, or else to `environment.out`. Prints errors to
// `environment.err`. Returns the exit code of the command.
ExitCode RunTranslate(const TranslateFlags& flags, TranslationClient& client,
                      const CliEnvironment& environment);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATE_CLI_H_
