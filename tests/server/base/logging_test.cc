#include "server/base/logging.h"

#include <gtest/gtest.h>

#include <cmath>

namespace interpres {
namespace {

constexpr std::string_view kTime = "2026-01-02T03:04:05.678Z";

TEST(LoggingTest, WritesText) {
  EXPECT_EQ(FormatLogLine({.level = LogLevel::kInfo,
                           .event = "server ready",
                           .fields = {{"address", "127.0.0.1:1"},
                                      {"workers", int64_t{2}},
                                      {"seconds", 0.25},
                                      {"note", "two words"},
                                      {"empty", ""}}},
                          LogFormat::kText, kTime),
            "2026-01-02T03:04:05.678Z info server ready address=127.0.0.1:1 "
            "workers=2 seconds=0.25 note=\"two words\" empty=\"\"");
}

TEST(LoggingTest, WritesJson) {
  EXPECT_EQ(FormatLogLine({.level = LogLevel::kError,
                           .event = "no \"model\"",
                           .fields = {{"path", "a\\b"}, {"n", int64_t{-1}}}},
                          LogFormat::kJson, kTime),
            "{\"time\":\"2026-01-02T03:04:05.678Z\",\"level\":\"error\","
            "\"message\":\"no \\\"model\\\"\",\"path\":\"a\\\\b\",\"n\":-1}");
}

TEST(LoggingTest, AValueCannotForgeALine) {
  const std::string line =
      FormatLogLine({.level = LogLevel::kInfo,
                     .event = "bad",
                     .fields = {{"value", "x\n2026 info forged"}}},
                    LogFormat::kText, kTime);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NE(line.find("\\u000a"), std::string::npos);
}

TEST(LoggingTest, JsonIsUtf8EvenIfAValueIsNot) {
  const std::string line = FormatLogLine(
      {.level = LogLevel::kInfo, .event = "bad", .fields = {{"value", "\xff"}}},
      LogFormat::kJson, kTime);
  EXPECT_NE(line.find("\"value\":\"\xef\xbf\xbd\""), std::string::npos);
}

TEST(LoggingTest, JsonHasNullForANumberThatIsNotFinite) {
  const std::string line =
      FormatLogLine({.level = LogLevel::kInfo,
                     .event = "odd",
                     .fields = {{"a", std::nan("")}, {"b", HUGE_VAL}}},
                    LogFormat::kJson, kTime);
  EXPECT_NE(line.find("\"a\":null,\"b\":null}"), std::string::npos) << line;
}

TEST(LoggingTest, ParsesNames) {
  EXPECT_EQ(*ParseLogLevel("warning"), LogLevel::kWarning);
  EXPECT_EQ(*ParseLogFormat("json"), LogFormat::kJson);
  EXPECT_EQ(ParseLogLevel("loud").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ParseLogFormat("xml").status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace interpres
