#include "server/http/openapi.h"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "interpres/v1/translation.pb.h"
#include "server/http/message_schema.h"
#include "server/metrics/build_info.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

constexpr char kJson[] = "application/json";

ordered_json Text() { return {{"type", "string"}}; }
ordered_json Flag() { return {{"type", "boolean"}}; }
ordered_json ListOf(ordered_json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}
ordered_json OneOf(ordered_json a, ordered_json b) {
  return {{"oneOf", {std::move(a), std::move(b)}}};
}

ordered_json Object(ordered_json properties, ordered_json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)}};
}

ordered_json Content(const char* type, ordered_json schema) {
  return {{type, {{"schema", std::move(schema)}}}};
}

ordered_json Response(const char* description, ordered_json content) {
  return {{"description", description}, {"content", std::move(content)}};
}

// An operation whose errors have the schema `error`.
ordered_json Operation(const char* summary, ordered_json success,
                       const char* error) {
  ordered_json operation = {{"summary", summary},
                            {"responses", {{"200", std::move(success)}}}};
  operation["responses"]["default"] =
      Response("An error", Content(kJson, SchemaReference(error)));
  return operation;
}

ordered_json WithBody(ordered_json operation, ordered_json content) {
  operation["requestBody"] = {{"required", true},
                              {"content", std::move(content)}};
  return operation;
}

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
  schemas["Error"] = Object({{"error", Object({{"code", {{"type", "integer"}}},
                                               {"status", Text()},
                                               {"message", Text()}},
                                              {"code", "status", "message"})}},
                            {"error"});
  // The fields of a server-sent event. `data` is JSON.
  schemas["Event"] =
      Object({{"event",
               {{"type", "string"}, {"enum", {"partial", "result", "error"}}}},
              {"data", Text()}},
             {"event", "data"});
  return schemas;
}

void AddLibreSchemas(ordered_json& schemas) {
  schemas["LibreError"] = Object({{"error", Text()}}, {"error"});
  schemas["LibreDetected"] = Object(
      {{"confidence", {{"type", "number"}, {"minimum", 0}, {"maximum", 100}}},
       {"language", Text()}},
      {"confidence", "language"});
  schemas["LibreRequest"] =
      Object({{"q", OneOf(Text(), ListOf(Text()))},
              {"source", Text()},
              {"target", Text()},
              {"format", {{"type", "string"}, {"enum", {"text", "html"}}}},
              {"alternatives", {{"type", "integer"}}},
              {"api_key", Text()}},
             {"q", "source", "target"});
  schemas["LibreTranslation"] = Object(
      {{"translatedText", OneOf(Text(), ListOf(Text()))},
       {"detectedLanguage", OneOf(SchemaReference("LibreDetected"),
                                  ListOf(SchemaReference("LibreDetected")))},
       {"alternatives", ListOf(OneOf(Text(), ListOf(Text())))}},
      {"translatedText"});
  // An empty array fits both schemas.
  schemas["LibreTranslation"]["properties"]["alternatives"] =
      ListOf({{"anyOf", {Text(), ListOf(Text())}}});
  schemas["LibreLanguage"] =
      Object({{"code", Text()}, {"name", Text()}, {"targets", ListOf(Text())}},
             {"code", "name", "targets"});
  schemas["LibreSettings"] = Object({{"charLimit", {{"type", "integer"}}},
                                     {"keyRequired", Flag()},
                                     {"suggestions", Flag()},
                                     {"filesTranslation", Flag()},
                                     {"language", {{"type", "object"}}}},
                                    {"charLimit", "keyRequired", "language"});
}

