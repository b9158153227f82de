// `interpres glossary`: the glossaries that a server keeps for its clients.

#ifndef INTERPRES_CLIENT_GLOSSARY_COMMANDS_H_
#define INTERPRES_CLIENT_GLOSSARY_COMMANDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/exit_code.h"
#include "client/server_commands.h"
#include "client/translation_client.h"
#include "interpres/v1/admin.pb.h"

namespace interpres {

// A file with the terms of a glossary, for the server. All fields except `path`
// may be empty. The languages are the languages of the terms and of their
// translations.
struct GlossaryUpload {
  std::string path;
  std::string format;  // "tsv", "csv" or "tbx"; "" means the ending of the path
  std::string source_language;
  std::string target_language;
};

// Returns the content of the file `upload.path` with its format and languages.
// Does not check the terms and the languages; the server does. The format is
// `upload.format`, or the ending of the path if `upload.format` is empty.
// Returns INVALID_ARGUMENT if the format is not "tsv", "csv" or "tbx", or if
// the file has more than 64 MiB. Otherwise returns the errors of ReadFile.
absl::StatusOr<interpres::v1::GlossaryContent> ReadGlossaryContent(
    const GlossaryUpload& upload);

// The commands below print to `streams.out`. With `json`, they print one JSON
// object per line. They return kInputOutput if the output cannot be written. If
// the call fails, they print an error to `streams.err` and return
// ExitCodeOf(error). REQUIRES: `client` calls the admin address of the server.

// Prints each glossary that the caller may use to `streams.out`: one line with
// the name, the owner and the pairs of languages. With `json`, prints an
// interpres.v1.Glossary per line. Returns kInputOutput if the output cannot be
// written. If the call fails, prints an error to `streams.err` and returns
// ExitCodeOf(error). REQUIRES: `client` calls the admin address of the server.
ExitCode PrintGlossaries(TranslationClient& client, bool json,
                         const ReportStreams& streams);

// Prints the terms of one pair of languages to `streams.out`, as lines of a
// term, a tab and its translation. With `json`, prints an
// interpres.v1.GetGlossaryResponse in one line. Returns kInputOutput if the
// output cannot be written. If the call fails, prints an error to `streams.err`
// and returns ExitCodeOf(error). REQUIRES: `client` calls the admin address of
// the server.
ExitCode PrintGlossary(TranslationClient& client,
                       const interpres::v1::GetGlossaryRequest& request,
                       bool json, const ReportStreams& streams);

// Makes a glossary on the server and prints it to `streams.out` as
// PrintGlossaries does. Returns kInputOutput if the output cannot be written.
// If the call fails, prints an error to `streams.err` and returns
// ExitCodeOf(error). REQUIRES: `client` calls the admin address of the server.
ExitCode CreateGlossary(TranslationClient& client,
                        const interpres::v1::CreateGlossaryRequest& request,
                        bool json, const ReportStreams& streams);

// Replaces all terms of a glossary on the server and prints the glossary to
// `streams.out` as PrintGlossaries does. Returns kInputOutput if the output
// cannot be written. If the call fails, prints an error to `streams.err` and
// returns ExitCodeOf(error). REQUIRES: `client` calls the admin address of the
// server.
ExitCode UpdateGlossary(TranslationClient& client,
                        const interpres::v1::UpdateGlossaryRequest& request,
                        bool json, const ReportStreams& streams);

// Removes the glossary `name` from the server. Prints nothing if that succeeds.
// If the call fails, prints an error to `streams.err` and returns
// ExitCodeOf(error). REQUIRES: `client` calls the admin address of the server.
ExitCode DeleteGlossary(TranslationClient& client, const std::string& name,
                        const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_GLOSSARY_COMMANDS_H_
