// Tested by tests/server/http/openapi_test.cc.

#include "server/http/openapi_deepl.h"

#include <utility>

#include "server/http/message_schema.h"
#include "server/http/openapi_schema.h"

namespace interpres::openapi {
namespace {

constexpr char kDeepLError[] = "deepl.Error";

ordered_json DeepLSecured(ordered_json operation) {
  return WithSecurity(std::move(operation), {"bearer", "deepl"});
}

// A yes or no. Forms and some clients write digits.
ordered_json DeepLFlagSchema() { return OneOf(Flag(), Choice({"0", "1"})); }

// A list of tags. A text has them divided by commas.
ordered_json Tags() { return OneOf(Text(), ListOf(Text())); }

void AddDeepLTranslateSchemas(ordered_json& schemas) {
  schemas["deepl.TranslateRequest"] =
      Object({{"text", OneOf(Text(), SomeOf(Text()))},
              {"target_lang", Text()},
              {"source_lang", Text()},
              {"context", Text()},
              {"split_sentences", Choice({"0", "1", "nonewlines"})},
              {"preserve_formatting", DeepLFlagSchema()},
              {"formality", Choice({"default", "prefer_more", "prefer_less"})},
              {"model_type", Choice({"quality_optimized", "latency_optimized",
                                     "prefer_quality_optimized"})},
              {"glossary_id", Text()},
              {"glossary_ids",
               {{"type", "array"}, {"items", Text()}, {"maxItems", 1}}},
              {"tag_handling", Choice({"xml", "html"})},
              {"tag_handling_version", Choice({"v1", "v2"})},
              {"outline_detection", DeepLFlagSchema()},
              {"ignore_tags", Tags()},
              {"splitting_tags", Tags()},
              {"non_splitting_tags", Tags()},
              {"show_billed_characters", DeepLFlagSchema()},
              {"auth_key", Text()}},
             {"text", "target_lang"});
  schemas["deepl.Translations"] = Object(
      {{"translations", SomeOf(Object({{"detected_source_language", Text()},
                                       {"text", Text()},
                                       {"billed_characters", Integer()}},
                                      {"detected_source_language", "text"}))}},
      {"translations"});
}

void AddDeepLInfoSchemas(ordered_json& schemas) {
  schemas[kDeepLError] = Object({{"message", Text()}}, {"message"});
  schemas["deepl.Languages"] = ListOf(Object(
      {{"language", Text()}, {"name", Text()}, {"supports_formality", Flag()}},
      {"language", "name"}));
  schemas["deepl.Usage"] =
      Object({{"character_count", Integer()}, {"character_limit", Integer()}},
             {"character_count", "character_limit"});
  schemas["deepl.GlossaryPairs"] =
      Object({{"supported_languages",
               ListOf(Object({{"source_lang", Text()}, {"target_lang", Text()}},
                             {"source_lang", "target_lang"}))}},
             {"supported_languages"});
}

void AddDeepLGlossarySchemas(ordered_json& schemas) {
  schemas["deepl.CreateGlossaryRequest"] = Object(
      {{"name", {{"type", "string"}, {"minLength", 1}}},
       {"source_lang", Text()},
       {"target_lang", Text()},
       {"entries", Text()},
       {"entries_format", Choice({"tsv", "csv"})},
       {"auth_key", Text()}},
      {"name", "source_lang", "target_lang", "entries", "entries_format"});
  schemas["deepl.Glossary"] =
      Object({{"glossary_id", Text()},
              {"name", Text()},
              {"ready", Flag()},
              {"source_lang", Text()},
              {"target_lang", Text()},
              {"creation_time", {{"type", "string"}, {"format", "date-time"}}},
              {"entry_count", Integer()}},
             {"glossary_id", "name", "ready", "source_lang", "target_lang",
              "creation_time", "entry_count"});
  schemas["deepl.Glossaries"] =
      Object({{"glossaries", ListOf(SchemaReference("deepl.Glossary"))}},
             {"glossaries"});
}

void AddDeepLInfoPaths(ordered_json& paths) {
  const ordered_json languages = Operation(
      "Lists the languages (API of DeepL).",
      Response("The languages", Message("deepl.Languages")), kDeepLError);
  ordered_json& list = paths["/v2/languages"];
  const ordered_json type = Choice({"source", "target"});
  list["get"] = DeepLSecured(WithParameters(
      languages, ordered_json::array({QueryParameter("type", type)})));
  list["post"] = DeepLSecured(WithBody(
      languages, AnyBody(Object({{"type", type}, {"auth_key", Text()}}, {}))));
  list["post"]["requestBody"]["required"] = false;
  const ordered_json usage =
      Operation("Returns the usage (API of DeepL).",
                Response("The usage", Message("deepl.Usage")), kDeepLError);
  paths["/v2/usage"]["get"] = DeepLSecured(usage);
  paths["/v2/usage"]["post"] = DeepLSecured(usage);
  paths["/v2/glossary-language-pairs"]["get"] = DeepLSecured(Operation(
      "Lists the pairs for glossaries (API of DeepL).",
      Response("The pairs", Message("deepl.GlossaryPairs")), kDeepLError));
}

void AddDeepLGlossaryPaths(ordered_json& paths) {
  ordered_json& all = paths["/v2/glossaries"];
  all["get"] = DeepLSecured(Operation(
      "Lists the glossaries (API of DeepL).",
      Response("The glossaries", Message("deepl.Glossaries")), kDeepLError));
  const ordered_json glossary =
      Response("The glossary", Message("deepl.Glossary"));
  ordered_json create = DeepLSecured(WithBody(
      Operation("Makes a glossary (API of DeepL).", glossary, kDeepLError),
      AnyBody(SchemaReference("deepl.CreateGlossaryRequest"))));
  create["responses"].erase("200");
  create["responses"]["201"] = glossary;
  all["post"] = std::move(create);
  ordered_json& one = paths["/v2/glossaries/{glossary}"];
  const ordered_json id = PathParameters("{glossary}");
  one["get"] = DeepLSecured(WithParameters(
      Operation("Describes a glossary (API of DeepL).", glossary, kDeepLError),
      id));
  ordered_json remove = DeepLSecured(WithParameters(
      Operation("Removes a glossary (API of DeepL).", glossary, kDeepLError),
      id));
  remove["responses"].erase("200");
  remove["responses"]["204"] = {{"description", "The glossary is removed"}};
  one["delete"] = std::move(remove);
  paths["/v2/glossaries/{glossary}/entries"]["get"] =
      DeepLSecured(WithParameters(
          Operation("Returns the entries (API of DeepL).",
                    Response("A term, a tab and its translation on each line",
                             Content("text/tab-separated-values; charset=utf-8",
                                     Text())),
                    kDeepLError),
          id));
}

}  // namespace

void AddDeepL(ordered_json& schemas, ordered_json& paths) {
  AddDeepLTranslateSchemas(schemas);
  AddDeepLInfoSchemas(schemas);
  AddDeepLGlossarySchemas(schemas);
  paths["/v2/translate"]["post"] = DeepLSecured(WithBody(
      Operation("Translates texts (API of DeepL).",
                Response("The translations", Message("deepl.Translations")),
                kDeepLError),
      AnyBody(SchemaReference("deepl.TranslateRequest"))));
  AddDeepLInfoPaths(paths);
  AddDeepLGlossaryPaths(paths);
}

}  // namespace interpres::openapi
