#include "server/http/deepl_translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/glossary_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr char kPath[] = "/v2/translate";
constexpr char kForm[] = "application/x-www-form-urlencoded";

class DeepLTranslateTest : public HttpRoutesTest {
 protected:
  HttpResponse Form(const std::string& body) {
    return Ask(Post(kPath, body, kForm));
  }
  // Expects an error whose message has this part.
  void ExpectError(const HttpResponse& response, int status,
                   const std::string& part) {
    EXPECT_EQ(response.status, status);
    EXPECT_THAT(std::string(Json(response)["message"]), HasSubstr(part));
  }
  // Expects that a parameter is accepted, for a text that needs no worker.
  void ExpectAccepted(const std::string& parameter) {
    EXPECT_EQ(Json(Form("text=-&source_lang=EN&target_lang=ES&" + parameter)),
              nlohmann::json::parse(R"({"translations":[
            {"detected_source_language":"EN","text":"-"}]})"))
        << parameter;
  }
};

TEST_F(DeepLTranslateTest, TakesFormsAndJson) {
  const auto expected = nlohmann::json::parse(R"({"translations":[
      {"detected_source_language":"EN","text":"- !"},
      {"detected_source_language":"EN","text":"?"}]})");
  EXPECT_EQ(Json(Form("text=-+!&text=%3F&source_lang=en&target_lang=ES")),
            expected);
  EXPECT_EQ(Json(Ask(Post(kPath, R"({"text":["- !","?"],"source_lang":"EN",
                                     "target_lang":"es"})"))),
            expected);
  ExpectRequests("Translate", "OK", 2);
}

TEST_F(DeepLTranslateTest, TheErrorOfATextIsTheErrorOfTheCall) {
  const std::string text(size_t{1} << 20, 'a');
  ExpectError(Ask(Post(kPath, nlohmann::json{{"text", {"?", text + "a"}},
                                             {"target_lang", "es"}}
                                  .dump())),
              400, "expected at most 1048576");
  ExpectRequests("Translate", "INVALID_ARGUMENT", 1);
}

TEST_F(DeepLTranslateTest, CountsTheBilledCharacters) {
  const auto json = Json(Ask(Post(kPath, R"({"text":["¿?"],"target_lang":"ES",
                 "show_billed_characters":true})")));
  EXPECT_EQ(json["translations"][0]["billed_characters"], 2) << json;
  EXPECT_EQ(json["translations"][0]["detected_source_language"], "EN");
}

TEST_F(DeepLTranslateTest, ATextInTheTargetLanguageStays) {
  EXPECT_EQ(Json(Form("text=The+cat&source_lang=EN&target_lang=EN-US")),
            nlohmann::json::parse(R"({"translations":[
      {"detected_source_language":"EN","text":"The cat"}]})"));
}

TEST_F(DeepLTranslateTest, AcceptsParametersWithoutEffect) {
  for (const char* parameter :
       {"context=about+cats", "formality=default", "formality=prefer_more",
        "formality=prefer_less", "preserve_formatting=1",
        "model_type=prefer_quality_optimized", "tag_handling_version=v2",
        "split_sentences=0&tag_handling=html", "split_sentences=1",
        "split_sentences=nonewlines", "unknown=1"}) {
    ExpectAccepted(parameter);
  }
}

TEST_F(DeepLTranslateTest, AcceptsMarkup) {
  for (const char* parameter :
       {"tag_handling=html", "tag_handling=xml",
        "tag_handling=xml&"
        "outline_detection=0&splitting_tags=p,div&non_splitting_tags=b"
        "&ignore_tags=x",
        "tag_handling=html&split_sentences=nonewlines"}) {
    ExpectAccepted(parameter);
  }
  EXPECT_EQ(
      Json(Form("text=<x>cat</x>&source_lang=EN&target_lang=ES"
                "&tag_handling=xml&ignore_tags=x"))["translations"][0]["text"],
      "<x>cat</x>");
}

TEST_F(DeepLTranslateTest, RefusesParametersThatItCannotObey) {
  const std::string text = "text=-&source_lang=EN&target_lang=ES&";
  for (const auto& [parameters, part] :
       {std::pair("formality=more", "formality"),
        std::pair("formality=polite", "polite"),
        std::pair("style_id=a", "style_id"),
        std::pair("custom_instructions=a", "custom_instructions"),
        std::pair("translation_memory_id=a", "translation_memory_id"),
        std::pair("tag_handling=markdown", "markdown"),
        std::pair("split_sentences=2", "split_sentences"),
        std::pair("model_type=best", "best"),
        std::pair("outline_detection=x", "outline_detection"),
        std::pair("preserve_formatting=x", "preserve_formatting"),
        std::pair("glossary_ids=a,b", "2 glossaries")}) {
    ExpectError(Form(text + parameters), 400, part);
  }
}

