// Quotas against a real server: unary calls, streams and Google's interface
// charge one count, and a call that fails is not charged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "google/cloud/translate/v3/translation_service.grpc.pb.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;
using ::testing::HasSubstr;

class ServerQuotaTest : public ServerFixture {
 protected:
  void StartWithQuota(int64_t characters) {
    ServerOptions options = SmallServer();
    options.quota.characters = characters;
    Start(options);
  }

  grpc::Status TranslateText(const char* text) const {
    v1::TranslateRequest request = Request({text});
    request.mutable_options()->set_max_length(8);
    v1::TranslateResponse response;
    return Translate(request, response);
  }

  grpc::Status TranslateByGoogle(const char* text) const {
    v3::TranslateTextRequest request;
    request.set_parent("projects/p/locations/global");
    request.set_source_language_code("en");
    request.set_target_language_code("es");
    request.add_contents(text);
    grpc::ClientContext context;
    v3::TranslateTextResponse response;
    return v3::TranslationService::NewStub(channel())->TranslateText(
        &context, request, &response);
  }

  // Returns the code of the error of a message in a stream, or OK.
  int TranslateInStream(const char* text) const {
    grpc::ClientContext context;
    const auto stream = stub().StreamTranslate(&context);
    v1::StreamTranslateRequest message;
    *message.mutable_request() = Request({text});
    message.mutable_request()->mutable_options()->set_max_length(8);
    v1::StreamTranslateResponse response;
    EXPECT_TRUE(stream->Write(message));
    EXPECT_TRUE(stream->Read(&response));
    stream->WritesDone();
    EXPECT_TRUE(stream->Finish().ok());
    return response.error().code();
  }
};

TEST_F(ServerQuotaTest, AllWaysToTranslateChargeOneCount) {
  StartWithQuota(24);
  EXPECT_TRUE(TranslateText("the cat").ok());                     // 7
  EXPECT_EQ(TranslateInStream("the dog"), grpc::StatusCode::OK);  // 14
  EXPECT_TRUE(TranslateByGoogle("the cat").ok());                 // 21

  const grpc::Status refused = TranslateText("a dog");
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(refused.error_message(),
              HasSubstr("5 characters; expected at most 3"));
  EXPECT_EQ(TranslateInStream("a dog"), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(TranslateByGoogle("a dog").error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);

  EXPECT_TRUE(
      TranslateText("cat").ok());  // 24: what was refused is not counted
  EXPECT_FALSE(TranslateText("a").ok());
}

TEST_F(ServerQuotaTest, ARefusalNamesNoDelayUntilTheNextMonth) {
  StartWithQuota(3);
  const grpc::Status refused = TranslateText("the cat");
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(refused.error_details().find("RetryInfo"), std::string::npos);
}

TEST_F(ServerQuotaTest, ARestartKeepsTheCounts) {
  const TempDir temp;
  ServerOptions options = SmallServer();
  options.quota.characters = 7;
  options.quota.file = (temp.path() / "quota").string();
  Start(options);
  EXPECT_TRUE(TranslateText("the cat").ok());
  Stop();
  Start(options);
  EXPECT_EQ(TranslateText("a").error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(ServerQuotaTest, ACancelledCallIsRefunded) {
  const v1::TranslateRequest endless = EndlessRequest();
  int64_t characters = 0;
  for (const std::string& text : endless.texts()) {
    characters += static_cast<int64_t>(text.size());
  }
  StartWithQuota(characters);
  PendingCall call(stub(), endless);
  AwaitAtLeast("interpres_active_slots", 1);
  EXPECT_FALSE(TranslateText("a").ok());
  call.Cancel();
  EXPECT_EQ(call.Await().error_code(), grpc::StatusCode::CANCELLED);
  AwaitAtMost("interpres_calls_in_flight", 0);
  EXPECT_TRUE(TranslateText("the cat").ok());
}

TEST_F(ServerQuotaTest, ARequestThatIsRefusedForItsOptionsIsNotCharged) {
  StartWithQuota(7);
  v1::TranslateRequest request = Request({"the cat"});
  request.mutable_options()->set_beam_size(1000);
  v1::TranslateResponse response;
  EXPECT_EQ(Translate(request, response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(TranslateText("the cat").ok());
}

}  // namespace
}  // namespace interpres
