// The options, files, terminals and exit codes of `interpres`.

#include "client/cli.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <istream>
#include <mutex>
#include <sstream>

#include "client/interruptible_input.h"
#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// A buffer that takes `room` bytes and then fails, as a closed pipe does.
class ClosedPipe : public std::streambuf {
 public:
  explicit ClosedPipe(int room) : room_(room) {}

 protected:
  int overflow(int c) override { return room_-- > 0 ? c : traits_type::eof(); }

 private:
  int room_;
};

TEST_F(CliTest, AnAbsentServerHasItsOwnCode) {
  const std::string address = "unix:nobody-listens";
  for (const char* command : {"translate", "models", "health"}) {
    const Outcome outcome =
        Run({command, "--server", address, "--attempts", "2"}, "Hello\n");
    EXPECT_EQ(outcome.code, 3) << command;
    EXPECT_THAT(outcome.err, HasSubstr(address)) << command;
    EXPECT_THAT(outcome.out, IsEmpty()) << command;
  }
}

TEST_F(CliTest, OptionsReachTheServer) {
  // The handler runs on gRPC's threads.
  std::mutex mutex;
  TranslateRequest last;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        const std::lock_guard lock(mutex);
        last = request;
        return TranslateWithBrackets(request, response);
      });
  const auto seen = [&] {
    const std::lock_guard lock(mutex);
    return last;
  };
  Translate(server, {"--from", "en", "--to", "es", "--model", "m", "--beam",
                     "5", "--nbest", "2", "--length-penalty", "0.5",
                     "--max-length", "77", "Hello"});
  const TranslateRequest chosen = seen();
  EXPECT_EQ(chosen.source_language(), "en");
  EXPECT_EQ(chosen.target_language(), "es");
  EXPECT_EQ(chosen.model(), "m");
  EXPECT_EQ(chosen.options().beam_size(), 5);
  EXPECT_EQ(chosen.options().n_best(), 2);
  EXPECT_EQ(chosen.options().length_penalty(), 0.5F);
  EXPECT_EQ(chosen.options().max_length(), 77);
  EXPECT_FALSE(chosen.options().has_return_token_scores());
  Translate(server, {"Hello"});
  const TranslateRequest defaults = seen();  // the model's
  EXPECT_FALSE(defaults.options().has_beam_size());
  EXPECT_FALSE(defaults.options().has_length_penalty());
}

TEST_F(CliTest, FilesInAndOut) {
  FakeTranslationService server;
  const std::string input = directory_ + "/in.txt";
  const std::string output = directory_ + "/out.txt";
  std::ofstream(input) << "a\n\nb\n";
  const Outcome outcome =
      Translate(server, {"--input", input, "--output", output});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(Content(output), "<a>\n\n<b>\n");
  EXPECT_FALSE(std::filesystem::exists(output + ".partial"));
}

TEST_F(CliTest, TheErrorCountsOnlyLinesThatAreThere) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        return request.texts(0) == "bad"
                   ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining")
                   : TranslateWithBrackets(request, response);
      });
  const Outcome alone = Translate(server, {"--attempts", "2", "bad"});
  EXPECT_EQ(alone.code, 3);
  EXPECT_THAT(alone.err, HasSubstr("draining"));
  EXPECT_THAT(alone.err, Not(HasSubstr("stopped after")));
  const Outcome second = Translate(server, {"--attempts", "2", "good", "bad"});
  EXPECT_EQ(second.code, 3);
  EXPECT_THAT(second.err, HasSubstr("error: stopped after 1 line: "));
}

TEST_F(CliTest, AnIncompleteOutputIsNamedSo) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        return request.texts(0) == "3"
                   ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining")
                   : TranslateWithBrackets(request, response);
      });
  const std::string output = directory_ + "/out.txt";
  std::ofstream(output) << "old";
  const Outcome outcome = Translate(
      server, {"--attempts", "2", "--output", output}, "1\n2\n3\n4\n5\n");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("stopped after 2 lines"));
  EXPECT_THAT(outcome.err, HasSubstr("out.txt.partial has 2 lines; run the "
                                     "same command again to start over"));
  EXPECT_THAT(outcome.err, HasSubstr("from line 3 on (tail -n +3)"));
  EXPECT_EQ(Content(output), "old");
  EXPECT_EQ(Content(output + ".partial"), "<1>\n<2>\n");
}

// Numbers of input lines begin at 1 again in a second run.
TEST_F(CliTest, AnIncompleteOutputWithNumbersCannotBeContinued) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        return request.texts(0) == "2"
                   ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "draining")
                   : TranslateWithBrackets(request, response);
      });
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--json"}, {"--nbest", "2"}}) {
    std::vector<std::string> arguments = {"--attempts", "2", "--output",
                                          directory_ + "/out.txt"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Outcome outcome = Translate(server, arguments, "1\n2\n");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("has 1 line; run the same command again "
                                       "to start over\n"));
  }
}

