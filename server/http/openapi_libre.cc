// Tested by tests/server/http/openapi_test.cc.

#include "server/http/openapi_libre.h"

#include <utility>

#include "server/http/message_schema.h"
#include "server/http/openapi_schema.h"

namespace interpres::openapi {
namespace {

void AddLibreSchemas(ordered_json& schemas) {
  schemas["LibreError"] = Object({{"error", Text()}}, {"error"});
  schemas["LibreDetected"] = Object(
      {{"confidence", {{"type", "number"}, {"minimum", 0}, {"maximum", 100}}},
       {"language", Text()}},
      {"confidence", "language"});
  schemas["LibreRequest"] = Object({{"q", OneOf(Text(), ListOf(Text()))},
                                    {"source", Text()},
                                    {"target", Text()},
                                    {"format", Choice({"text", "html"})},
                                    {"alternatives", Integer()},
                                    {"api_key", Text()}},
                                   {"q", "source", "target"});
  // An empty array fits both schemas.
  const ordered_json alternatives =
      ListOf({{"anyOf", {Text(), ListOf(Text())}}});
  schemas["LibreTranslation"] = Object(
      {{"translatedText", OneOf(Text(), ListOf(Text()))},
       {"detectedLanguage", OneOf(SchemaReference("LibreDetected"),
                                  ListOf(SchemaReference("LibreDetected")))},
       {"alternatives", alternatives}},
      {"translatedText"});
  schemas["LibreLanguage"] =
      Object({{"code", Text()}, {"name", Text()}, {"targets", ListOf(Text())}},
             {"code", "name", "targets"});
  schemas["LibreSettings"] = Object({{"charLimit", Integer()},
                                     {"frontendTimeout", Integer()},
                                     {"apiKeys", Flag()},
                                     {"keyRequired", Flag()},
                                     {"suggestions", Flag()},
                                     {"filesTranslation", Flag()},
                                     {"supportedFilesFormat", ListOf(Text())},
                                     {"language", {{"type", "object"}}}},
                                    {"charLimit", "keyRequired", "language"});
}

void AddLibrePaths(ordered_json& paths) {
  ordered_json translate = WithBody(
      Operation("Translates texts (API of LibreTranslate).",
                Response("The translations", Message("LibreTranslation")),
                "LibreError"),
      AnyBody(SchemaReference("LibreRequest")));
  paths["/translate"]["post"] = WithSecurity(std::move(translate), {"bearer"});
  ordered_json detect = WithBody(
      Operation(
          "Detects the language of a text (API of LibreTranslate).",
          Response("The languages, best first",
                   Content(kJson, ListOf(SchemaReference("LibreDetected")))),
          "LibreError"),
      AnyBody(Object(
          {{"q", OneOf(Text(), ListOf(Text()))}, {"api_key", Text()}}, {"q"})));
  paths["/detect"]["post"] = WithSecurity(std::move(detect), {"bearer"});
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

}  // namespace

void AddLibre(ordered_json& schemas, ordered_json& paths) {
  AddLibreSchemas(schemas);
  AddLibrePaths(paths);
}

}  // namespace interpres::openapi
