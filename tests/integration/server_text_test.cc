// Texts of several sentences against a real server: their shape, their size,
// and the options that say how they are divided.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "tests/integration/server_fixture.h"
#include "tests/testing/random_text.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ServerTextTest : public ServerFixture {
 protected:
  void SetUp() override { Start(SmallServer()); }

  static v1::TranslateRequest Short(const std::string& text) {
    v1::TranslateRequest request;
    request.set_target_language("es");
    request.add_texts(text);
    request.mutable_options()->set_max_length(6);
    return request;
  }
  v1::Translation Best(const v1::TranslateRequest& request) const {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.results_size() == 1
               ? response.results(0).translations().hypotheses(0)
               : v1::Translation();
  }
  std::string TranslationOf(const std::string& text) const {
    return Best(Short(text)).text();
  }
};

TEST_F(ServerTextTest, TheTranslationHasTheShapeOfTheText) {
  const std::string cat = TranslationOf("The cat.");
  const std::string dog = TranslationOf("The dog.");
  EXPECT_EQ(TranslationOf("\n  The cat. The dog.\r\n\r\n\t- The cat.\n---\n"),
            "\n  " + cat + " " + dog + "\r\n\r\n\t- " + cat + "\n---\n");
}

TEST_F(ServerTextTest, WhiteSpaceIsItsOwnTranslation) {
  EXPECT_EQ(TranslationOf(" \r\n\t"), " \r\n\t");
  EXPECT_EQ(TranslationOf(""), "");
}

TEST_F(ServerTextTest, OneSentenceIsTheSameWithAndWithoutDivision) {
  for (const char* text :
       {"The dog sees the cat.", "Dr. A. B. Dog sees the cat",
        "The cat (is it big?) sees 3.5 dogs.", "The cat... sees the dog!",
        "\"Who is it?\" asked the dog.", "The U.S. cat, i.e. no dog, sees it.",
        "the cat. the dog. the cat.", "42"}) {
    v1::TranslateRequest request = Short(text);
    const v1::Translation divided = Best(request);
    EXPECT_EQ(divided.segments_size(), 1) << text;
    request.set_split(v1::SPLIT_OFF);
    EXPECT_EQ(Best(request).SerializeAsString(), divided.SerializeAsString())
        << text;
  }
}

TEST_F(ServerTextTest, TheMaximumLengthHoldsForEachSentence) {
  v1::TranslateRequest request = Short("The cat. The dog. A cat!");
  request.mutable_options()->set_max_length(2);
  request.mutable_options()->set_return_token_scores(true);
  std::vector<int> tokens(3);
  const v1::Translation best = Best(request);
  for (const v1::TokenScore& token : best.tokens()) {
    ++tokens.at(token.segment());
  }
  EXPECT_THAT(tokens, ElementsAre(2, 2, 2));
}

TEST_F(ServerTextTest, ASeedDrawsASentenceEquallyInEveryText) {
  v1::TranslateRequest request = Short("The dog sees the cat.");
  request.mutable_options()->mutable_sampling()->set_seed(7);
  const std::string alone = Best(request).text();
  request.set_texts(0, "A dog! The dog sees the cat.");
  const v1::Translation both = Best(request);
  ASSERT_EQ(both.segments_size(), 2);
  EXPECT_EQ(both.text().substr(both.segments(1).target().begin()), alone);
  request.mutable_options()->mutable_sampling()->set_seed(8);
  EXPECT_NE(Best(request).text(), both.text());
}

TEST_F(ServerTextTest, SegmentsTileTheText) {
  const std::string text = "The cat. A dog!\n\n* Who sees it? \n";
  const v1::Translation best = Best(Short(text));
  ASSERT_EQ(best.segments_size(), 3);
  std::string gaps;
  int32_t end = 0;
  for (const v1::Segment& segment : best.segments()) {
    gaps += text.substr(end, segment.source().begin() - end) + "|";
    end = segment.source().end();
  }
  EXPECT_EQ(gaps + text.substr(end), "| |\n\n* | \n");
}

// Returns the bytes before, between and after the segments.
std::vector<std::string> GapsOf(const std::string& text,
                                const std::vector<v1::ByteSpan>& segments) {
  std::vector<std::string> gaps;
  int32_t end = 0;
  for (const v1::ByteSpan& segment : segments) {
    EXPECT_GE(segment.begin(), end);
    EXPECT_LE(segment.begin(), segment.end());
    gaps.push_back(text.substr(end, segment.begin() - end));
    end = segment.end();
  }
  gaps.push_back(text.substr(end));
  return gaps;
}

TEST_F(ServerTextTest, RandomMixesKeepTheirShape) {
  std::mt19937 random(30);
  v1::TranslateRequest request = Short("The cat.");
  for (int i = 0; i < 300; ++i) {
    request.add_texts(RandomText(random, 16));
  }
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  for (int i = 0; i < request.texts_size(); ++i) {
    const std::string& text = request.texts(i);
    SCOPED_TRACE(testing::PrintToString(text));
    ASSERT_TRUE(response.results(i).has_translations())
        << response.results(i).error().message();
    const v1::Translation& translation =
        response.results(i).translations().hypotheses(0);
    std::vector<v1::ByteSpan> sources;
    std::vector<v1::ByteSpan> targets;
    for (const v1::Segment& segment : translation.segments()) {
      sources.push_back(segment.source());
      targets.push_back(segment.target());
    }
    const std::vector<std::string> before = GapsOf(text, sources);
    const std::vector<std::string> after = GapsOf(translation.text(), targets);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t gap = 0; gap < before.size(); ++gap) {
      // Sentences without a space between them get one.
      EXPECT_TRUE(before[gap] == after[gap] ||
                  (before[gap].empty() && after[gap] == " "))
          << after[gap];
    }
    EXPECT_EQ(std::ranges::count(text, '\n'),
              std::ranges::count(translation.text(), '\n'));
    EXPECT_EQ(translation.text().find("\u2047"), std::string::npos);
    EXPECT_EQ(translation.text().find("\ufffd"), std::string::npos);
  }
}