// Exit code 1 says both "some lines failed" and "the work stopped".
TEST_F(CliTest, AnOutputThatARefusalCutShortIsIncomplete) {
  FakeTranslationService server(
      [](const TranslateRequest& /*request*/, TranslateResponse* /*response*/) {
        return grpc::Status(grpc::StatusCode::PERMISSION_DENIED, "not you");
      });
  const std::string output = directory_ + "/out.txt";
  std::ofstream(output) << "old";
  const Outcome outcome = Translate(server, {"--output", output}, "1\n2\n3\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("out.txt.partial has 0 lines; run the "
                                     "same command again to start over\n"));
  EXPECT_EQ(Content(output), "old");
}

TEST_F(CliTest, OnAFullDiskNoLineCountsAsComplete) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "skipped: no /dev/full here";
  }
  FakeTranslationService server;
  const std::string output = directory_ + "/out.txt";
  std::filesystem::create_symlink("/dev/full", output + ".partial");
  const Outcome outcome = Translate(server, {"--output", output}, "1\n2\n");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("out.txt.partial has 0 lines"));
}

TEST_F(CliTest, AnOutputThatCannotBeDoesNotWaitForInput) {
  FakeTranslationService server;
  const std::string pipe = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int writer = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  const Outcome outcome = Translate(
      server, {"--input", pipe, "--output", directory_ + "/missing/out.txt"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("missing/out.txt"));
  close(writer);
}

// Input that never ends must not hold up an error.
TEST_F(CliTest, AFatalErrorDoesNotWaitForInput) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  ASSERT_EQ(write(ends[1], "one\n", 4), 4);
  InterruptibleInput input(ends[0]);
  std::istream in(&input);
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code =
      RunCli({"translate", "--server", "127.0.0.1:1", "--attempts", "1"},
             {.in = in,
              .out = out,
              .err = err,
              .interrupt_input = [&input] { input.Interrupt(); },
              .sleep = nullptr});
  EXPECT_EQ(code, ExitCode::kUnreachable);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(CliTest, AFatalErrorDoesNotWaitForAPipe) {
  const std::string path = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int writer = open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(write(writer, "one\n", 4), 4);
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCli({"translate", "--server", "127.0.0.1:1", "--attempts", "1",
                    "--input", path},
                   {.in = in, .out = out, .err = err, .sleep = nullptr}),
            ExitCode::kUnreachable);
  close(writer);
}

TEST_F(CliTest, FilesThatCannotBeOpened) {
  FakeTranslationService server;
  const std::string missing = directory_ + "/missing/file";
  const Outcome input = Translate(server, {"--input", missing});
  EXPECT_EQ(input.code, 4);
  EXPECT_THAT(input.err, HasSubstr(missing + ": No such file"));
  EXPECT_EQ(Translate(server, {"--output", missing}, "a\n").code, 4);
  const Outcome directory = Translate(server, {"--input", directory_});
  EXPECT_EQ(directory.code, 4);
  EXPECT_THAT(directory.err, HasSubstr(directory_ + ": Is a directory"));
}

TEST_F(CliTest, AClosedOutputEndsIt) {
  FakeTranslationService server;
  std::istringstream in("one\ntwo\nthree\n");
  ClosedPipe pipe(8);
  std::ostream out(&pipe);
  std::ostringstream err;
  const ExitCode code =
      RunCli({"translate", "--server", server.address()},
             {.in = in, .out = out, .err = err, .sleep = nullptr});
  EXPECT_EQ(code, ExitCode::kInputOutput);
  EXPECT_THAT(err.str(), HasSubstr("cannot be written"));
}

TEST_F(CliTest, TheBarIsForTerminalsOnly) {
  FakeTranslationService server;
  EXPECT_THAT(Translate(server, {}, "a\n").err, IsEmpty());
  err_is_terminal_ = true;
  const Outcome outcome = Translate(server, {}, "a\n");
  EXPECT_THAT(outcome.err, HasSubstr("1 lines"));
  EXPECT_TRUE(outcome.err.ends_with("\r\x1b[K"));
  EXPECT_EQ(outcome.out, "<a>\n");
  EXPECT_THAT(Translate(server, {"--quiet"}, "a\n").err, IsEmpty());
}

TEST_F(CliTest, WrongCommandLines) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"transmogrify"},
      {"translate", "--no-such-flag"},
      {"translate", "--in-flight", "0", "x"},
      {"translate", "--unordered", "x"},
      {"translate", "--timeout", "-1", "x"},
      {"translate", "--beam", "wide", "x"},
      {"translate", "--token-scores", "x"},
      {"translate", "--input", "f", "x"},
      {"translate", "--server", "", "x"},
      {"translate", "--server", "127.0.0.1:99999", "x"},
      {"health", "--server", "localhost"},
      {"reload", "--admin", "localhost"},
  };
  for (const auto& arguments : wrong) {
    const Outcome outcome = Run(arguments, "");
    EXPECT_EQ(outcome.code, 2) << ::testing::PrintToString(arguments);
    EXPECT_THAT(outcome.err, Not(IsEmpty()));
  }
}

