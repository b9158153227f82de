#include "server/http/libre_translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/checkpoint/model_directory_writer.h"
#include "server/http/libre_languages.h"
#include "server/quota/character_quota.h"
#include "tests/server/http/http_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class LibreTranslateTest : public HttpRoutesTest {
 protected:
  HttpResponse Form(const std::string& body) {
    return Ask(Post("/translate", body, "application/x-www-form-urlencoded"));
  }
  HttpResponse JsonBody(const std::string& body) {
    return Ask(Post("/translate", body));
  }
  // Serves another model, of one direction.
  void Serve(const LanguageDirection& direction) {
    absl::StatusOr<TinyModel> tiny = MakeTinyModel({.tagged = false});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {direction};
    const absl::Status written =
        WriteModelDirectory(temp_.path() / "other", tiny->description,
                            tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
    auto model = ServedModel::Load(
        {.name = "other", .path = temp_.path() / "other"},
        {.compute_type = "float32", .workers = 0, .queue = {}},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    models_.Put(*std::move(model));
  }
  // Expects an error with this status and these words.
  void ExpectError(const HttpResponse& response, int status,
                   const std::string& words) {
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(Json(response), (nlohmann::json{{"error", words}}));
  }
};

TEST_F(LibreTranslateTest, ATextIsAText) {
  EXPECT_EQ(Json(Form("q=-+!&source=en&target=es")),
            (nlohmann::json{{"translatedText", "- !"}}));
}

TEST_F(LibreTranslateTest, ABatchIsABatch) {
  EXPECT_EQ(Json(JsonBody(R"({"q":["- !","?"],"source":"en","target":"es",
                              "format":"text"})")),
            nlohmann::json::parse(R"({"translatedText":["- !","?"]})"));
}

TEST_F(LibreTranslateTest, ParametersMayStandInTheQuery) {
  HttpRequest request{.method = "POST",
                      .path = "/translate",
                      .query = "q=%3F&source=en&target=es"};
  EXPECT_EQ(Json(Ask(request)), (nlohmann::json{{"translatedText", "?"}}));
}

TEST_F(LibreTranslateTest, ChecksInTheOrderOfLibreTranslate) {
  ExpectError(Form(""), 400, "Invalid request: missing q parameter");
  ExpectError(Form("q=&source=en&target=es"), 400,
              "Invalid request: missing q parameter");
  ExpectError(JsonBody(R"({"q":[]})"), 400,
              "Invalid request: missing q parameter");
  ExpectError(Form("q=a"), 400, "Invalid request: missing source parameter");
  ExpectError(Form("q=a&source=zz"), 400,
              "Invalid request: missing target parameter");
  ExpectError(Form("q=a&source=zz&target=yy&alternatives=many"), 400,
              "Invalid request: alternatives parameter is not a number");
  ExpectError(Form("q=a&source=zz&target=yy&alternatives=2147483647"), 400,
              "Invalid request: alternatives parameter must be <= " +
                  std::to_string(kMaxBeamSize - 1));
  ExpectError(Form("q=a&source=zz&target=yy&format=x"), 400,
              "zz is not supported");
  ExpectError(Form("q=a&source=en&target=yy&format=x"), 400,
              "yy is not supported");
  ExpectError(Form("q=a&source=auto&target=es&format=pdf"), 400,
              "pdf format is not supported");
}

TEST_F(LibreTranslateTest, NamesTheLanguagesWithoutAModel) {
  ASSERT_NO_FATAL_FAILURE(Serve({.source = "fr", .target = "de"}));
  ExpectError(Form("q=a&source=en&target=DE"), 400,
              "German (de) is not available as a target language from "
              "English (en)");
  ExpectError(JsonBody(R"({"q":["a"],"source":"fr","target":"es"})"), 400,
              "Spanish (es) is not available as a target language from "
              "French (fr)");
  // A wrong format comes first.
  ExpectError(Form("q=a&source=en&target=de&format=pdf"), 400,
              "pdf format is not supported");
  // The language of the text is not known yet.
  EXPECT_EQ(Form("q=-&source=auto&target=de").status, 200);
}

TEST_F(LibreTranslateTest, ErrorsNameItsParameters) {
  const std::string message = Json(JsonBody("[]"))["error"].get<std::string>();
  EXPECT_THAT(message, HasSubstr(R"({"q": "a text", "source": "en")"));
  EXPECT_THAT(std::string(Json(Ask(Post("/detect", "[]")))["error"]),
              testing::EndsWith(R"({"q": "a text"})"));
}

TEST_F(LibreTranslateTest, LimitsComeBeforeLanguages) {
  std::string texts = "\"a\"";
  for (int i = 0; i < 256; ++i) {
    texts += ",\"a\"";
  }
  ExpectError(
      JsonBody("{\"q\":[" + texts + "],\"source\":\"zz\",\"target\":\"es\"}"),
      400, "Invalid request: request (257) exceeds text limit (256)");
}

TEST_F(LibreTranslateTest, ATextInTheTargetLanguageStays) {
  EXPECT_EQ(Json(Form("q=the+cat&source=en&target=en")),
            (nlohmann::json{{"translatedText", "the cat"}}));
  EXPECT_EQ(Json(JsonBody(
                R"({"q":["the cat"],"source":"EN","target":"en-GB",
                    "alternatives":2})")),
            nlohmann::json::parse(
                R"({"translatedText":["the cat"],"alternatives":[[]]})"));
}

TEST_F(LibreTranslateTest, HtmlHasNoAlternatives) {
  EXPECT_EQ(
      Json(Form("q=<p>-</p>&source=en&target=es&format=html&alternatives=2")),
      nlohmann::json::parse(
          R"({"translatedText":"<p>-</p>","alternatives":[]})"));
}

TEST_F(LibreTranslateTest, NoLettersAreEnglish) {
  const auto json = Json(Form("q=-+!&source=auto&target=es"));
  EXPECT_EQ(json, nlohmann::json::parse(R"({"translatedText":"- !",
      "detectedLanguage":{"confidence":0.0,"language":"en"}})"));
  // Each text of a batch has its own.
  const auto batch =
      Json(JsonBody(R"({"q":["-","?"],"source":"auto","target":"es"})"));
  EXPECT_EQ(batch["detectedLanguage"].size(), 2U);
}

TEST_F(LibreTranslateTest, DetectsLanguages) {
  const auto json =
      Json(Ask(Post("/detect", "q=The+cat+sleeps+in+the+old+house.",
                    "application/x-www-form-urlencoded")));
  EXPECT_EQ(json[0]["language"], "en");
  EXPECT_GT(json[0]["confidence"], 50);
  ExpectError(Ask(Post("/detect", "{}")), 400,
              "Invalid request: missing q parameter");
}

TEST_F(LibreTranslateTest, TheErrorOfADetectionIsTheErrorOfTheCall) {
  const std::string text((size_t{1} << 20) + 1, 'a');
  ExpectError(Ask(Post("/detect", nlohmann::json{{"q", text}}.dump())), 400,
              "the text has 1048577 bytes; expected at most 1048576; send its "
              "beginning");
  ExpectRequests("DetectLanguage", "INVALID_ARGUMENT", 1);
}

TEST_F(LibreTranslateTest, ListsLanguagesWithTargets) {
  EXPECT_EQ(Json(Ask(Get("/languages"))), nlohmann::json::parse(R"([
      {"code":"en","name":"English","targets":["en","es"]},
      {"code":"es","name":"Spanish","targets":["en","es"]}])"));
}

TEST_F(LibreTranslateTest, DescribesTheServer) {
  const auto settings = Json(Ask(Get("/frontend/settings")));
  EXPECT_EQ(settings["charLimit"], 1 << 20);
  EXPECT_EQ(settings["keyRequired"], false);
  EXPECT_EQ(settings["language"]["source"]["code"], "auto");
  EXPECT_EQ(Json(Ask(Get("/health"))), (nlohmann::json{{"status", "ok"}}));
  EXPECT_EQ(Json(Ask(Get("/spec")))["openapi"], "3.0.3");
}

TEST_F(LibreTranslateTest, NamesDisabledRoutes) {
  ExpectError(Ask(Post("/suggest", "{}")), 403,
              "Suggestions are disabled on this server.");
  ExpectError(Ask(Post("/translate_file", "{}")), 403,
              "Files translation are disabled on this server.");
  ExpectError(Ask(Get("/download_file/x.txt")), 400,
              "Files translation are disabled on this server.");
  EXPECT_EQ(Ask({.method = "HEAD", .path = "/download_file/x.txt"}).status,
            400);
}

TEST_F(LibreTranslateTest, AQuotaThatIsUsedUpIsForbidden) {
  const auto quota = CharacterQuota::Load({.characters = 3}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  const HttpResponse response = Form("q=the+cat&source=en&target=es");
  EXPECT_EQ(response.status, 403);
  EXPECT_THAT(std::string(Json(response)["error"]), HasSubstr("quota"));
  context_.quota = nullptr;
}

TEST_F(LibreTranslateTest, OverloadSaysSlowdown) {
  Running first = Start(
      Post("/v1/translate", R"({"texts":["the cat"],"target_language":"es"})"));
  Running second = Start(
      Post("/v1/translate", R"({"texts":["the cat"],"target_language":"es"})"));
  const HttpResponse response = Form("q=the+cat&source=en&target=es");
  EXPECT_EQ(response.status, 429);
  EXPECT_NE(HeaderValue(response.headers, "retry-after"), "");
  EXPECT_THAT(std::string(Json(response)["error"]),
              testing::StartsWith("Slowdown: "));
  first.call->Cancel();
  second.call->Cancel();
  first.sink->Await();
  second.sink->Await();
}

TEST(LibreLanguagesTest, KnowsTheCodesOfLibreTranslate) {
  const std::vector<LibreLanguage> languages = {{.code = "en"},
                                                {.code = "pt-BR"},
                                                {.code = "zh-Hans"},
                                                {.code = "zh-Hant"}};
  EXPECT_EQ(FindLibreLanguage(languages, "pb")->code, "pt-BR");
  EXPECT_EQ(FindLibreLanguage(languages, "ZH")->code, "zh-Hans");
  EXPECT_EQ(FindLibreLanguage(languages, "zt")->code, "zh-Hant");
  EXPECT_EQ(FindLibreLanguage(languages, "EN_us")->code, "en");
  EXPECT_EQ(FindLibreLanguage(languages, "zz"), nullptr);
  EXPECT_EQ(FindLibreLanguage(languages, "not a code"), nullptr);
}

}  // namespace
}  // namespace interpres
