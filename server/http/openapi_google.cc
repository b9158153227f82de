// Tested by tests/server/http/openapi_test.cc.

#include "server/http/openapi_google.h"

#include <array>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "google/longrunning/operations.pb.h"
#include "server/http/message_schema.h"
#include "server/http/openapi_schema.h"

namespace interpres::openapi {
namespace {

namespace v3 = ::google::cloud::translation::v3;

// Before the names of Google's messages, because some are names of ours.
constexpr char kGooglePrefix[] = "google.";
constexpr char kGoogleError[] = "google.Error";
constexpr char kGoogleV2Error[] = "google.v2.Error";
// The result of a method that returns nothing: an empty object.
constexpr char kEmpty[] = "google.Empty";

constexpr char kGlossaries[] =
    "/v3/projects/{project}/locations/{location}/glossaries";
constexpr char kGlossary[] =
    "/v3/projects/{project}/locations/{location}/glossaries/{glossary}";
constexpr char kEntries[] =
    "/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
    "glossaryEntries";
constexpr char kEntry[] =
    "/v3/projects/{project}/locations/{location}/glossaries/{glossary}/"
    "glossaryEntries/{entry}";

ordered_json GoogleSecured(ordered_json operation) {
  return WithSecurity(std::move(operation),
                      {"bearer", "googleHeader", "googleQuery"});
}

// The part of an error that both versions have.
ordered_json ErrorProperties() {
  return {{"code", Integer()},
          {"message", Text()},
          {"status", Text()},
          {"details", ListOf({{"type", "object"},
                              {"properties", {{"@type", Text()}}},
                              {"required", {"@type"}}})}};
}

void AddV3Schemas(ordered_json& schemas) {
  for (const google::protobuf::Descriptor* message :
       {v3::TranslateTextRequest::descriptor(),
        v3::TranslateTextResponse::descriptor(),
        v3::DetectLanguageRequest::descriptor(),
        v3::DetectLanguageResponse::descriptor(),
        v3::SupportedLanguages::descriptor(), v3::Glossary::descriptor(),
        v3::ListGlossariesResponse::descriptor(),
        v3::GlossaryEntry::descriptor(),
        v3::ListGlossaryEntriesResponse::descriptor(),
        google::longrunning::Operation::descriptor()}) {
    AddMessageSchema(*message, schemas, kGooglePrefix);
  }
  ordered_json& translate = schemas["google.TranslateTextRequest"];
  translate["required"] = {"contents", "targetLanguageCode"};
  translate["properties"]["contents"]["minItems"] = 1;
  schemas["google.DetectLanguageRequest"]["required"] = {"content"};
  schemas[kEmpty] = {{"type", "object"}, {"additionalProperties", false}};
  schemas[kGoogleError] = Object(
      {{"error", Object(ErrorProperties(), {"code", "message", "status"})}},
      {"error"});
}

// A method of version 3.
struct V3Method {
  const char* path = "";
  const char* verb = "";      // of HTTP, in lower case
  const char* summary = "";   // without the name of the API
  const char* response = "";  // the name of its message
  const char* request = "";   // empty without a body
};

constexpr std::array kMethods = {
    V3Method{"/v3/projects/{project}:translateText", "post", "Translates texts",
             "TranslateTextResponse", "TranslateTextRequest"},
    V3Method{"/v3/projects/{project}/locations/{location}:translateText",
             "post", "Translates texts", "TranslateTextResponse",
             "TranslateTextRequest"},
    V3Method{"/v3/projects/{project}:detectLanguage", "post",
             "Detects a language", "DetectLanguageResponse",
             "DetectLanguageRequest"},
    V3Method{"/v3/projects/{project}/locations/{location}:detectLanguage",
             "post", "Detects a language", "DetectLanguageResponse",
             "DetectLanguageRequest"},
    V3Method{"/v3/projects/{project}/supportedLanguages", "get",
             "Lists the languages", "SupportedLanguages"},
    V3Method{"/v3/projects/{project}/locations/{location}/supportedLanguages",
             "get", "Lists the languages", "SupportedLanguages"},
    V3Method{kGlossaries, "get", "Lists the glossaries",
             "ListGlossariesResponse"},
    V3Method{kGlossaries, "post", "Makes a glossary", "Operation", "Glossary"},
    V3Method{kGlossary, "get", "Describes a glossary", "Glossary"},
    V3Method{kGlossary, "patch", "Replaces a glossary", "Operation",
             "Glossary"},
    V3Method{kGlossary, "delete", "Removes a glossary", "Operation"},
    V3Method{kEntries, "get", "Lists the entries",
             "ListGlossaryEntriesResponse"},
    V3Method{kEntries, "post", "Adds an entry", "GlossaryEntry",
             "GlossaryEntry"},
    V3Method{kEntry, "get", "Returns an entry", "GlossaryEntry"},
    V3Method{kEntry, "patch", "Replaces an entry", "GlossaryEntry",
             "GlossaryEntry"},
    V3Method{kEntry, "delete", "Removes an entry", "Empty"},
};

ordered_json Prefixed(const char* name) {
  return Message(std::string(kGooglePrefix) + name);
}

// Adds the parameters of the query of an operation.
void AddQuery(ordered_json& operation, ordered_json parameters) {
  operation = WithParameters(std::move(operation), std::move(parameters));
}

void AddV3Queries(ordered_json& paths) {
  const ordered_json languages = {QueryParameter("displayLanguageCode", Text()),
                                  QueryParameter("model", Text())};
  AddQuery(paths["/v3/projects/{project}/supportedLanguages"]["get"],
           languages);
  AddQuery(paths["/v3/projects/{project}/locations/{location}/"
                 "supportedLanguages"]["get"],
           languages);
  const ordered_json page = {
      QueryParameter("pageSize", {{"type", "integer"}, {"format", "int32"}}),
      QueryParameter("pageToken", Text())};
  AddQuery(paths[kGlossaries]["get"], page);
  AddQuery(paths[kGlossaries]["get"],
           ordered_json::array({QueryParameter("filter", Text())}));
  AddQuery(paths[kEntries]["get"], page);
  AddQuery(paths[kGlossary]["patch"],
           ordered_json::array({QueryParameter("updateMask", Text())}));
}

void AddV3Paths(ordered_json& paths) {
  for (const V3Method& method : kMethods) {
    ordered_json operation = Operation(
        absl::StrCat(method.summary, " (API of Google, version 3)."),
        Response("The result", Prefixed(method.response)), kGoogleError);
    if (*method.request != '\0') {
      operation = WithBody(std::move(operation), Prefixed(method.request));
    }
    operation =
        WithParameters(std::move(operation), PathParameters(method.path));
    paths[method.path][method.verb] = GoogleSecured(std::move(operation));
  }
  AddV3Queries(paths);
}

// Returns {"data": {name: [items]}}.
ordered_json V2Data(const char* name, ordered_json items) {
  ordered_json data = ordered_json::object();
  data[name] = ListOf(std::move(items));
  return Object({{"data", Object(std::move(data), {name})}}, {"data"});
}

void AddV2Schemas(ordered_json& schemas) {
  schemas["google.v2.TranslateRequest"] =
      Object({{"q", OneOf(Text(), SomeOf(Text()))},
              {"target", Text()},
              {"source", Text()},
              {"format", Choice({"html", "text"})},
              {"model", Text()},
              {"key", Text()}},
             {"q", "target"});
  schemas["google.v2.Translations"] =
      V2Data("translations", Object({{"translatedText", Text()},
                                     {"detectedSourceLanguage", Text()},
                                     {"model", Text()}},
                                    {"translatedText"}));
  schemas["google.v2.DetectRequest"] =
      Object({{"q", OneOf(Text(), SomeOf(Text()))}, {"key", Text()}}, {"q"});
  // One list for each text, with one language.
  schemas["google.v2.Detections"] = V2Data(
      "detections",
      ListOf(Object(
          {{"language", Text()},
           {"confidence", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}},
           {"isReliable", Flag()}},
          {"language", "confidence", "isReliable"})));
  schemas["google.v2.Languages"] =
      V2Data("languages",
             Object({{"language", Text()}, {"name", Text()}}, {"language"}));
  ordered_json error = ErrorProperties();
  error["errors"] = ListOf(
      Object({{"message", Text()}, {"domain", Text()}, {"reason", Text()}},
             {"message", "domain", "reason"}));
  schemas[kGoogleV2Error] = Object(
      {{"error",
        Object(std::move(error), {"code", "message", "status", "errors"})}},
      {"error"});
}

void AddV2Paths(ordered_json& paths) {
  ordered_json& translate = paths["/language/translate/v2"];
  const ordered_json translation =
      Operation("Translates texts (API of Google, version 2).",
                Response("The translations", Message("google.v2.Translations")),
                kGoogleV2Error);
  translate["get"] = GoogleSecured(WithParameters(
      translation,
      {QueryParameter("q", SomeOf(Text()), true),
       QueryParameter("target", Text(), true), QueryParameter("source", Text()),
       QueryParameter("format", Choice({"html", "text"})),
       QueryParameter("model", Text())}));
  translate["post"] = GoogleSecured(WithBody(
      translation, AnyBody(SchemaReference("google.v2.TranslateRequest"))));
  ordered_json& detect = paths["/language/translate/v2/detect"];
  const ordered_json detection = Operation(
      "Detects languages (API of Google, version 2).",
      Response("A language for each text", Message("google.v2.Detections")),
      kGoogleV2Error);
  detect["get"] = GoogleSecured(WithParameters(
      detection,
      ordered_json::array({QueryParameter("q", SomeOf(Text()), true)})));
  detect["post"] = GoogleSecured(
      WithBody(detection, AnyBody(SchemaReference("google.v2.DetectRequest"))));
  ordered_json& list = paths["/language/translate/v2/languages"];
  const ordered_json languages =
      Operation("Lists the languages (API of Google, version 2).",
                Response("The languages, with names in the language `target`",
                         Message("google.v2.Languages")),
                kGoogleV2Error);
  list["get"] = GoogleSecured(WithParameters(
      languages, ordered_json::array({QueryParameter("target", Text())})));
  list["post"] = GoogleSecured(
      WithBody(languages, AnyBody(Object({{"target", Text()}}, {}))));
  list["post"]["requestBody"]["required"] = false;
}

}  // namespace

void AddGoogle(ordered_json& schemas, ordered_json& paths) {
  AddV3Schemas(schemas);
  AddV3Paths(paths);
  AddV2Schemas(schemas);
  AddV2Paths(paths);
}

}  // namespace interpres::openapi
