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

// A file for the server. The other fields may be empty.
struct GlossaryUpload {
  std::string path;
  std::string format;  // "tsv", "csv" or "tbx"; "" means the ending of the path
  std::string source_language;
  std::string target_language;
};

// Returns the content of the file, which the server checks. Returns
// INVALID_ARGUMENT if neither the format nor the ending of the path names a
// format, and the errors of ReadFile.
absl::StatusOr<interpres::v1::GlossaryContent> ReadGlossaryContent(
    const GlossaryUpload& upload);

// The commands print to `streams.out`, or an error to `streams.err`, and return
// the exit code. With `json`, they print one JSON object per line. REQUIRES:
// `client` calls the admin address of the server.

// Prints the name, the owner and the pairs of each glossary (an
// interpres.v1.Glossary).
ExitCode PrintGlossaries(TranslationClient& client, bool json,
                         const ReportStreams& streams);

// Prints the terms of one pair, in the format TSV (an
// interpres.v1.GetGlossaryResponse).
ExitCode PrintGlossary(TranslationClient& client,
                       const interpres::v1::GetGlossaryRequest& request,
                       bool json, const ReportStreams& streams);

// Makes a glossary and prints it as PrintGlossaries does.
ExitCode CreateGlossary(TranslationClient& client,
                        const interpres::v1::CreateGlossaryRequest& request,
                        bool json, const ReportStreams& streams);

// Replaces the terms of a glossary and prints it as PrintGlossaries does.
ExitCode UpdateGlossary(TranslationClient& client,
                        const interpres::v1::UpdateGlossaryRequest& request,
                        bool json, const ReportStreams& streams);

// Removes a glossary. Prints nothing.
ExitCode DeleteGlossary(TranslationClient& client, const std::string& name,
                        const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_GLOSSARY_COMMANDS_H_
