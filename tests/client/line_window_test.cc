#include "client/line_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace interpres {
namespace {

using interpres::v1::StreamTranslateRequest;
using interpres::v1::StreamTranslateResponse;
using std::chrono::milliseconds;
using ::testing::ElementsAre;

WindowLine Line(const std::string& text) {
  WindowLine line;
  line.outcome.line.text = text;
  return line;
}

StreamTranslateResponse Answer(uint64_t id, const std::string& text) {
  StreamTranslateResponse response;
  response.set_id(id);
  response.mutable_response()
      ->add_results()
      ->mutable_translations()
      ->add_hypotheses()
      ->set_text(text);
  return response;
}

StreamTranslateResponse Error(uint64_t id, absl::StatusCode code,
                              int delay_ms) {
  StreamTranslateResponse response;
  response.set_id(id);
  response.mutable_error()->set_code(static_cast<int>(code));
  response.mutable_error()->mutable_retry_delay()->set_nanos(delay_ms *
                                                             1000000);
  return response;
}

// "source>translation" of the lines that are done.
std::vector<std::string> Take(LineWindow& window) {
  std::vector<std::string> taken;
  for (const WindowLine& line : window.TakeDone()) {
    const auto& hypotheses = line.outcome.result.translations().hypotheses();
    taken.push_back(line.outcome.line.text + ">" +
                    (hypotheses.empty() ? "" : hypotheses[0].text()));
  }
  return taken;
}

TEST(LineWindowTest, KeepsTheOrderOfTheInput) {
  LineWindow window({.size = 8});
  EXPECT_TRUE(window.Add(Line("a"), false));
  EXPECT_TRUE(window.Add(Line("b"), false));
  EXPECT_TRUE(window.Add(Line("known"), true));
  window.EndInput();
  window.SetStream([] {});
  const uint64_t a = window.NextToSend()->id();
  const uint64_t b = window.NextToSend()->id();
  window.OnResult(Answer(b, "B"));
  window.OnResult(Answer(a, "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A", "b>B", "known>"));
  window.OnResultsEnd();
  EXPECT_THAT(Take(window), ElementsAre());
  EXPECT_FALSE(window.NextToSend().has_value());
  EXPECT_FALSE(window.AwaitWork());
}

TEST(LineWindowTest, WithoutOrderWhatIsDoneGoesFirst) {
  LineWindow window({.size = 8, .ordered = false});
  window.Add(Line("a"), false);
  window.Add(Line("b"), false);
  window.EndInput();
  window.SetStream([] {});
  const uint64_t a = window.NextToSend()->id();
  window.OnResult(Answer(window.NextToSend()->id(), "B"));
  EXPECT_THAT(Take(window), ElementsAre("b>B"));
  window.OnResult(Answer(a, "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A"));
}

TEST(LineWindowTest, LinesOfABrokenStreamAreSentAgainOnce) {
  LineWindow window({.size = 8});
  window.Add(Line("a"), false);
  window.Add(Line("b"), false);
  window.EndInput();
  window.SetStream([] {});
  const uint64_t a = window.NextToSend()->id();
  const uint64_t b = window.NextToSend()->id();
  window.OnResult(Answer(a, "A"));
  window.OnResultsEnd();
  EXPECT_FALSE(window.NextToSend().has_value());
  window.SetStream(nullptr);
  EXPECT_GT(window
                .OnStreamEnd({.status = absl::UnavailableError("gone"),
                              .server_delay = std::nullopt})
                .delay,
            milliseconds(0));
  EXPECT_TRUE(window.AwaitWork());
  window.SetStream([] {});
  EXPECT_EQ(window.NextToSend()->id(), b);
  window.OnResult(Answer(a, "again"));
  window.OnResult(Answer(b, "B"));
  window.OnResult(Answer(b, "again"));
  EXPECT_THAT(Take(window), ElementsAre("a>A", "b>B"));
}

TEST(LineWindowTest, AServerThatStaysAwayStopsTheWork) {
  LineWindow window({.size = 8, .retry = {.max_attempts = 2}});
  window.Add(Line("a"), false);
  const StreamEnd gone = {.status = absl::UnavailableError("gone"),
                          .server_delay = std::nullopt};
  EXPECT_GT(window.OnStreamEnd(gone).delay, milliseconds(0));
  EXPECT_TRUE(window.AwaitWork());
  window.OnStreamEnd(gone);
  EXPECT_FALSE(window.AwaitWork());
  EXPECT_THAT(Take(window), ElementsAre());
  EXPECT_EQ(window.stopped_by(), gone.status);
  EXPECT_FALSE(window.Add(Line("b"), false));
}

// A window whose time stands still until a test moves it.
class OutageTest : public ::testing::Test {
 protected:
  LineWindow Window(RetryPolicy retry) {
    return LineWindow({.size = 8,
                       .timeout = std::chrono::seconds(60),
                       .retry = retry,
                       .now = [this] { return now_; }});
  }

