#include "client/cli.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "tests/testing/fake_translation_service.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using interpres::testing::BusyFor;
using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

// A buffer that takes `room` bytes and then fails, as a closed pipe does.
class ClosedPipe : public std::streambuf {
 public:
  explicit ClosedPipe(int room) : room_(room) {}

 protected:
  int overflow(int c) override { return room_-- > 0 ? c : traits_type::eof(); }

 private:
  int room_;
};

class CliTest : public ::testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = RunCli(std::move(arguments),
                                 {.in = in,
                                  .out = out,
                                  .err = err,
                                  .err_is_terminal = err_is_terminal_,
                                  .sleep = [](std::chrono::milliseconds) {}});
    return {.code = static_cast<int>(code), .out = out.str(), .err = err.str()};
  }

  // `interpres translate --server <address> <arguments>`.
  Outcome Translate(const FakeTranslationService& server,
                    std::vector<std::string> arguments,
                    const std::string& input = "") {
    arguments.insert(arguments.begin(),
                     {"translate", "--server", server.address()});
    return Run(std::move(arguments), input);
  }

  const TempDir temp_dir_;
  const std::string directory_ = temp_dir_.path().string();
  bool err_is_terminal_ = false;
};

TEST_F(CliTest, TranslatesAnArgument) {
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {"Hello"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "<Hello>\n");
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(CliTest, SeveralArgumentsAreSeveralLines) {
  FakeTranslationService server;
  EXPECT_EQ(Translate(server, {"one", "two"}).out, "<one>\n<two>\n");
}

TEST_F(CliTest, KeepsOrderAndCountWhenAnswersComeBackReversed) {
  constexpr int kConcurrency = 4;
  // Requests are answered in fours, the latest line of each four first.
  std::mutex mutex;
  std::condition_variable changed;
  int answered = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        const int line = std::stoi(request.texts(0));
        const int turn = line / 4 * 4 + (3 - line % 4);
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return answered >= turn; });
        ++answered;
        changed.notify_all();
        return TranslateWithBrackets(request, response);
      });
  std::string input;
  std::string expected;
  for (int i = 0; i < 80; ++i) {
    input += absl::StrCat(i, "\n");
    expected += absl::StrCat("<", i, ">\n");
  }
  const Outcome outcome = Translate(
      server, {"--batch", "1", "--concurrency", std::to_string(kConcurrency)},
      input);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, expected);
}

TEST_F(CliTest, BlankLinesAndLineEndingsStay) {
  std::atomic<int> texts = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        texts += request.texts_size();
        return TranslateWithBrackets(request, response);
      });
  const Outcome outcome = Translate(server, {}, "a\n\nb\r\n \t\n\nlast");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "<a>\n\n<b>\r\n  \n\n<last>");
  EXPECT_EQ(texts, 3);  // blank lines are not sent
}

TEST_F(CliTest, EmptyInputGivesEmptyOutput) {
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {}, "");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST_F(CliTest, AFailedTextLeavesAnEmptyLineAndItsNeighboursAlone) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        const grpc::Status status = TranslateWithBrackets(request, response);
        for (int i = 0; i < request.texts_size(); ++i) {
          if (request.texts(i) == "bad") {
            auto& error = *response->mutable_results(i)->mutable_error();
            error.set_code(grpc::StatusCode::INVALID_ARGUMENT);
            error.set_message("too long");
          }
        }
        return status;
      });
  const Outcome outcome = Translate(server, {}, "one\nbad\ntwo\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<one>\n\n<two>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 2: INVALID_ARGUMENT: too long"));
  EXPECT_THAT(outcome.err, HasSubstr("1 of 3 lines were not translated"));
}

TEST_F(CliTest, AFailedRequestFailsItsOwnLinesOnly) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        return request.texts(0) == "3"
                   ? grpc::Status(grpc::StatusCode::INTERNAL, "bug")
                   : TranslateWithBrackets(request, response);
      });
  const Outcome outcome =
      Translate(server, {"--batch", "2"}, "1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<1>\n<2>\n\n\n<5>\n<6>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 3: INTERNAL: bug"));
  EXPECT_THAT(outcome.err, HasSubstr("line 4: INTERNAL: bug"));
}

TEST_F(CliTest, BytesThatAreNotUtf8FailTheirLineOnly) {
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {}, "ok\ncaf\xE9\nfine\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<ok>\n\n<fine>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 2: INVALID_ARGUMENT"));
  EXPECT_THAT(outcome.err, HasSubstr("UTF-8"));
}

TEST_F(CliTest, ARefusedRequestIsAUsageError) {
  FakeTranslationService server([](const auto&, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND,
                        "no direction en-xx; served: en-es");
  });
  const Outcome outcome = Translate(server, {"--to", "xx"}, "1\n2\n3\n");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("no direction en-xx"));
}

TEST_F(CliTest, AnAbsentServerHasItsOwnCode) {
  const std::string address = FakeTranslationService().address();
  for (const char* command : {"translate", "models", "health"}) {
    const Outcome outcome =
        Run({command, "--server", address, "--attempts", "2"}, "Hello\n");
    EXPECT_EQ(outcome.code, 3) << command;
    EXPECT_THAT(outcome.err, HasSubstr(address)) << command;
    EXPECT_THAT(outcome.out, IsEmpty()) << command;
  }
}

