// Tested by tests/server/http/openapi_test.cc.

#include "server/http/openapi.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "interpres/v1/translation.pb.h"
#include "server/http/message_schema.h"
#include "server/http/openapi_deepl.h"
#include "server/http/openapi_google.h"
#include "server/http/openapi_libre.h"
#include "server/http/openapi_schema.h"
#include "server/metrics/build_info.h"

namespace interpres {
namespace openapi {
namespace {

ordered_json OwnSchemas() {
  ordered_json schemas = ordered_json::object();
  for (const google::protobuf::Descriptor* message :
       {v1::TranslateRequest::descriptor(), v1::TranslateResponse::descriptor(),
        v1::PartialResult::descriptor(),
        v1::DetectLanguageRequest::descriptor(),
        v1::DetectLanguageResponse::descriptor(),
        v1::ListModelsResponse::descriptor(),
        v1::ListLanguagesResponse::descriptor()}) {
    AddMessageSchema(*message, schemas);
  }
  for (const char* name : {"TranslateRequest", "DetectLanguageRequest"}) {
    schemas[name]["required"] = {"texts"};
    schemas[name]["properties"]["texts"]["minItems"] = 1;
  }
  schemas["Error"] = Object(
      {{"error",
        Object({{"code", Integer()}, {"status", Text()}, {"message", Text()}},
               {"code", "status", "message"})}},
      {"error"});
  // The fields of a server-sent event. `data` is JSON.
  schemas["Event"] = Object(
      {{"event", Choice({"partial", "result", "error"})}, {"data", Text()}},
      {"event", "data"});
  return schemas;
}

void AddOwnPaths(ordered_json& paths) {
  paths["/v1/translate"]["post"] = WithBody(
      Operation("Translates texts.",
                Response("The translations", Message("TranslateResponse")),
                "Error"),
      Message("TranslateRequest"));
  paths["/v1/translate:stream"]["post"] = WithBody(
      Operation(
          "Translates texts and sends each sentence when it is finished: "
          "events \"partial\" with a PartialResult, then one event "
          "\"result\" with the TranslateResponse, or \"error\".",
          Response("Server-sent events",
                   Content("text/event-stream", SchemaReference("Event"))),
          "Error"),
      Message("TranslateRequest"));
  paths["/v1/detect"]["post"] =
      WithBody(Operation("Detects the languages of texts.",
                         Response("The languages, best first",
                                  Message("DetectLanguageResponse")),
                         "Error"),
               Message("DetectLanguageRequest"));
  paths["/v1/models"]["get"] =
      Operation("Lists the models.",
                Response("The models", Message("ListModelsResponse")), "Error");
  paths["/v1/languages"]["get"] = Operation(
      "Lists the pairs of languages.",
      Response("The pairs", Message("ListLanguagesResponse")), "Error");
  for (auto& [path, item] : paths.items()) {
    ordered_json& operation = item.begin().value();
    operation = WithSecurity(std::move(operation), {"bearer"});
  }
  const ordered_json plain = Content("text/plain", Text());
  paths["/healthz"]["get"] = Operation("Says that the process runs.",
                                       Response("Always", plain), "Error");
  paths["/readyz"]["get"] = Operation("Says whether the server takes requests.",
                                      Response("Yes", plain), "Error");
  paths["/readyz"]["get"]["responses"]["503"] =
      Response("Not yet, or no longer", plain);
  paths["/openapi.json"]["get"] = Operation(
      "Returns this document.",
      Response("The document", Content(kJson, {{"type", "object"}})), "Error");
}

ordered_json SecuritySchemes() {
  return {
      {"bearer", {{"type", "http"}, {"scheme", "bearer"}}},
      {"deepl",
       {{"type", "apiKey"},
        {"in", "header"},
        {"name", "Authorization"},
        {"description", "DeepL-Auth-Key TOKEN"}}},
      {"googleHeader",
       {{"type", "apiKey"}, {"in", "header"}, {"name", "X-Goog-Api-Key"}}},
      {"googleQuery", {{"type", "apiKey"}, {"in", "query"}, {"name", "key"}}}};
}

std::string MakeDocument() {
  ordered_json schemas = OwnSchemas();
  ordered_json paths = ordered_json::object();
  AddOwnPaths(paths);
  AddDeepL(schemas, paths);
  AddLibre(schemas, paths);
  AddGoogle(schemas, paths);
  const ordered_json document = {
      {"openapi", "3.0.3"},
      {"info",
       {{"title", "Interpres"},
        {"version", kVersion},
        {"description", "Translation. docs/http.md is the manual."}}},
      {"paths", std::move(paths)},
      {"components",
       {{"schemas", std::move(schemas)},
        {"securitySchemes", SecuritySchemes()}}}};
  return document.dump(1);
}

}  // namespace
}  // namespace openapi

const std::string& OpenApiDocument() {
  static const auto* const document = new std::string(openapi::MakeDocument());
  return *document;
}

}  // namespace interpres
