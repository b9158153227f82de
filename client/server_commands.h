// `interpres models`, `interpres health` and `interpres reload`.

#ifndef INTERPRES_CLIENT_SERVER_COMMANDS_H_
#define INTERPRES_CLIENT_SERVER_COMMANDS_H_

#include <ostream>
#include <string>

#include "client/exit_code.h"
#include "client/translation_client.h"

namespace interpres {

// The streams of a command. They must outlive the command.
struct ReportStreams {
  std::ostream& out;
  std::ostream& err;
};

// Flushes the output after the last write. Returns `code`, or kInputOutput if
// the output could not be written: a closed output must not look like success.
inline ExitCode Written(ExitCode code, const ReportStreams& streams) {
  streams.out.flush();
  return streams.out ? code : ExitCode::kInputOutput;
}

// The commands print to `streams.out`, or an error to `streams.err`, and return
// the exit code.

// Prints the models of the server: one paragraph for each model, or one JSON
// object per line (an interpres.v1.Model).
ExitCode PrintModels(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// Prints the model `name` in the same form.
ExitCode PrintModel(TranslationClient& client, const std::string& name,
                    bool json, const ReportStreams& streams);

// Prints whether the server is serving, as one line or as one JSON object (an
// interpres.cli.v1.HealthReport). Returns kFailed if the server is not serving.
ExitCode PrintHealth(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// Makes the server reload changed models and prints the outcome of each, as one
// line or as one JSON object per line (an interpres.v1.ModelReload). Returns
// kFailed if a checkpoint was rejected.
// REQUIRES: the client's server is the admin address.
ExitCode PrintReload(TranslationClient& client, bool json,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_COMMANDS_H_