  // Streams that fail, each after the wait that the window asked for, until the
  // work stops. Counts the outages that were announced.
  void FailUntilStopped(LineWindow& window) {
    while (window.AwaitWork()) {
      window.SetStream([] {});
      window.NextToSend();
      window.OnResultsEnd();
      window.SetStream(nullptr);
      const AfterStream after = window.OnStreamEnd(gone_);
      announced_ += after.outage.ok() ? 0 : 1;
      now_ += after.delay;
    }
  }

  const StreamEnd gone_ = {.status = absl::UnavailableError("gone"),
                           .server_delay = std::nullopt};
  const std::chrono::steady_clock::time_point start_{std::chrono::hours(1)};
  std::chrono::steady_clock::time_point now_ = start_;
  int announced_ = 0;
};

TEST_F(OutageTest, StreamsAreRetriedUntilTheTimeout) {
  LineWindow window = Window({.max_attempts = 0});
  window.Add(Line("a"), false);
  FailUntilStopped(window);
  EXPECT_GE(now_ - start_, milliseconds(59'900));
  EXPECT_LT(now_ - start_, milliseconds(60'000));
  EXPECT_EQ(window.stopped_by(), gone_.status);
  EXPECT_EQ(announced_, 1);
}

TEST_F(OutageTest, AttemptsEndRetriesEarlier) {
  LineWindow window = Window({.max_attempts = 3});
  window.Add(Line("a"), false);
  FailUntilStopped(window);
  EXPECT_LT(now_ - start_, milliseconds(1000));
  EXPECT_EQ(window.stopped_by(), gone_.status);
}

TEST_F(OutageTest, TheTimeOfAnOutageDoesNotCountForTheLines) {
  LineWindow window = Window({.max_attempts = 0});
  window.Add(Line("a"), false);
  window.EndInput();
  window.SetStream([] {});
  ASSERT_TRUE(window.NextToSend());
  now_ += std::chrono::seconds(50);
  window.OnResultsEnd();
  window.SetStream(nullptr);
  EXPECT_TRUE(window.OnStreamEnd(gone_).outage.ok());
  now_ += std::chrono::seconds(20);
  window.SetStream([] {});
  const std::optional<StreamTranslateRequest> message = window.NextToSend();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->timeout().seconds(), 60);
  window.OnResult(Answer(message->id(), "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A"));
}

// Otherwise a server that restarts for ever would keep the client for ever.
TEST_F(OutageTest, AnErrorThatIsRetriedDoesNotEndAnOutage) {
  LineWindow window = Window({.max_attempts = 0});
  window.Add(Line("a"), false);
  while (window.AwaitWork() && now_ - start_ < std::chrono::hours(1)) {
    window.SetStream([] {});
    window.OnResult(Error(window.NextToSend()->id(),
                          absl::StatusCode::kUnavailable, /*delay_ms=*/0));
    window.OnResultsEnd();
    window.SetStream(nullptr);
    // Longer than any wait for the line.
    now_ += window.OnStreamEnd(gone_).delay + std::chrono::seconds(2);
  }
  EXPECT_LT(now_ - start_, std::chrono::seconds(65));
  EXPECT_EQ(window.stopped_by(), gone_.status);
}

TEST_F(OutageTest, EachOutageIsAnnouncedOnce) {
  LineWindow window = Window({.max_attempts = 0});
  window.Add(Line("a"), false);
  for (const char* text : {"b", "c"}) {
    window.Add(Line(text), false);
    for (int i = 0; i < 4; ++i) {
      const AfterStream after = window.OnStreamEnd(gone_);
      announced_ += after.outage.ok() ? 0 : 1;
      now_ += after.delay;
    }
    window.SetStream([] {});
    window.OnResult(Answer(window.NextToSend()->id(), "done"));
    EXPECT_EQ(window.TakeDone().size(), 1u);
    window.SetStream(nullptr);
  }
  EXPECT_EQ(announced_, 2);
}

TEST(LineWindowTest, AnIdleStreamMayEnd) {
  LineWindow window({.size = 8, .retry = {.max_attempts = 2}});
  const StreamEnd gone = {.status = absl::UnavailableError("too old"),
                          .server_delay = std::nullopt};
  window.SetStream([] {});
  window.Add(Line("a"), false);
  window.OnResult(Answer(window.NextToSend()->id(), "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(window.OnStreamEnd(gone).delay, milliseconds(0));
  }
  window.Add(Line("b"), false);
  EXPECT_GT(window.OnStreamEnd(gone).delay, milliseconds(0));
  EXPECT_TRUE(window.AwaitWork());
}

TEST(LineWindowTest, AServerThatSaysNothingIsUnavailable) {
  LineWindow window(
      {.size = 8, .timeout = milliseconds(1), .retry = {.max_attempts = 1}});
  bool cancelled = false;
  window.Add(Line("a"), false);
  window.Add(Line("b"), false);
  window.SetStream([&cancelled] { cancelled = true; });
  EXPECT_TRUE(window.NextToSend().has_value());
  EXPECT_THAT(Take(window), ElementsAre("a>"));  // its time is over
  EXPECT_TRUE(cancelled);
  window.SetStream(nullptr);
  window.OnStreamEnd({.status = absl::CancelledError("CANCELLED"),
                      .server_delay = std::nullopt});
  EXPECT_EQ(window.stopped_by().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(window.stopped_by().message(),
            "the server has not answered for 1 ms; check the server, or "
            "increase --timeout");
}

TEST(LineWindowTest, AStreamThatDoesNotEndIsEnded) {
  LineWindow window({.size = 8, .timeout = milliseconds(50)});
  bool cancelled = false;
  window.SetStream([&cancelled] { cancelled = true; });
  window.Add(Line("a"), false);
  window.EndInput();
  window.OnResult(Answer(window.NextToSend()->id(), "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A"));
  EXPECT_FALSE(cancelled);
  EXPECT_THAT(Take(window), ElementsAre());
  EXPECT_TRUE(cancelled);
}

TEST(LineWindowTest, ABusyServersDelayIsHonoured) {
  LineWindow window({.size = 8});
  window.Add(Line("a"), false);
  window.EndInput();
  window.SetStream([] {});
  const uint64_t a = window.NextToSend()->id();
  const auto refused_at = std::chrono::steady_clock::now();
  window.OnResult(Error(a, absl::StatusCode::kResourceExhausted, 120));
  EXPECT_EQ(window.NextToSend()->id(), a);
  EXPECT_GE(std::chrono::steady_clock::now() - refused_at, milliseconds(120));
  window.OnResult(Answer(a, "A"));
  EXPECT_THAT(Take(window), ElementsAre("a>A"));
}

TEST(LineWindowTest, ARefusalThatConcernsAllStopsTheWork) {
  LineWindow window({.size = 8});
  window.Add(Line("a"), false);
  window.Add(Line("b"), false);
  bool cancelled = false;
  window.SetStream([&cancelled] { cancelled = true; });
  const uint64_t a = window.NextToSend()->id();
  window.OnResult(Answer(a, "A"));
  window.OnResult(
      Error(window.NextToSend()->id(), absl::StatusCode::kNotFound, 0));
  EXPECT_TRUE(cancelled);
  EXPECT_FALSE(window.NextToSend().has_value());
  EXPECT_THAT(Take(window), ElementsAre("a>A"));  // it was complete before
  EXPECT_THAT(Take(window), ElementsAre());
  EXPECT_EQ(window.stopped_by().code(), absl::StatusCode::kNotFound);
}

TEST(LineWindowTest, ALineWithoutAnAnswerExpires) {
  LineWindow window({.size = 8, .timeout = milliseconds(20)});
  window.Add(Line("a"), false);
  window.EndInput();
  window.SetStream([] {});
  const StreamTranslateRequest message = *window.NextToSend();
  EXPECT_GT(message.timeout().nanos(), 0);
  EXPECT_LE(message.timeout().nanos(), 20'000'000);
  const std::vector<WindowLine> lines = window.TakeDone();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].outcome.status.code(),
            absl::StatusCode::kDeadlineExceeded);
  window.OnResult(Answer(message.id(), "late"));
  EXPECT_THAT(Take(window), ElementsAre());
}

TEST(LineWindowTest, AddWaitsForRoom) {
  LineWindow window({.size = 2});
  std::jthread adder([&window] {
    for (int i = 0; i < 50; ++i) {
      window.Add(Line(std::to_string(i)), true);
    }
    window.EndInput();
  });
  size_t taken = 0;
  for (auto lines = window.TakeDone(); !lines.empty();
       lines = window.TakeDone()) {
    EXPECT_LE(lines.size(), 2u);
    taken += lines.size();
  }
  EXPECT_EQ(taken, 50u);
}

}  // namespace
}  // namespace interpres
