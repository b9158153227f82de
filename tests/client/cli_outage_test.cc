// `interpres translate` while its server is away.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// The address is a socket in the test's own directory, which no other process
// can take while the server is away. The client's waits take no time.
class CliOutageTest : public CliTest {
 protected:
  // More waits than the attempts of a client that gives up after two seconds.
  static constexpr int kWaitsBeforeStart = 20;

  void Start() {
    server_ = std::make_unique<FakeTranslationService>(TranslateWithBrackets,
                                                       address_);
  }

  // Runs `interpres translate`. The server is down from the first wait on, and
  // starts after kWaitsBeforeStart waits.
  Outcome TranslateAcrossRestart(std::vector<std::string> arguments,
                                 const std::string& input) {
    arguments.insert(arguments.begin(), {"translate", "--server", address_});
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    int waits = 0;
    const auto sleep = [this, &waits](std::chrono::milliseconds) {
      ++waits;
      if (waits == 1) {
        server_.reset();
      } else if (waits == kWaitsBeforeStart) {
        Start();
      }
    };
    const ExitCode code =
        RunCli(std::move(arguments),
               {.in = in, .out = out, .err = err, .sleep = sleep});
    return {.code = static_cast<int>(code), .out = out.str(), .err = err.str()};
  }

  static int CountOf(const std::string& part, const std::string& text) {
    int count = 0;
    for (size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1)) {
      ++count;
    }
    return count;
  }

  const std::string address_ = absl::StrCat("unix:", directory_, "/socket");
  std::unique_ptr<FakeTranslationService> server_;
};

TEST_F(CliOutageTest, TranslateWaitsForAServerThatStartsLater) {
  const Outcome outcome = TranslateAcrossRestart({"Hello"}, "");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "<Hello>\n");
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr(address_), HasSubstr("retrying for up to 60 s")));
  EXPECT_EQ(CountOf("warning: ", outcome.err), 1);
}

TEST_F(CliOutageTest, ARestartInTheMiddleOfAFileLosesNoLine) {
  Start();
  server_->BreakStreamsAfter(3);
  const std::string output = directory_ + "/out.txt";
  std::string input;
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&input, i, "\n");
    absl::StrAppend(&expected, "<", i, ">\n");
  }
  const Outcome outcome = TranslateAcrossRestart({"--output", output}, input);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Content(output), expected);
  EXPECT_FALSE(std::filesystem::exists(output + ".partial"));
}

TEST_F(CliOutageTest, AServerThatStaysAwayEndsTheCommandAtTheTimeout) {
  const Outcome outcome =
      Run({"translate", "--server", address_, "--timeout", "2", "Hello"}, "");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("retrying for up to 2 s"));
  EXPECT_THAT(outcome.err, HasSubstr("error: "));
}

TEST_F(CliOutageTest, OneAttemptGivesUpWithoutAWarning) {
  const Outcome outcome =
      Run({"translate", "--server", address_, "--attempts", "1", "Hello"}, "");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, Not(HasSubstr("warning: ")));
}

}  // namespace
}  // namespace interpres
