// Language codes as users write them, detection and ListLanguages, against a
// real server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/language/language_table_file.h"
#include "model/language/language_table_trainer.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/tiny_m2m_100.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kEnglish[] = "Where did you leave the keys of the house?";
constexpr char kGerman[] =
    "Wo hast du gestern die Schl\u00fcssel der Wohnung gelassen?";
constexpr char kSpanish[] = "\u00bfD\u00f3nde dejaste las llaves de la casa?";

class ServerLanguagesTest : public ServerFixture {
 protected:
  std::filesystem::path root() const { return temp_.path() / "models"; }

  // An untagged model of one direction.
  void Write(const std::string& name, const LanguageDirection& direction) {
    std::filesystem::create_directories(root());
    absl::StatusOr<TinyModel> tiny = MakeTinyModel({.tagged = false});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {direction};
    const absl::Status written = WriteModelDirectory(
        root() / name, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  ServerOptions Repository() const {
    ServerOptions options = SmallServer();
    options.model_repository = root().string();
    return options;
  }

  static v1::TranslateRequest Short(std::initializer_list<const char*> texts,
                                    const std::string& target) {
    v1::TranslateRequest request = Request(texts);
    request.set_target_language(target);
    request.mutable_options()->set_max_length(4);
    return request;
  }

  grpc::Status Detect(const std::vector<std::string>& texts,
                      v1::DetectLanguageResponse& response) const {
    v1::DetectLanguageRequest request;
    request.mutable_texts()->Add(texts.begin(), texts.end());
    grpc::ClientContext context;
    return stub().DetectLanguage(&context, request, &response);
  }

  const TempDir temp_;
};

TEST_F(ServerLanguagesTest, CodesMatchAsUsersWriteThem) {
  Start(SmallServer());
  for (const char* code : {"es", "ES", "es-MX", "es_ES", "spa", "spa_Latn"}) {
    v1::TranslateRequest request = Short({"the cat"}, code);
    request.set_source_language("EN_us");
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    ASSERT_TRUE(status.ok()) << code << ": " << status.error_message();
    EXPECT_EQ(response.target_language(), "es");
    EXPECT_EQ(response.results(0).source_language(), "en");
    EXPECT_FALSE(response.results(0).has_detected_language());
  }
  v1::TranslateResponse response;
  const grpc::Status status = Translate(Short({"the cat"}, "ca"), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("en to es"));
}

TEST_F(ServerLanguagesTest, WithOneDirectionDetectionOnlyReports) {
  Start(SmallServer());
  v1::TranslateResponse response;
  ASSERT_TRUE(
      Translate(Short({kEnglish, kSpanish, "12", ""}, "es"), response).ok());
  ASSERT_EQ(response.results_size(), 4);
  for (const v1::TranslationResult& result : response.results()) {
    EXPECT_EQ(result.source_language(), "en");
    ASSERT_TRUE(result.has_detected_language());
  }
  EXPECT_EQ(response.results(0).detected_language().language(), "en");
  EXPECT_GT(response.results(0).detected_language().confidence(), 0.5F);
  EXPECT_EQ(response.results(1).detected_language().language(), "es");
  EXPECT_EQ(response.results(2).detected_language().language(), "und");
  EXPECT_EQ(response.results(2).detected_language().confidence(), 0.0F);
  EXPECT_EQ(response.results(3).detected_language().language(), "und");
}

TEST_F(ServerLanguagesTest, TheDetectedLanguageChoosesTheModel) {
  Write("english", {.source = "en", .target = "fr"});
  Write("spanish", {.source = "es", .target = "fr"});
  Start(Repository());
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(Short({kEnglish, "7"}, "fr-FR"), response).ok());
  EXPECT_EQ(response.model(), "english");
  EXPECT_EQ(response.target_language(), "fr");
  EXPECT_EQ(response.results(0).source_language(), "en");
  ASSERT_TRUE(Translate(Short({kSpanish}, "fr"), response).ok());
  EXPECT_EQ(response.model(), "spanish");
  EXPECT_EQ(response.results(0).source_language(), "es");
  EXPECT_EQ(response.results(0).detected_language().language(), "es");

  const grpc::Status status = Translate(Short({"12"}, "fr"), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("2 models translate"),
                    HasSubstr("no language was detected")));
}

