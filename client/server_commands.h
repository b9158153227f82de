// `interpres models`, `interpres health` and `interpres reload`.

#ifndef INTERPRES_CLIENT_SERVER_COMMANDS_H_
#define INTERPRES_CLIENT_SERVER_COMMANDS_H_

#include <ostream>
#include <string>

#include "client/exit_code.h"
#include "client/translation_client.h"

namespace interpres {

struct ReportStreams {
  std::ostream& out;
  std::ostream& err;
};

// After the last write: a closed standard output must not look like success.
inline ExitCode Written(ExitCode code, const ReportStreams& streams) {
  streams.out.flush();
  return streams.out ? code : ExitCode::kInputOutput;
}

// Prints the models of the server: a paragraph each, or one JSON object a line
// (an interpres.v1.Model).
ExitCode PrintModels(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// The same for one model.
ExitCode PrintModel(TranslationClient& client, const std::string& name,
                    bool json, const ReportStreams& streams);

// Prints whether the server is serving, as a line or as one JSON object (an
// interpres.cli.v1.HealthReport).
ExitCode PrintHealth(TranslationClient& client, bool json,
                     const ReportStreams& streams);

// Has the server look for changed models and prints what became of each, as a
// line or as one JSON object a line (an interpres.v1.ModelReload). kFailed if a
// checkpoint was rejected. The client's server is the admin address.
ExitCode PrintReload(TranslationClient& client, bool json,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_COMMANDS_H_
