// `interpres-bench` on the command line.

#include "client/bench/bench_cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/client/cli_fixture.h"
#include "tests/testing/fake_translation_service.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;

class BenchCliTest : public ::testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code =
        RunBenchCli(std::move(arguments), {.out = out, .err = err});
    return {.code = static_cast<int>(code), .out = out.str(), .err = err.str()};
  }

  // Two clients for 0.2 s.
  Outcome Bench(const FakeTranslationService& server,
                std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"--server", server.address(), "--input",
                      temp_dir_.Write("texts", "one\n\ntwo\n"), "--duration",
                      "0.2", "--clients", "2"});
    return Run(std::move(arguments));
  }

  const TempDir temp_dir_;
  const std::string directory_ = temp_dir_.path().string();
};

TEST_F(BenchCliTest, PrintsATableAndDrawsAPicture) {
  FakeTranslationService server;
  const std::string plot = directory_ + "/bench.svg";
  const Outcome outcome = Bench(server, {"--plot", plot});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("sentences/s"));
  EXPECT_THAT(outcome.out, HasSubstr("latency p99, ms"));
  EXPECT_THAT(Content(plot), HasSubstr("closed loop, 2 clients"));
}

TEST_F(BenchCliTest, AnOpenLoopSendsTheOptionsAndPrintsJson) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        EXPECT_EQ(request.target_language(), "es");
        EXPECT_EQ(request.options().beam_size(), 2);
        EXPECT_EQ(request.priority(), interpres::v1::PRIORITY_BATCH);
        EXPECT_EQ(request.integrity(), interpres::v1::INTEGRITY_OFF);
        EXPECT_EQ(request.split(), interpres::v1::SPLIT_OFF);
        EXPECT_EQ(request.texts_size(), 3);
        return TranslateWithBrackets(request, response);
      });
  const Outcome outcome =
      Bench(server, {"--rate", "100", "--arrivals", "fixed", "--to", "es",
                     "--beam", "2", "--priority", "batch", "--integrity", "off",
                     "--split", "off", "--texts-per-request", "3", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"requests\":\"19\""));
  EXPECT_TRUE(outcome.out.ends_with("}\n"));
}

// Refusals for load are a result; other failures are not.
TEST_F(BenchCliTest, TheExitCodeSaysWhetherAnythingFailed) {
  std::atomic<int> calls = 0;
  std::atomic<bool> broken = false;
  FakeTranslationService server([&](const TranslateRequest& request,
                                    TranslateResponse* response) {
    if (++calls % 2 == 0) {
      return broken ? grpc::Status(grpc::StatusCode::INTERNAL, "broken")
                    : interpres::testing::BusyFor(std::chrono::milliseconds(1));
    }
    return TranslateWithBrackets(request, response);
  });
  EXPECT_EQ(Bench(server, {"--rate", "100"}).code, 0);
  broken = true;
  EXPECT_EQ(Bench(server, {"--rate", "100"}).code, 1);
}

TEST_F(BenchCliTest, AReportThatCannotBeWrittenIsAnError) {
  FakeTranslationService server;
  std::ostringstream err;
  std::ofstream full("/dev/full");
  const ExitCode code =
      RunBenchCli({"--server", server.address(), "--input",
                   temp_dir_.Write("texts", "one\n"), "--duration", "0.1"},
                  {.out = full, .err = err});
  EXPECT_EQ(code, ExitCode::kInputOutput);
}

TEST_F(BenchCliTest, PrintsTheFirstMessageOfAnError) {
  FakeTranslationService server([](const auto&, auto*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "beam 99 of 16");
  });
  const Outcome outcome = Bench(server, {});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("    first message: beam 99 of 16\n"));
}

TEST_F(BenchCliTest, RejectsWrongCommandLines) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"--arrival-seed=-1"},
                                                    {"--no-such-flag"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("run `interpres-bench --help`"));
  }
}

TEST_F(BenchCliTest, HelpNamesTheExitCodes) {
  const Outcome outcome = Run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Exit codes"));
}

TEST_F(BenchCliTest, RefusesAnUnreadableInput) {
  FakeTranslationService server;
  const Outcome outcome =
      Run({"--server", server.address(), "--input", directory_ + "/nothing"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("has no text"));
}

}  // namespace
}  // namespace interpres
