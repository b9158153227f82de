#include "server/service/stream_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "server/base/retry_delay.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

const TimePoint kArrival = TimePoint(seconds(3600));

v1::StreamTranslateRequest WithTimeout(int64_t timeout_seconds, int32_t nanos) {
  v1::StreamTranslateRequest request;
  request.mutable_timeout()->set_seconds(timeout_seconds);
  request.mutable_timeout()->set_nanos(nanos);
  return request;
}

TEST(StreamWeightTest, CountsTextsAndMoreForAttention) {
  v1::TranslateRequest request;
  EXPECT_EQ(StreamWeight(request), 1);
  request.add_texts("one");
  request.add_texts("two");
  EXPECT_EQ(StreamWeight(request), 2);
  request.mutable_options()->set_return_attention(true);
  EXPECT_EQ(StreamWeight(request), 32);
}

TEST(StreamMessageTest, PartialResultsAndSeveralDrawsContradict) {
  v1::TranslateRequest request;
  request.mutable_options()->mutable_sampling()->set_seed(1);
  request.mutable_options()->set_n_best(2);
  const absl::Status status = CheckPartialResults(
      request, {.condition = "field is true and ", .remedy = "clear field"});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "field is true and options.sampling is set and options.n_best is "
            "2; expected n_best 1, because the draws of a sentence are in "
            "different translations; clear field");
  request.mutable_options()->set_n_best(1);
  EXPECT_TRUE(CheckPartialResults(request, {}).ok());
  request.mutable_options()->set_n_best(2);
  request.mutable_options()->clear_sampling();
  EXPECT_TRUE(CheckPartialResults(request, {}).ok());
}

TEST(StreamMessageTest, PartialResultsHaveNoMarkup) {
  v1::TranslateRequest request;
  request.set_format(v1::TEXT_FORMAT_PLAIN);
  EXPECT_TRUE(CheckPartialResults(request, {}).ok());
  request.set_format(v1::TEXT_FORMAT_HTML);
  EXPECT_EQ(CheckPartialResults(request, {.remedy = "clear field"}).message(),
            "format is 2; expected 1 (TEXT_FORMAT_PLAIN), because a sentence "
            "alone has no markup; clear field");
}

int64_t WeightOf(std::string text) {
  v1::TranslateRequest request;
  request.add_texts(std::move(text));
  return StreamWeight(request);
}

TEST(StreamWeightTest, ATextCountsForItsSentences) {
  EXPECT_EQ(WeightOf("One sentence"), 1);
  EXPECT_EQ(WeightOf("One sentence."), 1);
  EXPECT_EQ(WeightOf("One. Two! Three?"), 3);
  EXPECT_EQ(WeightOf("A line\nAnother line\r\n\r\nThe last. "), 3);
  EXPECT_EQ(WeightOf("It costs 1.234.567 euros."), 1);
}

TEST(StreamWeightTest, ATextWithoutMarksCountsForItsBytes) {
  EXPECT_EQ(WeightOf(std::string(511, 'a')), 1);
  EXPECT_EQ(WeightOf(std::string(5120, 'a')), 10);
}

TEST(StreamWeightTest, AnEmptyTextCounts) { EXPECT_EQ(WeightOf(""), 1); }

TEST(DeadlineOfMessageTest, ATimeoutCountsFromTheArrival) {
  EXPECT_EQ(*DeadlineOfMessage(WithTimeout(1, 500'000'000), kArrival, kNever),
            kArrival + milliseconds(1500));
}

TEST(DeadlineOfMessageTest, TheEarlierDeadlineHolds) {
  const TimePoint stream = kArrival + seconds(2);
  EXPECT_EQ(*DeadlineOfMessage({}, kArrival, stream), stream);
  EXPECT_EQ(*DeadlineOfMessage(WithTimeout(3, 0), kArrival, stream), stream);
  EXPECT_EQ(*DeadlineOfMessage(WithTimeout(1, 0), kArrival, stream),
            kArrival + seconds(1));
}

TEST(DeadlineOfMessageTest, AHugeTimeoutDoesNotOverflow) {
  EXPECT_GT(
      *DeadlineOfMessage(WithTimeout(std::numeric_limits<int64_t>::max(), 0),
                         kArrival, kNever),
      kArrival + std::chrono::hours(24 * 364));
}

TEST(DeadlineOfMessageTest, ATimeoutMustBePositive) {
  for (const v1::StreamTranslateRequest& request :
       {WithTimeout(0, 0), WithTimeout(-1, 0), WithTimeout(0, -1),
        WithTimeout(std::numeric_limits<int64_t>::min(), 0)}) {
    const auto deadline = DeadlineOfMessage(request, kArrival, kNever);
    EXPECT_EQ(deadline.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(deadline.status().message()),
                HasSubstr("expected more than 0"));
  }
}

TEST(FillErrorTest, HasTheRetryDelayIfThereIsOne) {
  v1::RequestError error;
  FillError(absl::NotFoundError("which model?"), error);
  EXPECT_EQ(error.code(), 5);
  EXPECT_EQ(error.message(), "which model?");
  EXPECT_FALSE(error.has_retry_delay());
  FillError(WithRetryDelay(absl::UnavailableError("x"), milliseconds(1500)),
            error);
  EXPECT_EQ(error.code(), 14);
  EXPECT_EQ(error.retry_delay().seconds(), 1);
  EXPECT_EQ(error.retry_delay().nanos(), 500'000'000);
}

}  // namespace
}  // namespace interpres
