#include "client/server_commands.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/model_text.h"
#include "client/result_format.h"
#include "interpres/cli/v1/output.pb.h"

namespace interpres {
namespace {

using grpc::health::v1::HealthCheckResponse;
using interpres::v1::Model;
using interpres::v1::ModelReload;

const char* NameOf(ModelReload::Outcome outcome) {
  switch (outcome) {
    case ModelReload::OUTCOME_UNCHANGED:
      return "unchanged";
    case ModelReload::OUTCOME_LOADED:
      return "loaded";
    case ModelReload::OUTCOME_REJECTED:
      return "rejected";
    case ModelReload::OUTCOME_UNLOADED:
      return "unloaded";
    default:
      return "unknown";
  }
}

std::string Describe(const ModelReload& model) {
  std::string line = absl::StrCat(model.name(), ": ", NameOf(model.outcome()));
  if (!model.version().empty()) {
    absl::StrAppend(&line, ", serves version ", model.version());
  }
  if (!model.reason().empty()) {
    absl::StrAppend(&line, "; ", model.reason());
  }
  return line + "\n";
}

std::string Describe(const interpres::v1::GlossaryFileReload& file) {
  return absl::StrCat("glossary ", file.file(), ": ", NameOf(file.outcome()),
                      file.reason().empty() ? "" : "; ", file.reason(), "\n");
}

// Returns the code with its name, or "any language" for a language that the
// model does not state.
std::string Describe(const std::string& code, const std::string& name) {
  return code.empty() ? "any language" : absl::StrCat(code, " (", name, ")");
}

std::string Describe(const interpres::v1::LanguagePair& pair) {
  return absl::StrCat(Describe(pair.source_language(), pair.source_name()),
                      " to ",
                      Describe(pair.target_language(), pair.target_name()),
                      pair.pivot_language().empty()
                          ? ""
                          : absl::StrCat(" through ", pair.pivot_language()),
                      "\t", absl::StrJoin(pair.models(), ", "), "\n");
}

}  // namespace

ExitCode Report(const absl::Status& status, const ReportStreams& streams) {
  streams.err << "error: " << absl::StatusCodeToString(status.code()) << ": "
              << std::string(status.message()) << "\n";
  return ExitCodeOf(status);
}

ExitCode PrintModels(TranslationClient& client, bool json,
                     const ReportStreams& streams) {
  const absl::StatusOr<interpres::v1::ListModelsResponse> response =
      client.ListModels();
  if (!response.ok()) {
    return Report(response.status(), streams);
  }
  for (const Model& model : response->models()) {
    streams.out << (json ? ToJsonLine(model) + "\n" : ModelText(model));
  }
  return Written(ExitCode::kOk, streams);
}

ExitCode PrintModel(TranslationClient& client, const std::string& name,
                    bool json, const ReportStreams& streams) {
  const absl::StatusOr<Model> model = client.GetModel(name);
  if (!model.ok()) {
    return Report(model.status(), streams);
  }
  streams.out << (json ? ToJsonLine(*model) + "\n" : ModelText(*model));
  return Written(ExitCode::kOk, streams);
}

ExitCode PrintLanguages(TranslationClient& client, bool json,
                        const ReportStreams& streams) {
  const absl::StatusOr<interpres::v1::ListLanguagesResponse> response =
      client.ListLanguages();
  if (!response.ok()) {
    return Report(response.status(), streams);
  }
  for (const interpres::v1::LanguagePair& pair : response->pairs()) {
    streams.out << (json ? ToJsonLine(pair) + "\n" : Describe(pair));
  }
  return Written(ExitCode::kOk, streams);
}

ExitCode PrintHealth(TranslationClient& client, bool json,
                     const ReportStreams& streams) {
  const absl::StatusOr<HealthCheckResponse::ServingStatus> health =
      client.Health();
  if (!health.ok()) {
    return Report(health.status(), streams);
  }
  const std::string name = HealthCheckResponse::ServingStatus_Name(*health);
  if (json) {
    interpres::cli::v1::HealthReport report;
    report.set_server(client.server());
    report.set_status(name);
    streams.out << ToJsonLine(report) << "\n";
  } else {
    streams.out << name << "\n";
  }
  return Written(*health == HealthCheckResponse::SERVING ? ExitCode::kOk
                                                         : ExitCode::kFailed,
                 streams);
}

ExitCode PrintReload(TranslationClient& client, bool json,
                     const ReportStreams& streams) {
  const absl::StatusOr<interpres::v1::ReloadModelsResponse> response =
      client.ReloadModels();
  if (absl::IsDeadlineExceeded(response.status())) {
    return Report(
        absl::DeadlineExceededError(absl::StrCat(
            response.status().message(),
            "; the server finishes a reload that has begun, and logs the "
            "result; increase --timeout to wait longer")),
        streams);
  }
  if (!response.ok()) {
    return Report(response.status(), streams);
  }
  ExitCode code = ExitCode::kOk;
  for (const ModelReload& model : response->models()) {
    streams.out << (json ? ToJsonLine(model) + "\n" : Describe(model));
    if (!model.reason().empty()) {
      code = ExitCode::kFailed;
    }
  }
  for (const interpres::v1::GlossaryFileReload& file : response->glossaries()) {
    streams.out << (json ? ToJsonLine(file) + "\n" : Describe(file));
    if (!file.reason().empty()) {
      code = ExitCode::kFailed;
    }
  }
  if (!response->glossary_error().empty()) {
    streams.err << "error: " << response->glossary_error() << "\n";
    code = ExitCode::kFailed;
  }
  return Written(code, streams);
}

}  // namespace interpres
