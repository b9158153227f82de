// `interpres detect`: the languages of lines of text.

#ifndef INTERPRES_CLIENT_DETECT_COMMAND_H_
#define INTERPRES_CLIENT_DETECT_COMMAND_H_

#include <istream>

#include "client/exit_code.h"
#include "client/server_commands.h"
#include "client/translation_client.h"

namespace interpres {

// Detects the language of each line of `in` and prints one line for each to
// `streams.out`. The output line is the code, a tab and the confidence. With
// `json`, the output line is an interpres.cli.v1.DetectedLine with all
// candidates. The code is `und` if the language cannot be detected.
//
// If the server refuses a line, prints an empty line, or a JSON object with the
// error. Then also prints the error to `streams.err` and returns kFailed at the
// end. Sends up to 64 lines in a request, and no further line once a request
// has 1 MiB. If a call fails, stops, prints the error to `streams.err` and
// returns ExitCodeOf(error). Returns kInputOutput if the input cannot be read
// or the output cannot be written.
ExitCode DetectLines(TranslationClient& client, bool json, std::istream& in,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_DETECT_COMMAND_H_
