// Google's interface over gRPC: its methods, tokens and API keys, metrics.

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "google/cloud/translate/v3/translation_service.grpc.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;
using ::testing::HasSubstr;

constexpr char kToken[] = "0123456789abcdef";
constexpr char kParent[] = "projects/p/locations/global";

class ServerGoogleTest : public ServerFixture {
 protected:
  void StartServer(const ServerOptions& options = SmallServer()) {
    Start(options);
    google_ = v3::TranslationService::NewStub(channel());
  }

  void StartWithTokens() {
    ServerOptions options = SmallServer();
    options.token_file = temp_.Write("tokens", std::string(kToken) + "\n");
    std::filesystem::create_directory(temp_.path() / "glossaries");
    options.glossaries.directory = (temp_.path() / "glossaries").string();
    StartServer(options);
  }

  static v3::TranslateTextRequest Request(
      std::initializer_list<const char*> contents) {
    v3::TranslateTextRequest request;
    request.set_parent(kParent);
    request.set_source_language_code("en");
    request.set_target_language_code("es");
    for (const char* content : contents) {
      request.add_contents(content);
    }
    return request;
  }

  static void AddKey(grpc::ClientContext& context) {
    context.AddMetadata("x-goog-api-key", kToken);
  }

  TempDir temp_;
  std::unique_ptr<v3::TranslationService::Stub> google_;
};

TEST_F(ServerGoogleTest, TranslatesAsOurInterfaceDoes) {
  StartServer();
  v3::TranslateTextRequest request =
      Request({"<b>the cat</b> sleeps", "the dog"});
  v3::TranslateTextResponse response;
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "order-66");
  const grpc::Status status =
      google_->TranslateText(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  v1::TranslateRequest ours;
  *ours.mutable_texts() = request.contents();
  ours.set_source_language("en");
  ours.set_format(v1::TEXT_FORMAT_HTML);
  v1::TranslateResponse expected;
  ASSERT_TRUE(Translate(ours, expected).ok());
  ASSERT_EQ(response.translations_size(), 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(response.translations(i).translated_text(),
              expected.results(i).translations().hypotheses(0).text());
  }
  const auto& trailers = context.GetServerTrailingMetadata();
  ASSERT_EQ(trailers.count("interpres-request-id"), 1U);
  EXPECT_EQ(trailers.find("interpres-request-id")->second, "order-66");
  EXPECT_EQ(trailers.count("interpres-decode-ms"), 1U);
  EXPECT_EQ(Metric("interpres_requests_total{code=\"OK\",method=\"google."
                   "TranslateText\"}"),
            1);
}

TEST_F(ServerGoogleTest, MoreTextsThanOurRequestsMayHave) {
  ServerOptions options = SmallServer();
  options.request.max_texts = 3;
  StartServer(options);
  v3::TranslateTextRequest request = Request({});
  for (int i = 0; i < 10; ++i) {
    request.add_contents("the cat " + std::to_string(i));
  }
  v3::TranslateTextResponse response;
  grpc::ClientContext context;
  const grpc::Status status =
      google_->TranslateText(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.translations_size(), 10);
}