TEST_F(ServerLanguagesTest, TheLanguageOfEachTextChoosesItsModel) {
  Write("english", {.source = "en", .target = "fr"});
  Write("spanish", {.source = "es", .target = "fr"});
  Start(Repository());
  v1::TranslateRequest request = Short({kEnglish, "7", kSpanish}, "fr");
  request.mutable_options()->add_target_prefix("the cat");
  request.mutable_options()->add_target_prefix("");
  request.mutable_options()->add_target_prefix("the dog");
  request.mutable_options()->set_max_length(12);
  v1::TranslateResponse mixed;
  const grpc::Status status = Translate(request, mixed);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(mixed.results_size(), 3);
  EXPECT_EQ(mixed.model(), "");
  EXPECT_EQ(mixed.target_language(), "fr");
  const std::vector<std::string> models = {"english", "english", "spanish"};
  for (int i = 0; i < 3; ++i) {
    // Each text has the result that it has alone.
    v1::TranslateRequest alone = request;
    alone.clear_texts();
    alone.add_texts(request.texts(i));
    alone.set_model(models[i]);
    alone.mutable_options()->clear_target_prefix();
    alone.mutable_options()->add_target_prefix(
        request.options().target_prefix(i));
    v1::TranslateResponse expected;
    ASSERT_TRUE(Translate(alone, expected).ok());
    const v1::TranslationResult& result = mixed.results(i);
    EXPECT_EQ(result.translations().hypotheses(0).text(),
              expected.results(0).translations().hypotheses(0).text());
    ASSERT_EQ(result.models_size(), 1);
    EXPECT_EQ(result.models(0).name(), models[i]);
    EXPECT_EQ(result.models(0).version(), expected.model_version());
    EXPECT_EQ(result.models(0).target_language(), "fr");
    EXPECT_EQ(result.source_language(), i == 2 ? "es" : "en");
  }
}

TEST_F(ServerLanguagesTest, ATextWithoutAModelFailsAlone) {
  Write("english", {.source = "en", .target = "fr"});
  Write("spanish", {.source = "es", .target = "fr"});
  Write("spanish2", {.source = "es", .target = "fr"});
  Start(Repository());
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(Short({kSpanish, kEnglish}, "fr"), response).ok());
  EXPECT_EQ(response.model(), "english");
  EXPECT_THAT(response.results(0).error().message(),
              AllOf(HasSubstr("2 models translate from es to fr"),
                    HasSubstr("set model")));
  EXPECT_EQ(response.results(0).detected_language().language(), "es");
  EXPECT_TRUE(response.results(1).has_translations());
  // Without another text, the request fails.
  const grpc::Status status = Translate(Short({kSpanish}, "fr"), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("set model"));
}

TEST_F(ServerLanguagesTest, TextsInTheTargetLanguageStayIfTheClientWants) {
  Start(SmallServer());
  v1::TranslateRequest request = Short({kEnglish, kSpanish, "12"}, "es-MX");
  request.set_keep_target_language(true);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.target_language(), "es");
  const v1::TranslationResult& kept = response.results(1);
  EXPECT_EQ(kept.translations().hypotheses(0).text(), kSpanish);
  EXPECT_EQ(kept.detected_language().language(), "es");
  EXPECT_EQ(kept.translations().hypotheses(0).segments_size(), 0);
  EXPECT_NE(response.results(0).translations().hypotheses(0).text(), kEnglish);
  EXPECT_EQ(response.results(2).translations().hypotheses(0).text(), "12");
  // All texts stay.
  request.clear_texts();
  request.add_texts(kSpanish);
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.results(0).translations().hypotheses(0).text(), kSpanish);
  EXPECT_EQ(response.target_language(), "es-MX");
  EXPECT_EQ(response.model(), "");
}

