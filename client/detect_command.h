// `interpres detect`: the languages of lines of text.

#ifndef INTERPRES_CLIENT_DETECT_COMMAND_H_
#define INTERPRES_CLIENT_DETECT_COMMAND_H_

#include <istream>

#include "client/exit_code.h"
#include "client/server_commands.h"
#include "client/translation_client.h"

namespace interpres {

// Detects the language of each line of `in`, and prints it to `streams.out`:
// the code, a tab and the confidence, or one JSON object per line (an
// interpres.cli.v1.DetectedLine). A line whose language cannot be detected has
// the code `und`. A line that the server refuses becomes an empty line, and its
// error goes to `streams.err`; the result is then kFailed. Lines are sent in
// requests of up to 64 lines and 1 MiB. If a call fails, prints an error and
// returns its exit code. Returns kInputOutput if the input cannot be read or
// the output cannot be written.
ExitCode DetectLines(TranslationClient& client, bool json, std::istream& in,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_DETECT_COMMAND_H_