TEST_F(ServerTextTest, WrappedLinesAreOneSentence) {
  v1::TranslateRequest request = Short("The cat\nsees the dog.");
  EXPECT_EQ(Best(request).segments_size(), 2);
  request.set_line_breaks(v1::LINE_BREAKS_WRAPPED);
  const v1::Translation wrapped = Best(request);
  EXPECT_EQ(wrapped.segments_size(), 1);
  EXPECT_EQ(wrapped.text(), TranslationOf("The cat sees the dog."));
}

TEST_F(ServerTextTest, TheFirstSentenceHasThePrefix) {
  v1::TranslateRequest request = Short("The cat. The dog.");
  request.mutable_options()->add_target_prefix("el");
  EXPECT_EQ(Best(request).text().rfind("el", 0), 0U);
  EXPECT_THAT(Best(request).text(), HasSubstr(TranslationOf("The dog.")));
}

TEST_F(ServerTextTest, ALongSentenceIsTranslatedInParts) {
  std::string text = "The cat";
  for (int i = 0; i < 600; ++i) {
    text += i % 10 == 9 ? " sees the dog," : " and the cat";
  }
  v1::TranslateRequest request = Short(text);
  const v1::Translation best = Best(request);
  ASSERT_GT(best.segments_size(), 1);
  for (const v1::Segment& segment : best.segments()) {
    ASSERT_EQ(segment.flags_size(), 1);
    EXPECT_EQ(segment.flags(0), v1::SEGMENT_FLAG_SPLIT);
  }
  request.set_split(v1::SPLIT_OFF);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_THAT(response.results(0).error().message(),
              HasSubstr("the positions of the model"));
}

TEST_F(ServerTextTest, RefusesUnknownNumbers) {
  v1::TranslateResponse response;
  v1::TranslateRequest request = Short("The cat.");
  request.set_split(static_cast<v1::Split>(9));
  EXPECT_THAT(Translate(request, response).error_message(),
              HasSubstr("split is 9"));
  request = Short("The cat.");
  request.set_line_breaks(static_cast<v1::LineBreaks>(9));
  EXPECT_THAT(Translate(request, response).error_message(),
              HasSubstr("line_breaks is 9"));
}

TEST_F(ServerTextTest, AResponseThatIsTooLargeNamesTheRemedy) {
  v1::TranslateRequest request = Short("The cat. The dog.");
  grpc::ClientContext small;
  small.AddMetadata("interpres-max-response-bytes", "50");
  v1::TranslateResponse response;
  const grpc::Status status = stub().Translate(&small, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("StreamTranslate"));
}

// Windows of 2 segments.
class SmallWindowTest : public ServerTextTest {
 protected:
  void SetUp() override {
    ServerOptions options = SmallServer();
    options.queue = {.max_jobs = 4, .max_tokens = 400};
    options.split = "off";
    Start(options);
  }

  static std::string Sentences(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += i % 2 == 0 ? "The cat sees. " : "A dog.\n";
    }
    return text;
  }
};

TEST_F(SmallWindowTest, TheServerDecidesIfTheRequestDoesNot) {
  EXPECT_EQ(Best(Short("The cat. The dog.")).segments_size(), 1);
}

TEST_F(SmallWindowTest, ATextMayBeLongerThanTheQueue) {
  v1::TranslateRequest request = Short(Sentences(60));
  request.set_split(v1::SPLIT_SENTENCES);
  request.add_texts("The cat sees.");
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  const v1::Translation& best =
      response.results(0).translations().hypotheses(0);
  ASSERT_EQ(best.segments_size(), 60);
  const std::string& cat =
      response.results(1).translations().hypotheses(0).text();
  for (int i = 0; i < 60; i += 2) {
    const v1::ByteSpan& span = best.segments(i).target();
    EXPECT_EQ(best.text().substr(span.begin(), span.end() - span.begin()), cat);
  }
  AwaitAtMost("interpres_queue_texts", 0);
}

TEST_F(SmallWindowTest, ACancelledTextLeavesNothingBehind) {
  v1::TranslateRequest request = Short(Sentences(2000));
  request.set_split(v1::SPLIT_SENTENCES);
  request.mutable_options()->clear_max_length();
  {
    PendingCall call(stub(), request);
    AwaitAtLeast("interpres_queue_texts", 100);
    call.Cancel();
    EXPECT_EQ(call.Await().error_code(), grpc::StatusCode::CANCELLED);
  }
  AwaitAtMost("interpres_queue_texts", 0);
  AwaitAtMost("interpres_calls_in_flight", 0);
}

TEST_F(SmallWindowTest, ADeadlineEndsALongText) {
  v1::TranslateRequest request = Short(Sentences(2000));
  request.set_split(v1::SPLIT_SENTENCES);
  request.mutable_options()->clear_max_length();
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(300));
  v1::TranslateResponse response;
  EXPECT_EQ(stub().Translate(&context, request, &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  AwaitAtMost("interpres_queue_texts", 0);
}

}  // namespace
}  // namespace interpres