TEST_F(ServerLanguagesTest, TextsStayAlsoIfNoModelReachesTheirLanguage) {
  Write("english", {.source = "en", .target = "fr"});
  Write("spanish", {.source = "es", .target = "fr"});
  Start(Repository());
  v1::TranslateRequest request = Short({kEnglish, kSpanish, "7"}, "en");
  request.set_keep_target_language(true);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results(0).translations().hypotheses(0).text(), kEnglish);
  EXPECT_TRUE(response.results(1).has_error());
  EXPECT_EQ(response.results(2).translations().hypotheses(0).text(), "7");
  // Without a text that stays, the request fails.
  request.clear_texts();
  request.add_texts(kSpanish);
  EXPECT_EQ(Translate(request, response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(ServerLanguagesTest, DetectsEachText) {
  Start(SmallServer());
  v1::DetectLanguageResponse response;
  ASSERT_TRUE(Detect({kSpanish, kEnglish, "?"}, response).ok());
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(response.results(0).languages(0).language(), "es");
  EXPECT_EQ(response.results(0).languages(1).language(), "en");
  EXPECT_EQ(response.results(1).languages(0).language(), "en");
  ASSERT_EQ(response.results(2).languages_size(), 1);
  EXPECT_EQ(response.results(2).languages(0).language(), "und");
  EXPECT_EQ(response.results(2).languages(0).confidence(), 0.0F);
  EXPECT_EQ(
      Metric(R"(interpres_requests_total{code="OK",method="DetectLanguage"})"),
      1.0);
}

TEST_F(ServerLanguagesTest, DetectionHasTheLimitsOfTranslate) {
  ServerOptions options = SmallServer();
  options.request.max_texts = 100;
  options.request.max_text_bytes = 2 << 20;
  Start(options);
  v1::DetectLanguageResponse response;
  EXPECT_EQ(Detect({}, response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(
      Detect(std::vector<std::string>(101, "hello"), response).error_code(),
      grpc::StatusCode::INVALID_ARGUMENT);
  // Several slices.
  const std::vector<std::string> large(100, std::string(30000, 'e') + " the");
  ASSERT_TRUE(Detect(large, response).ok());
  EXPECT_EQ(response.results_size(), 100);
  ASSERT_TRUE(
      Detect({std::string((2 << 20) + 1, 'a'), kSpanish}, response).ok());
  EXPECT_EQ(response.results(0).error().code(), 3);
  EXPECT_THAT(response.results(0).error().message(),
              HasSubstr("at most 2097152"));
  EXPECT_EQ(response.results(0).languages_size(), 0);
  EXPECT_EQ(response.results(1).languages(0).language(), "es");
}

TEST_F(ServerLanguagesTest, ATableBesideACheckpointTakesPrecedence) {
  Write("english", {.source = "en", .target = "es"});
  Write("spanish", {.source = "es", .target = "en"});
  // A table that has learned the languages the wrong way round.
  const std::vector<LanguageSample> samples = {
      {.language = "es", .lines = std::vector<std::string>(40, kEnglish)},
      {.language = "en", .lines = std::vector<std::string>(40, kSpanish)}};
  const absl::StatusOr<TrainedTable> wrong =
      TrainLanguageTable(samples, {.bits = 12});
  ASSERT_TRUE(wrong.ok()) << wrong.status();
  ASSERT_TRUE(
      WriteLanguageTable(root() / "spanish" / kLanguageTableFile, wrong->table)
          .ok());
  Start(Repository());
  v1::DetectLanguageResponse response;
  ASSERT_TRUE(Detect({kEnglish}, response).ok());
  EXPECT_EQ(response.results(0).languages(0).language(), "es");
}

TEST_F(ServerLanguagesTest, ListsThePairs) {
  Write("a", {.source = "en", .target = "pt-BR"});
  Write("b", {.source = "en", .target = "pt-BR"});
  Write("c", {.source = "de", .target = "en"});
  Start(Repository());
  grpc::ClientContext context;
  v1::ListLanguagesResponse response;
  ASSERT_TRUE(stub().ListLanguages(&context, {}, &response).ok());
  ASSERT_EQ(response.pairs_size(), 2);
  EXPECT_EQ(response.pairs(0).source_language(), "de");
  EXPECT_EQ(response.pairs(0).source_name(), "German");
  EXPECT_EQ(response.pairs(0).target_name(), "English");
  EXPECT_EQ(response.pairs(1).target_language(), "pt-BR");
  EXPECT_EQ(response.pairs(1).target_name(), "Portuguese (Brazil)");
  ASSERT_EQ(response.pairs(1).models_size(), 2);
  EXPECT_EQ(response.pairs(1).models(0), "a");
  EXPECT_EQ(response.pairs(1).models(1), "b");
}

TEST_F(ServerLanguagesTest, AnswersUnavailableWhileLoading) {
  Listen(SmallServer());
  v1::DetectLanguageResponse response;
  EXPECT_EQ(Detect({"hello"}, response).error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

class ServerManyLanguagesTest : public ServerLanguagesTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(root());
    const absl::Status written = WriteTinyM2m100(root() / "m2m");
    ASSERT_TRUE(written.ok()) << written;
    Start(Repository());
  }

  static float Score(const v1::TranslationResult& result) {
    return result.translations().hypotheses(0).score();
  }

  // The score of the translation into French with a stated source language.
  float ScoreFrom(const char* source, const char* text) {
    v1::TranslateRequest request = Short({text}, "fr");
    request.set_source_language(source);
    request.set_model("m2m");
    v1::TranslateResponse response;
    EXPECT_TRUE(Translate(request, response).ok());
    return Score(response.results(0));
  }
};

TEST_F(ServerManyLanguagesTest, EachTextHasTheSourceLanguageThatIsDetected) {
  v1::TranslateResponse response;
  ASSERT_TRUE(
      Translate(Short({kEnglish, kSpanish, "1234"}, "fr-CA"), response).ok());
  EXPECT_EQ(response.target_language(), "fr");
  EXPECT_EQ(response.results(0).source_language(), "en");
  EXPECT_EQ(response.results(1).source_language(), "es");
  EXPECT_THAT(response.results(2).error().message(),
              HasSubstr("must know the source language"));
}

TEST_F(ServerManyLanguagesTest, TheSourceLanguageIsAPartOfTheInput) {
  EXPECT_EQ(ScoreFrom("en", kEnglish), ScoreFrom("en-GB", kEnglish));
  EXPECT_NE(ScoreFrom("en", kEnglish), ScoreFrom("de", kEnglish));
}

// Another model reaches the target, so that each text chooses its model.
TEST_F(ServerManyLanguagesTest, TextsOfOneModelHaveTheirOwnSourceLanguages) {
  Write("english", {.source = "en", .target = "fr"});
  Start(Repository());
  v1::TranslateResponse response;
  ASSERT_TRUE(
      Translate(Short({kGerman, kSpanish, kEnglish}, "fr"), response).ok());
  EXPECT_EQ(Score(response.results(0)), ScoreFrom("de", kGerman));
  EXPECT_EQ(Score(response.results(1)), ScoreFrom("es", kSpanish));
  EXPECT_EQ(response.results(2).models(0).name(), "english");
  EXPECT_EQ(response.results(1).models(0).name(), "m2m");
}

TEST_F(ServerManyLanguagesTest, BlankTextsAndShortLimits) {
  v1::TranslateRequest request = Short({" ", "\n"}, "fr");
  request.set_split(v1::SPLIT_OFF);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_TRUE(response.results(0).has_translations());
  request = Short({kEnglish}, "fr");
  request.mutable_options()->set_max_length(1);
  const grpc::Status status = Translate(request, response);
  EXPECT_THAT(status.error_message() + response.results(0).error().message(),
              HasSubstr("beside the token of the language"));
}

TEST_F(ServerManyLanguagesTest, AllPairsAreListed) {
  v1::ListLanguagesResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(stub().ListLanguages(&context, {}, &response).ok());
  EXPECT_EQ(response.pairs_size(), 100 * 99);
  v1::TranslateResponse translated;
  const grpc::Status status = Translate(Short({kEnglish}, "tlh"), translated);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_LT(status.error_message().size(), 1000U);
}

}  // namespace
}  // namespace interpres