TEST_F(DeepLTranslateTest, ErrorsHaveAMessage) {
  ExpectError(Form("target_lang=ES"), 400, "text is missing");
  ExpectError(Form("text=a"), 400, "target_lang is missing");
  ExpectError(Form("text=cat&source_lang=EN&target_lang=FR"), 400, "es");
  ExpectError(Form("text=a&target_lang=ES&glossary_id=g"), 400, "source_lang");
  ExpectError(Ask(Post(kPath, "{")), 400, "JSON");
  EXPECT_EQ(Ask(Get(kPath)).status, 405);
}

TEST_F(DeepLTranslateTest, ErrorsNameItsParameters) {
  ExpectError(Ask(Post(kPath, "[]")), 400,
              R"(send an object such as {"text": ["a text"], )"
              R"("target_lang": "ES"})");
  ExpectError(Ask(Post("/v2/languages", "[]")), 400,
              R"(send an object such as {"type": "target"})");
  ExpectError(Form("text=a&source_lang=no+code&target_lang=ES"), 400,
              "source_lang is no language code");
  ExpectError(Form("text=a&target_lang=no+code"), 400,
              "target_lang is no language code");
  context_.request_limits.max_texts = 1;
  ExpectError(Form("text=a&text=b&target_lang=ES"), 400, "text has 2 elements");
}

TEST_F(DeepLTranslateTest, AServerWithoutGlossariesSaysSo) {
  const HttpResponse response =
      Form("text=a&source_lang=EN&target_lang=ES&glossary_id=g");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(Json(response)["message"],
            "glossary_id is \"g\", and the server has no glossaries; start "
            "the server with --glossary-directory");
}

TEST_F(DeepLTranslateTest, ALongResponseNamesTheHeader) {
  HttpRequest request =
      Post(kPath, "text=---&source_lang=EN&target_lang=ES", kForm);
  request.headers.emplace_back("interpres-max-response-bytes", "1");
  ExpectError(Ask(request), 429,
              "send each part in a separate request. If your client accepts "
              "larger messages, state its limit in the header "
              "interpres-max-response-bytes");
}

TEST_F(DeepLTranslateTest, AWrongGlossaryIsNamed) {
  ExpectError(Form("text=a&source_lang=EN&target_lang=ES&glossary_id=..%2Fa"),
              400, "glossary_id is \"../a\"");
}

class GuardedDeepLTranslateTest : public GlossaryRoutesTest {
 protected:
  HttpResponse Send(const std::string& body) {
    HttpRequest request = Post(kPath, body, kForm);
    request.headers.emplace_back("authorization",
                                 std::string("DeepL-Auth-Key ") + kToken);
    return Ask(request);
  }
};

TEST_F(GuardedDeepLTranslateTest, AWrongKeyIsForbidden) {
  EXPECT_EQ(Ask(Post(kPath, "text=-&target_lang=ES", kForm)).status, 403);
  EXPECT_EQ(Send("text=-&target_lang=ES").status, 200);
}

TEST_F(GuardedDeepLTranslateTest, AQuotaThatIsUsedUpIs456) {
  const auto quota = CharacterQuota::Load({.characters = 3}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  EXPECT_EQ(Send("text=--&target_lang=ES").status, 200);
  const HttpResponse response = Send("text=--&target_lang=ES");
  EXPECT_EQ(response.status, 456);
  EXPECT_THAT(std::string(Json(response)["message"]), HasSubstr("quota"));
  EXPECT_EQ(Send("text=-&target_lang=ES").status, 200);
  context_.quota = nullptr;
}

TEST_F(GuardedDeepLTranslateTest, AFailedRequestDoesNotCount) {
  const auto quota = CharacterQuota::Load({.characters = 5}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  EXPECT_EQ(
      Send("text=cat&source_lang=EN&target_lang=ES&glossary_id=no").status,
      404);
  EXPECT_EQ(Send("text=-----&target_lang=ES").status, 200);
  context_.quota = nullptr;
}

}  // namespace
}  // namespace interpres
