// `interpres models`, `interpres languages`, `interpres health` and `interpres
// reload`.

#ifndef INTERPRES_CLIENT_SERVER_COMMANDS_H_
#define INTERPRES_CLIENT_SERVER_COMMANDS_H_

#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "client/exit_code.h"
#include "client/translation_client.h"

namespace interpres {

// The streams of a command: `out` for results and `err` for errors. Both must
// outlive the command.
struct ReportStreams {
  std::ostream& out;
  std::ostream& err;
};

// Flushes `streams.out`. Call this function after the last write. Returns
// `code`, or kInputOutput if the output could not be written: a closed output
// must not look like success.
inline ExitCode Written(ExitCode code, const ReportStreams& streams) {
  streams.out.flush();
  return streams.out ? code : ExitCode::kInputOutput;
}

// Prints "error: CODE: MESSAGE" for `status` to `streams.err`. Returns
// ExitCodeOf(status).
ExitCode Report(const absl::Status& status, const ReportStreams& streams);

// The commands print to `streams.out`, or an error to `streams.err`, and return
// the exit code.

// Prints the models of the server to `streams.out`: one paragraph for each
// model, or one JSON object per line (an interpres.v1.Model). Returns
// kInputOutput if the output cannot be written. If the call fails, prints an
// error to `streams.err` and returns its exit code.
ExitCode PrintModels(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// Prints the model `name` to `streams.out`: as one paragraph, or as one JSON
// object (an interpres.v1.Model). An empty name means the server's only model.
// Returns kInputOutput if the output cannot be written. If the call fails,
// prints an error to `streams.err` and returns its exit code.
ExitCode PrintModel(TranslationClient& client, const std::string& name,
                    bool json, const ReportStreams& streams);

// Prints the pairs of languages that the server translates to `streams.out`:
// one line for each pair, or one JSON object per line (an
// interpres.v1.LanguagePair). Returns kInputOutput if the output cannot be
// written. If the call fails, prints an error to `streams.err` and returns its
// exit code.
ExitCode PrintLanguages(TranslationClient& client, bool json,
                        const ReportStreams& streams);

// Prints to `streams.out` whether the server is serving: as one line, or as one
// JSON object (an interpres.cli.v1.HealthReport). Returns kFailed if the server
// is not serving, and kInputOutput if the output cannot be written. If the call
// fails, prints an error to `streams.err` and returns its exit code.
ExitCode PrintHealth(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// Makes the server reload changed models and glossaries. Prints the outcome of
// each model and of each file of a glossary to `streams.out`, as one line. With
// `json`, the line is an interpres.v1.ModelReload or GlossaryFileReload.
// Returns kFailed if a checkpoint or a file was rejected. If the server could
// not read its directory of glossaries, prints an error to `streams.err` and
// returns kFailed. Returns kInputOutput if the output cannot be written. If the
// call fails, prints an error to `streams.err` and returns its exit code.
// REQUIRES: `client` calls the admin address of the server.
ExitCode PrintReload(TranslationClient& client, bool json,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_COMMANDS_H_