ordered_json Message(const char* name) {
  return Content(kJson, SchemaReference(name));
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
  for (const auto& [path, operation] : paths.items()) {
    operation.begin().value()["security"] = {
        {{"bearer", ordered_json::array()}}, ordered_json::object()};
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

// A body that may be JSON or a form.
ordered_json AnyBody(const ordered_json& schema) {
  return {{kJson, {{"schema", schema}}},
          {"application/x-www-form-urlencoded", {{"schema", schema}}},
          {"multipart/form-data", {{"schema", schema}}}};
}

void AddLibrePaths(ordered_json& paths) {
  paths["/translate"]["post"] = WithBody(
      Operation("Translates texts (API of LibreTranslate).",
                Response("The translations", Message("LibreTranslation")),
                "LibreError"),
      AnyBody(SchemaReference("LibreRequest")));
  paths["/detect"]["post"] = WithBody(
      Operation(
          "Detects the language of a text (API of LibreTranslate).",
          Response("The languages, best first",
                   Content(kJson, ListOf(SchemaReference("LibreDetected")))),
          "LibreError"),
      AnyBody(Object(
          {{"q", OneOf(Text(), ListOf(Text()))}, {"api_key", Text()}}, {"q"})));
  paths["/languages"]["get"] = Operation(
      "Lists the languages (API of LibreTranslate).",
      Response("The languages",
               Content(kJson, ListOf(SchemaReference("LibreLanguage")))),
      "LibreError");
  paths["/frontend/settings"]["get"] = Operation(
      "Describes the server (API of LibreTranslate).",
      Response("The settings", Message("LibreSettings")), "LibreError");
  paths["/health"]["get"] = Operation(
      "Says that the models are loaded (API of LibreTranslate).",
      Response("Yes", Content(kJson, Object({{"status", Text()}}, {"status"}))),
      "LibreError");
}

// The parameters of a path: the names in braces, which are texts.
ordered_json PathParameters(std::string_view path) {
  ordered_json parameters = ordered_json::array();
  for (std::size_t begin = path.find('{'); begin != path.npos;
       begin = path.find('{', begin + 1)) {
    const std::size_t end = path.find('}', begin);
    parameters.push_back({{"name", path.substr(begin + 1, end - begin - 1)},
                          {"in", "path"},
                          {"required", true},
                          {"schema", {{"type", "string"}, {"minLength", 1}}}});
  }
  return parameters;
}

ordered_json AnyObject() { return {{"type", "object"}}; }

// An operation whose messages another product documents.
struct ForeignOperation {
  const char* path = "";
  const char* method = "";  // of HTTP, in lower case
  const char* summary = "";
  bool has_body = false;
};

void AddForeign(const ForeignOperation& foreign, const char* error,
                ordered_json& paths) {
  ordered_json operation =
      Operation(foreign.summary,
                Response("The result", Content(kJson, AnyObject())), error);
  if (foreign.has_body) {
    operation = WithBody(std::move(operation), Content(kJson, AnyObject()));
  }
  const ordered_json parameters = PathParameters(foreign.path);
  if (!parameters.empty()) {
    operation["parameters"] = parameters;
  }
  operation["security"] = {{{"bearer", ordered_json::array()}},
                           ordered_json::object()};
  paths[foreign.path][foreign.method] = std::move(operation);
}

constexpr std::array<ForeignOperation, 19> kGoogleOperations = {{
    {"/v3/projects/{project}/locations/{location}:translateText", "post",
     "Translates texts (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}:detectLanguage", "post",
     "Detects a language (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}/supportedLanguages", "get",
     "Lists the languages (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries", "get",
     "Lists the glossaries (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries", "post",
     "Makes a glossary (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}", "get",
     "Describes a glossary (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}",
     "patch", "Replaces a glossary (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}",
     "delete", "Removes a glossary (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
     "glossaryEntries",
     "get", "Lists the entries (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
     "glossaryEntries",
     "post", "Adds an entry (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
     "glossaryEntries/{entry}",
     "get", "Returns an entry (API of Google, version 3)."},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
     "glossaryEntries/{entry}",
     "patch", "Replaces an entry (API of Google, version 3).", true},
    {"/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
     "glossaryEntries/{entry}",
     "delete", "Removes an entry (API of Google, version 3)."},
    {"/language/translate/v2", "get",
     "Translates texts (API of Google, version 2)."},
    {"/language/translate/v2", "post",
     "Translates texts (API of Google, version 2).", true},
    {"/language/translate/v2/detect", "get",
     "Detects languages (API of Google, version 2)."},
    {"/language/translate/v2/detect", "post",
     "Detects languages (API of Google, version 2).", true},
    {"/language/translate/v2/languages", "get",
     "Lists the languages (API of Google, version 2)."},
    {"/v3/projects/{project}/supportedLanguages", "get",
     "Lists the languages (API of Google, version 3)."},
}};

constexpr std::array<ForeignOperation, 11> kDeepLOperations = {{
    {"/v2/translate", "post", "Translates texts (API of DeepL).", true},
    {"/v2/languages", "get", "Lists the languages (API of DeepL)."},
    {"/v2/languages", "post", "Lists the languages (API of DeepL)."},
    {"/v2/usage", "get", "Returns the usage (API of DeepL)."},
    {"/v2/usage", "post", "Returns the usage (API of DeepL)."},
    {"/v2/glossary-language-pairs", "get",
     "Lists the pairs for glossaries (API of DeepL)."},
    {"/v2/glossaries", "get", "Lists the glossaries (API of DeepL)."},
    {"/v2/glossaries", "post", "Makes a glossary (API of DeepL).", true},
    {"/v2/glossaries/{glossary}", "get",
     "Describes a glossary (API of DeepL)."},
    {"/v2/glossaries/{glossary}", "delete",
     "Removes a glossary (API of DeepL)."},
    {"/v2/glossaries/{glossary}/entries", "get",
     "Returns the entries (API of DeepL)."},
}};

void AddDeepLPaths(ordered_json& schemas, ordered_json& paths) {
  schemas["DeepLError"] = Object({{"message", Text()}}, {"message"});
  for (const ForeignOperation& operation : kDeepLOperations) {
    AddForeign(operation, "DeepLError", paths);
  }
  paths["/v2/languages"]["get"]["responses"]["200"] =
      Response("The languages", Content(kJson, ListOf({{"type", "object"}})));
  paths["/v2/languages"]["post"]["responses"]["200"] =
      paths["/v2/languages"]["get"]["responses"]["200"];
  paths["/v2/glossaries/{glossary}/entries"]["get"]["responses"]["200"] =
      Response("The entries", Content("text/tab-separated-values", Text()));
}

void AddGooglePaths(ordered_json& paths) {
  for (const ForeignOperation& operation : kGoogleOperations) {
    AddForeign(operation, "Error", paths);
  }
}

std::string MakeDocument() {
  ordered_json schemas = OwnSchemas();
  AddLibreSchemas(schemas);
  ordered_json paths = ordered_json::object();
  AddOwnPaths(paths);
  AddDeepLPaths(schemas, paths);
  AddLibrePaths(paths);
  AddGooglePaths(paths);
  const ordered_json document = {
      {"openapi", "3.0.3"},
      {"info",
       {{"title", "Interpres"},
        {"version", kVersion},
        {"description", "Translation. docs/http.md is the manual."}}},
      {"paths", std::move(paths)},
      {"components",
       {{"schemas", std::move(schemas)},
        {"securitySchemes",
         {{"bearer", {{"type", "http"}, {"scheme", "bearer"}}}}}}}};
  return document.dump(1);
}

}  // namespace

const std::string& OpenApiDocument() {
  static const auto* const document = new std::string(MakeDocument());
  return *document;
}

}  // namespace interpres
