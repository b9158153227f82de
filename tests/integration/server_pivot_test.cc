// Translation through a pivot language, against a real server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "model/checkpoint/model_directory_writer.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ServerPivotTest : public ServerFixture {
 protected:
  // An untagged model of one direction.
  void Write(const std::string& name, const LanguageDirection& direction) {
    std::filesystem::create_directories(root());
    absl::StatusOr<TinyModel> tiny =
        MakeTinyModel({.max_positions = 64, .tagged = false});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {direction};
    const absl::Status written = WriteModelDirectory(
        root() / name, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  // A server from German to English, and from English to French.
  void StartWithPivot(const std::vector<std::string>& pivots) {
    ASSERT_NO_FATAL_FAILURE(Write("first", {.source = "de", .target = "en"}));
    ASSERT_NO_FATAL_FAILURE(Write("second", {.source = "en", .target = "fr"}));
    ServerOptions options = SmallServer();
    options.model_repository = root().string();
    options.pivot_languages = pivots;
    Start(options);
  }

  std::filesystem::path root() const { return temp_.path() / "models"; }

  static v1::TranslateRequest GermanToFrench(
      std::initializer_list<const char*> texts) {
    v1::TranslateRequest request = Request(texts);
    request.set_source_language("de");
    request.set_target_language("fr");
    request.set_allow_pivot(true);
    request.mutable_options()->set_max_length(12);
    return request;
  }

  // Returns the best translation of a text by one model.
  std::string ByModel(const std::string& model, v1::TranslateRequest request,
                      const std::string& text) const {
    request.set_model(model);
    request.clear_source_language();
    request.clear_target_language();
    request.clear_texts();
    request.add_texts(text);
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return status.ok() ? response.results(0).translations().hypotheses(0).text()
                       : "";
  }

  const TempDir temp_;
};

constexpr char kText[] = "The cat sees the dog.\n\n- A house and a cat.\n";

TEST_F(ServerPivotTest, TranslatesWithBothModels) {
  StartWithPivot({"en"});
  v1::TranslateRequest request = GermanToFrench({kText, "", "the dog"});
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(response.model(), "");
  EXPECT_EQ(response.target_language(), "fr");
  v1::TranslateRequest first = request;
  first.mutable_options()->clear_max_length();
  for (int i = 0; i < 3; ++i) {
    const v1::TranslationResult& result = response.results(i);
    const std::string pivot = ByModel("first", first, request.texts(i));
    EXPECT_EQ(result.translations().hypotheses(0).text(),
              ByModel("second", request, pivot));
    EXPECT_EQ(result.source_language(), "de");
    ASSERT_EQ(result.models_size(), 2);
    EXPECT_EQ(result.models(0).name(), "first");
    EXPECT_EQ(result.models(0).source_language(), "de");
    EXPECT_EQ(result.models(0).target_language(), "en");
    EXPECT_EQ(result.models(1).name(), "second");
    EXPECT_EQ(result.models(1).source_language(), "en");
    EXPECT_EQ(result.models(1).target_language(), "fr");
    EXPECT_FALSE(result.models(1).version().empty());
  }
}

TEST_F(ServerPivotTest, SegmentsAndAlignmentsLeadToTheText) {
  StartWithPivot({"en"});
  v1::TranslateRequest request = GermanToFrench({kText});
  request.mutable_options()->set_return_alignments(true);
  request.mutable_options()->set_beam_size(4);
  request.mutable_options()->set_n_best(2);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  const v1::TranslationResult& result = response.results(0);
  const std::string text = kText;
  for (const v1::Translation& translation :
       result.translations().hypotheses()) {
    // The bytes between the segments are copied from the text.
    std::string gaps_of_source;
    std::string gaps_of_target;
    int source = 0;
    int target = 0;
    for (const v1::Segment& segment : translation.segments()) {
      gaps_of_source += text.substr(source, segment.source().begin() - source);
      gaps_of_target +=
          translation.text().substr(target, segment.target().begin() - target);
      source = segment.source().end();
      target = segment.target().end();
    }
    gaps_of_source += text.substr(source);
    gaps_of_target += translation.text().substr(target);
    EXPECT_EQ(gaps_of_source, gaps_of_target);
    ASSERT_EQ(translation.segments_size(), 2);
    for (const v1::TokenScore& token : translation.tokens()) {
      ASSERT_LT(token.source_token(), result.source_pieces_size());
      ASSERT_LT(token.segment(), 2);
      if (token.piece() == "</s>") {
        EXPECT_EQ(result.source_pieces(token.source_token()), "</s>");
      }
    }
  }
}

TEST_F(ServerPivotTest, ARefusalSaysWhatIsMissing) {
  StartWithPivot({"en"});
  v1::TranslateRequest request = GermanToFrench({"the cat"});
  request.set_allow_pivot(false);
  v1::TranslateResponse response;
  grpc::Status status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("no model here translates from de to fr"),
                    HasSubstr("set allow_pivot to translate through \"en\"")));
  request.set_allow_pivot(true);
  request.set_target_language("ja");
  status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(),
              HasSubstr("no pivot language connects them; permitted: en"));
  request.set_target_language("fr");
  request.mutable_options()->set_return_attention(true);
  status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("through \"en\""));
  request.mutable_options()->clear_return_attention();
  request.mutable_options()->set_n_best(17);
  status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("options.n_best is 17"));
}