TEST_F(CliTest, AMistypedCommandGetsASuggestion) {
  const Outcome outcome = Run({"translat", "--to", "es", "x"}, "");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith("error: command is \"translat\"; "
                                      "expected translate, detect, "));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean `translate`?\n"));
}

TEST_F(CliTest, AnUnknownCommandPointsToTheHelp) {
  const Outcome outcome = Run({"transmogrify"}, "");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("command is \"transmogrify\""));
  EXPECT_THAT(outcome.err, HasSubstr("run `interpres --help`\n"));
}

TEST_F(CliTest, BenchNamesItsProgram) {
  const Outcome outcome = Run({"bench", "--input", "texts"}, "");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("run `interpres-bench` with the same"));
}

TEST_F(CliTest, NoCommandListsTheCommands) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"--json"}}) {
    const Outcome outcome = Run(arguments, "");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, StartsWith("error: no command is given; "));
    EXPECT_THAT(outcome.err, HasSubstr("\n  translate  Translate texts"));
    EXPECT_THAT(outcome.err, HasSubstr("\n  health     "));
  }
}

TEST_F(CliTest, AWrongOptionPointsToTheHelpOfItsCommand) {
  const Outcome outcome = Run({"models", "--no-such-flag"}, "");
  EXPECT_THAT(outcome.err, StartsWith("error: "));
  EXPECT_THAT(outcome.err,
              HasSubstr("--no-such-flag; run `interpres models --help` for the "
                        "options\n"));
}

TEST_F(CliTest, HelpAndVersionNeedNoCommand) {
  for (const char* flag : {"-h", "--help", "--version"}) {
    const Outcome outcome = Run({flag}, "");
    EXPECT_EQ(outcome.code, 0) << flag;
    EXPECT_THAT(outcome.out, Not(IsEmpty())) << flag;
  }
}

TEST_F(CliTest, HelpNamesTheExitCodes) {
  const Outcome outcome = Run({"translate", "--help"}, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Exit codes"));
  EXPECT_THAT(outcome.out, HasSubstr("INTERPRES_SERVER"));
}

TEST_F(CliTest, TheServerComesFromTheEnvironment) {
  FakeTranslationService server;
  ASSERT_EQ(setenv("INTERPRES_SERVER", server.address().c_str(), 1), 0);
  const Outcome outcome = Run({"translate", "Hello"}, "");
  unsetenv("INTERPRES_SERVER");
  EXPECT_EQ(outcome.out, "<Hello>\n") << outcome.err;
}

TEST_F(CliTest, TheFlagWinsOverTheEnvironment) {
  FakeTranslationService server;
  ASSERT_EQ(setenv("INTERPRES_SERVER", "127.0.0.1:9", 1), 0);
  const Outcome translate = Translate(server, {"Hello"});
  const Outcome models = Run({"models", "--server", server.address()}, "");
  const Outcome health = Run({"health", "--server", server.address()}, "");
  unsetenv("INTERPRES_SERVER");
  EXPECT_EQ(translate.out, "<Hello>\n") << translate.err;
  EXPECT_EQ(models.code, 0) << models.err;
  EXPECT_EQ(health.code, 0) << health.err;
}

TEST_F(CliTest, ModelsAndHealth) {
  FakeTranslationService server;
  const std::string address = server.address();
  const Outcome models = Run({"models", "--server", address}, "");
  EXPECT_EQ(models.code, 0);
  EXPECT_THAT(models.out, StartsWith("fake\n"
                                     "  version         v7\n"
                                     "  family          not stated\n"
                                     "  directions      en-es\n"));
  EXPECT_EQ(Run({"models", "fake", "--server", address}, "").out, models.out);
  const Outcome unknown =
      Run({"models", "huge", "--server", address, "--attempts", "1"}, "");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("NOT_FOUND: expected \"fake\""));
  const Outcome json = Run({"models", "--server", address, "--json"}, "");
  EXPECT_THAT(json.out, StartsWith(R"({"name":"fake","directions":[)"));
  EXPECT_EQ(Run({"health", "--server", address}, "").out, "SERVING\n");
  server.SetServing(false);
  const Outcome health = Run({"health", "--server", address, "--json"}, "");
  EXPECT_EQ(health.code, 1);
  EXPECT_THAT(health.out, HasSubstr(R"("status":"NOT_SERVING")"));
}

}  // namespace
}  // namespace interpres
