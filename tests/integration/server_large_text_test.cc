// Four texts of 1 MiB, in one call and in a stream.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ServerLargeTextTest : public ServerFixture {
 protected:
  static constexpr int kTexts = 4;
  static constexpr int64_t kTextBytes = 1 << 20;

  void SetUp() override { Start(LargeTextServer()); }

  // Returns lines of two sentences, exactly kTextBytes, with a line break at
  // the end.
  static std::string LargeText(int seed) {
    std::string text;
    for (int line = seed; std::ssize(text) < kTextBytes - 200; ++line) {
      text += "The cat sees dog " + std::to_string(line % 50) +
              " in a house. A dog sees the cat.\n";
    }
    text.append(kTextBytes - text.size() - 1, '-');
    return text + "\n";
  }

  static v1::TranslateRequest LargeRequest(int first, int count) {
    v1::TranslateRequest request;
    for (int i = first; i < first + count; ++i) {
      request.add_texts(LargeText(i));
    }
    request.set_target_language("es");
    request.mutable_options()->set_beam_size(1);
    request.mutable_options()->set_max_length(2);
    return request;
  }

  // Expects that the segments and the gaps of the text are all there.
  static void ExpectWhole(const v1::TranslationResult& result,
                          const std::string& text) {
    const v1::Translation& best = result.translations().hypotheses(0);
    const auto lines = std::count(text.begin(), text.end(), '\n');
    // The last line has no letter.
    EXPECT_EQ(best.segments_size(), 2 * (lines - 1));
    EXPECT_EQ(std::count(best.text().begin(), best.text().end(), '\n'), lines);
    EXPECT_TRUE(best.text().ends_with("---\n"));
  }
};

TEST_F(ServerLargeTextTest, OneCallTranslatesThemWhole) {
  const v1::TranslateRequest request = LargeRequest(0, kTexts);
  v1::TranslateResponse response;
  const grpc::Status status = TranslateLarge(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), kTexts);
  for (int i = 0; i < kTexts; ++i) {
    ExpectWhole(response.results(i), request.texts(i));
  }

  // Without the metadata, the server counts on the limit of gRPC clients.
  const grpc::Status refused = Translate(request, response);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(refused.error_message(), HasSubstr("StreamTranslate"));
}

TEST_F(ServerLargeTextTest, AStreamTranslatesEachInItsMessage) {
  grpc::ClientContext context;
  const auto stream = stub().StreamTranslate(&context);
  for (int i = 0; i < kTexts; ++i) {
    v1::StreamTranslateRequest message;
    message.set_id(i);
    *message.mutable_request() = LargeRequest(i, 1);
    ASSERT_TRUE(stream->Write(message));
  }
  stream->WritesDone();
  v1::StreamTranslateResponse response;
  int answers = 0;
  for (; stream->Read(&response); ++answers) {
    ASSERT_TRUE(response.has_response()) << response.error().message();
    ExpectWhole(response.response().results(0),
                LargeText(static_cast<int>(response.id())));
  }
  EXPECT_EQ(answers, kTexts);
  const grpc::Status status = stream->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace
}  // namespace interpres
