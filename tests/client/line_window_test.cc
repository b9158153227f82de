#include "client/line_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(LineWindowTest, WhatABrokenStreamLeftIsSentAgainOnce) {
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
  EXPECT_GT(window.OnStreamEnd({.status = absl::UnavailableError("gone"),
                                .server_delay = std::nullopt}),
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
  EXPECT_GT(window.OnStreamEnd(gone), milliseconds(0));
  EXPECT_TRUE(window.AwaitWork());
  window.OnStreamEnd(gone);
  EXPECT_FALSE(window.AwaitWork());
  EXPECT_THAT(Take(window), ElementsAre());
  EXPECT_EQ(window.stopped_by(), gone.status);
  EXPECT_FALSE(window.Add(Line("b"), false));
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
    EXPECT_EQ(window.OnStreamEnd(gone), milliseconds(0));
  }
  window.Add(Line("b"), false);
  EXPECT_GT(window.OnStreamEnd(gone), milliseconds(0));
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
            "the server has not answered for 1 ms");
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