TEST_F(ServerGoogleTest, ErrorsNameTheFieldOrTheText) {
  ServerOptions options = SmallServer();
  options.request.max_text_bytes = 30;
  StartServer(options);
  const auto translate = [this](const v3::TranslateTextRequest& request) {
    v3::TranslateTextResponse response;
    grpc::ClientContext context;
    return google_->TranslateText(&context, request, &response);
  };
  v3::TranslateTextRequest request = Request({"the cat"});
  request.set_model("projects/p/models/general/other");
  grpc::Status status = translate(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("other"));
  EXPECT_THAT(status.error_message(), HasSubstr("tiny"));
  status =
      translate(Request({"the cat", "a text of much more than thirty bytes"}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("contents[1]: "));
  request = Request({"the cat"});
  request.clear_parent();
  status = translate(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("parent"));
}

TEST_F(ServerGoogleTest, ADeadlineEndsTheCall) {
  StartServer();
  v3::TranslateTextRequest request = Request({});
  for (int i = 0; i < 1000; ++i) {
    request.add_contents("the cat sees the dog " + std::to_string(i));
  }
  v3::TranslateTextResponse response;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(200));
  EXPECT_EQ(google_->TranslateText(&context, request, &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  AwaitAtMost("interpres_calls_in_flight", 0);
}

TEST_F(ServerGoogleTest, ADrainFinishesAcceptedCalls) {
  StartServer();
  v3::TranslateTextRequest request = Request({});
  for (int i = 0; i < 64; ++i) {
    request.add_contents("the cat sees the dog " + std::to_string(i));
  }
  v3::TranslateTextResponse response;
  grpc::Status status;
  std::thread call([&] {
    grpc::ClientContext context;
    status = google_->TranslateText(&context, request, &response);
  });
  AwaitAtLeast("interpres_active_slots", 1);
  EXPECT_TRUE(app().Drain().ok());
  call.join();
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.translations_size(), 64);
  grpc::ClientContext context;
  EXPECT_EQ(google_->TranslateText(&context, Request({"the cat"}), &response)
                .error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(ServerGoogleTest, DetectsTheLanguage) {
  StartServer();
  v3::DetectLanguageRequest request;
  request.set_parent(kParent);
  request.set_content(
      "<p lang=\"es\">Where did you leave the <i>keys</i> of the house?</p>");
  v3::DetectLanguageResponse response;
  grpc::ClientContext context;
  const grpc::Status status =
      google_->DetectLanguage(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_GE(response.languages_size(), 1);
  EXPECT_EQ(response.languages(0).language_code(), "en");
  EXPECT_GT(response.languages(0).confidence(), 0.9F);
}

TEST_F(ServerGoogleTest, ListsTheLanguages) {
  StartServer();
  v3::GetSupportedLanguagesRequest request;
  request.set_parent(kParent);
  request.set_display_language_code("de");
  v3::SupportedLanguages response;
  grpc::ClientContext context;
  ASSERT_TRUE(
      google_->GetSupportedLanguages(&context, request, &response).ok());
  ASSERT_EQ(response.languages_size(), 2);
  EXPECT_EQ(response.languages(0).display_name(), "Englisch");
  EXPECT_EQ(response.languages(1).display_name(), "Spanisch");
  request.set_model("projects/p/models/other");
  grpc::ClientContext second;
  EXPECT_EQ(
      google_->GetSupportedLanguages(&second, request, &response).error_code(),
      grpc::StatusCode::NOT_FOUND);
  request.clear_model();
  request.set_display_language_code("-");
  grpc::ClientContext third;
  EXPECT_EQ(
      google_->GetSupportedLanguages(&third, request, &response).error_code(),
      grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(ServerGoogleTest, TokensAreApiKeys) {
  StartWithTokens();
  v3::TranslateTextResponse response;
  grpc::ClientContext without;
  EXPECT_EQ(google_->TranslateText(&without, Request({"the cat"}), &response)
                .error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  grpc::ClientContext with;
  AddKey(with);
  const grpc::Status status =
      google_->TranslateText(&with, Request({"the cat"}), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

TEST_F(ServerGoogleTest, AGlossaryMakesASecondTranslation) {
  StartWithTokens();
  v3::CreateGlossaryRequest create;
  create.set_parent(kParent);
  v3::Glossary& glossary = *create.mutable_glossary();
  glossary.set_name(std::string(kParent) + "/glossaries/terms");
  glossary.mutable_language_pair()->set_source_language_code("en");
  glossary.mutable_language_pair()->set_target_language_code("es");
  glossary.mutable_input_config()->mutable_gcs_source()->set_input_uri(
      "data:text/csv,cat%2Cminino");
  google::longrunning::Operation operation;
  grpc::ClientContext creation;
  AddKey(creation);
  const grpc::Status created =
      google_->CreateGlossary(&creation, create, &operation);
  ASSERT_TRUE(created.ok()) << created.error_message();
  v3::TranslateTextRequest request = Request({"the cat sleeps", "the dog"});
  request.mutable_glossary_config()->set_glossary(glossary.name());
  v3::TranslateTextResponse response;
  grpc::ClientContext context;
  AddKey(context);
  const grpc::Status status =
      google_->TranslateText(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.glossary_translations_size(), 2);
  EXPECT_EQ(response.glossary_translations(0).glossary_config().glossary(),
            glossary.name());
  ASSERT_EQ(response.translations_size(), 2);
  EXPECT_FALSE(response.translations(0).has_glossary_config());
  // A text without terms has the same translation twice.
  EXPECT_EQ(response.glossary_translations(1).translated_text(),
            response.translations(1).translated_text());
  request.mutable_glossary_config()->set_glossary(glossary.name() + "2");
  grpc::ClientContext second;
  AddKey(second);
  EXPECT_EQ(google_->TranslateText(&second, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(ServerGoogleTest, OtherMethodsSayWhatToDoInstead) {
  StartServer();
  const auto call = [this](const std::string& path) {
    grpc::GenericStub stub(channel());
    grpc::CompletionQueue queue;
    grpc::ClientContext context;
    grpc::ByteBuffer response;
    auto reader = stub.PrepareUnaryCall(&context, path, {}, &queue);
    reader->StartCall();
    grpc::Status status;
    reader->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status;
  };
  grpc::Status status =
      call("/google.cloud.translation.v3.TranslationService/RomanizeText");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_THAT(status.error_message(), HasSubstr("RomanizeText"));
  EXPECT_EQ(Metric("interpres_requests_total{code=\"UNIMPLEMENTED\",method="
                   "\"google.other\"}"),
            1);
  status = call("/interpres.v1.TranslationService/Unknown");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_THAT(status.error_message(), HasSubstr("Unknown"));
}

TEST_F(ServerGoogleTest, CallsBeforeTheModelsAreLoadedMayBeRetried) {
  Listen(SmallServer());
  google_ = v3::TranslationService::NewStub(channel());
  v3::TranslateTextResponse response;
  grpc::ClientContext context;
  const grpc::Status status =
      google_->TranslateText(&context, Request({"the cat"}), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_FALSE(status.error_details().empty());
}

TEST_F(ServerGoogleTest, HealthKnowsTheService) {
  StartServer();
  const auto stub = grpc::health::v1::Health::NewStub(channel());
  grpc::health::v1::HealthCheckRequest request;
  request.set_service("google.cloud.translation.v3.TranslationService");
  grpc::health::v1::HealthCheckResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(stub->Check(&context, request, &response).ok());
  EXPECT_EQ(response.status(), grpc::health::v1::HealthCheckResponse::SERVING);
}

}  // namespace
}  // namespace interpres