// A text in the target language must not be translated there and back.
TEST_F(ServerPivotTest, NoPivotLeadsBackToTheSameLanguage) {
  ServerOptions options = SmallServer();  // en to es, es to en
  options.pivot_languages = {"en"};
  Start(options);
  v1::TranslateRequest request = Request({"\u00bfD\u00f3nde est\u00e1?"});
  request.set_allow_pivot(true);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.results(0).models_size(), 1);
  request.set_source_language("es-MX");
  EXPECT_EQ(Translate(request, response).error_code(),
            grpc::StatusCode::NOT_FOUND);
  grpc::ClientContext context;
  v1::ListLanguagesResponse languages;
  ASSERT_TRUE(stub().ListLanguages(&context, {}, &languages).ok());
  EXPECT_EQ(languages.pairs_size(), 2);
}

TEST_F(ServerPivotTest, TheOperatorPermitsPivots) {
  StartWithPivot({});
  v1::TranslateResponse response;
  const grpc::Status status = Translate(GermanToFrench({"the cat"}), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("start it with --pivot"));
}

TEST_F(ServerPivotTest, TheDetectedLanguageChoosesTheRoute) {
  StartWithPivot({"en"});
  v1::TranslateRequest request =
      GermanToFrench({"Wo hast du die Schl\u00fcssel des Hauses gelassen?",
                      "Where did you leave the keys of the house?", "12"});
  request.clear_source_language();
  v1::TranslateResponse response;
  grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.results(0).source_language(), "de");
  EXPECT_EQ(response.results(0).models_size(), 2);
  EXPECT_EQ(response.results(1).source_language(), "en");
  EXPECT_EQ(response.results(1).models_size(), 1);
  // No language: any route.
  EXPECT_TRUE(response.results(2).has_translations());
  // Without allow_pivot, detection only reports.
  request.set_allow_pivot(false);
  status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.model(), "second");
  EXPECT_EQ(response.results(0).detected_language().language(), "de");
  EXPECT_EQ(response.results(0).models_size(), 1);
}

TEST_F(ServerPivotTest, ATextThatFailsInTheFirstLegFailsAlone) {
  StartWithPivot({"en"});
  std::string longer;
  for (int i = 0; i < 80; ++i) {
    longer += "the cat ";
  }
  v1::TranslateRequest request = GermanToFrench({"the cat"});
  request.add_texts(longer);
  request.set_split(v1::SPLIT_OFF);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(response.results(0).has_translations());
  EXPECT_EQ(response.results(1).error().code(), 3);
  EXPECT_EQ(response.results(1).source_language(), "de");
}

TEST_F(ServerPivotTest, ListsThePairsThroughThePivot) {
  StartWithPivot({"EN_us"});
  grpc::ClientContext context;
  v1::ListLanguagesResponse response;
  ASSERT_TRUE(stub().ListLanguages(&context, {}, &response).ok());
  ASSERT_EQ(response.pairs_size(), 3);
  EXPECT_EQ(response.pairs(0).pivot_language(), "");
  EXPECT_EQ(response.pairs(1).source_language(), "de");
  EXPECT_EQ(response.pairs(1).target_language(), "fr");
  EXPECT_EQ(response.pairs(1).pivot_language(), "en");
  EXPECT_THAT(response.pairs(1).models(), ElementsAre("first", "second"));
}

TEST_F(ServerPivotTest, PartialResultsComeFromTheSecondModel) {
  StartWithPivot({"en"});
  grpc::ClientContext context;
  const auto stream = stub().StreamTranslate(&context);
  v1::StreamTranslateRequest message;
  message.set_id(5);
  message.set_partial_results(true);
  *message.mutable_request() = GermanToFrench({"the dog", kText});
  ASSERT_TRUE(stream->Write(message));
  stream->WritesDone();
  // The sentences by text and begin in the pivot language.
  std::map<std::pair<int, int>, v1::PartialResult> partial;
  v1::StreamTranslateResponse response;
  while (stream->Read(&response) && response.has_partial()) {
    EXPECT_EQ(response.id(), 5u);
    const v1::PartialResult& part = response.partial();
    EXPECT_TRUE(
        partial.emplace(std::pair(part.text(), part.pivot().begin()), part)
            .second);
  }
  ASSERT_TRUE(response.has_response());
  // Each sentence is in its segment, in this order.
  std::vector<std::size_t> places = {0, 0};
  for (const auto& entry : partial) {
    const v1::PartialResult& part = entry.second;
    const v1::Translation& translation =
        response.response().results(part.text()).translations().hypotheses(0);
    std::size_t& place = places[part.text()];
    place = translation.text().find(part.translation(), place);
    ASSERT_NE(place, std::string::npos);
    const auto begin = static_cast<int32_t>(place);
    place += part.translation().size();
    EXPECT_TRUE(std::ranges::any_of(
        translation.segments(), [&](const v1::Segment& segment) {
          return segment.source().begin() <= part.source().begin() &&
                 segment.source().end() >= part.source().end() &&
                 segment.target().begin() <= begin;
        }));
  }
  EXPECT_GE(partial.size(), 3u);
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

}  // namespace
}  // namespace interpres
