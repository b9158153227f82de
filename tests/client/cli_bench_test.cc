// `interpres bench` on the command line.

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>

#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;

class CliBenchTest : public CliTest {
 protected:
  Outcome Bench(const FakeTranslationService& server,
                std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"bench", "--server", server.address(), "--input",
                      temp_dir_.Write("texts", "one\n\ntwo\n"), "--duration",
                      "0.2", "--clients", "2"});
    return Run(std::move(arguments), "");
  }
};

TEST_F(CliBenchTest, PrintsATableAndDrawsAPicture) {
  FakeTranslationService server;
  const std::string plot = directory_ + "/bench.svg";
  const Outcome outcome = Bench(server, {"--plot", plot});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("sentences/s"));
  EXPECT_THAT(outcome.out, HasSubstr("latency p99, ms"));
  EXPECT_THAT(Content(plot), HasSubstr("closed loop, 2 clients"));
}

TEST_F(CliBenchTest, AnOpenLoopSendsTheOptionsAndPrintsJson) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        EXPECT_EQ(request.target_language(), "es");
        EXPECT_EQ(request.options().beam_size(), 2);
        EXPECT_EQ(request.priority(), interpres::v1::PRIORITY_BATCH);
        EXPECT_EQ(request.texts_size(), 3);
        return TranslateWithBrackets(request, response);
      });
  const Outcome outcome =
      Bench(server,
            {"--rate", "100", "--arrivals", "fixed", "--to", "es", "--beam",
             "2", "--priority", "batch", "--texts-per-request", "3", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"requests\":\"19\""));
  EXPECT_TRUE(outcome.out.ends_with("}\n"));
}

// Refusals for load are a result; other failures are not.
TEST_F(CliBenchTest, TheExitCodeSaysWhetherAnythingFailed) {
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

TEST_F(CliBenchTest, AReportThatCannotBeWrittenIsAnError) {
  FakeTranslationService server;
  std::istringstream in;
  std::ostringstream err;
  std::ofstream full("/dev/full");
  const ExitCode code =
      RunCli({"bench", "--server", server.address(), "--input",
              temp_dir_.Write("texts", "one\n"), "--duration", "0.1"},
             {.in = in, .out = full, .err = err, .sleep = nullptr});
  EXPECT_EQ(code, ExitCode::kInputOutput);
}

TEST_F(CliBenchTest, RefusesAnUnreadableInput) {
  FakeTranslationService server;
  const Outcome outcome = Run({"bench", "--server", server.address(), "--input",
                               directory_ + "/nothing"},
                              "");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("has no text"));
}

}  // namespace
}  // namespace interpres