TEST_F(CliTest, ABusyServerIsWaitedFor) {
  std::atomic<int> calls = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        return ++calls < 4 ? BusyFor(std::chrono::milliseconds(30))
                           : TranslateWithBrackets(request, response);
      });
  const Outcome outcome = Translate(server, {"Hello"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "<Hello>\n");
}

TEST_F(CliTest, OptionsReachTheServer) {
  TranslateRequest seen;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        seen = request;
        return TranslateWithBrackets(request, response);
      });
  Translate(server, {"--from", "en", "--to", "es", "--model", "m", "--beam",
                     "5", "--nbest", "2", "--length-penalty", "0.5",
                     "--max-length", "77", "Hello"});
  EXPECT_EQ(seen.source_language(), "en");
  EXPECT_EQ(seen.target_language(), "es");
  EXPECT_EQ(seen.model(), "m");
  EXPECT_EQ(seen.options().beam_size(), 5);
  EXPECT_EQ(seen.options().n_best(), 2);
  EXPECT_EQ(seen.options().length_penalty(), 0.5F);
  EXPECT_EQ(seen.options().max_length(), 77);
  EXPECT_FALSE(seen.options().has_return_token_scores());
  Translate(server, {"Hello"});
  EXPECT_FALSE(seen.options().has_beam_size());  // the model's defaults
  EXPECT_FALSE(seen.options().has_length_penalty());
}

TEST_F(CliTest, ScoresAndNBest) {
  FakeTranslationService server;
  EXPECT_EQ(Translate(server, {"--scores", "a"}).out, "-0.500000\t<a>\n");
  EXPECT_EQ(Translate(server, {"--nbest", "2"}, "a\n\nb\n").out,
            "1\t<a>\n1\t<a>2\n2\t\n3\t<b>\n3\t<b>2\n");
  EXPECT_EQ(Translate(server, {"--nbest", "2", "--scores", "a"}).out,
            "1\t-0.500000\t<a>\n1\t-1.000000\t<a>2\n");
}

TEST_F(CliTest, JsonIsOneObjectALine) {
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {"--json"}, "a\"b\r\n\ncaf\xE9\n");
  EXPECT_EQ(outcome.code, 1);
  std::istringstream lines(outcome.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line,
            R"({"line":1,"source":"a\"b","translations":[{"text":)"
            R"("\u003ca\"b\u003e","score":-0.5,"finish_reason":)"
            R"("FINISH_REASON_END_OF_SENTENCE","target_tokens":3,"tokens":[]}])"
            R"(,"source_tokens":4})");
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_THAT(line, StartsWith(R"({"line":2,"source":"")"));
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_THAT(line, HasSubstr(R"("translations":[])"));
  EXPECT_THAT(line, HasSubstr(R"("error":{"code":"INVALID_ARGUMENT")"));
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(CliTest, ALengthLimitIsWarnedOf) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        const grpc::Status status = TranslateWithBrackets(request, response);
        response->mutable_results(0)
            ->mutable_translations()
            ->mutable_hypotheses(0)
            ->set_finish_reason(interpres::v1::FINISH_REASON_LENGTH_LIMIT);
        return status;
      });
  const Outcome outcome = Translate(server, {"Hello"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: line 1"));
}

TEST_F(CliTest, LineBreaksInsideATranslationDoNotBreakTheCount) {
  FakeTranslationService server([](const TranslateRequest&,
                                   TranslateResponse* response) {
    response->add_results()->mutable_translations()->add_hypotheses()->set_text(
        "a\nb\tc");
    return grpc::Status::OK;
  });
  EXPECT_EQ(Translate(server, {"x"}).out, "a b c\n");
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
      server, {"--batch", "1", "--output", output}, "1\n2\n3\n4\n5\n");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("stopped after 2 lines"));
  EXPECT_THAT(outcome.err, HasSubstr("out.txt.partial"));
  EXPECT_EQ(Content(output), "old");
  EXPECT_EQ(Content(output + ".partial"), "<1>\n<2>\n");
}

TEST_F(CliTest, FilesThatCannotBeOpened) {
  FakeTranslationService server;
  const std::string missing = directory_ + "/missing/file";
  EXPECT_EQ(Translate(server, {"--input", missing}).code, 4);
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
      RunCli({"translate", "--server", server.address(), "--batch", "1"},
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
      {"translate", "--batch", "0", "x"},
      {"translate", "--concurrency", "9999", "x"},
      {"translate", "--timeout", "-1", "x"},
      {"translate", "--beam", "wide", "x"},
      {"translate", "--token-scores", "x"},
      {"translate", "--input", "f", "x"},
      {"translate", "--server", "", "x"},
  };
  for (const auto& arguments : wrong) {
    const Outcome outcome = Run(arguments, "");
    EXPECT_EQ(outcome.code, 2) << ::testing::PrintToString(arguments);
    EXPECT_THAT(outcome.err, Not(IsEmpty()));
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

TEST_F(CliTest, ModelsAndHealth) {
  FakeTranslationService server;
  const std::string address = server.address();
  const Outcome models = Run({"models", "--server", address}, "");
  EXPECT_EQ(models.code, 0);
  EXPECT_THAT(models.out, StartsWith("fake\n  directions      en-es\n"));
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
