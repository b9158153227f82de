// `interpres translate`: what becomes of the lines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <latch>
#include <mutex>
#include <sstream>
#include <streambuf>

#include "absl/strings/str_cat.h"
#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::BusyFor;
using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// Collects lines and tells of the one with the given number.
class LineTrap : public std::streambuf {
 public:
  explicit LineTrap(std::function<void()> told, size_t number = 1)
      : told_(std::move(told)), number_(number) {}
  const std::vector<std::string>& lines() const { return lines_; }

 protected:
  int_type overflow(int_type byte) override {
    if (byte != '\n') {
      line_.push_back(static_cast<char>(byte));
      return byte;
    }
    lines_.push_back(std::move(line_));
    line_.clear();
    if (lines_.size() == number_) {
      told_();
    }
    return byte;
  }

 private:
  const std::function<void()> told_;
  const size_t number_;
  std::string line_;
  std::vector<std::string> lines_;
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
  const Outcome outcome = Translate(server, {"--in-flight", "8"}, input);
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
  EXPECT_EQ(outcome.out, "<a>\n\n<b>\r\n \t\n\n<last>");
  EXPECT_EQ(texts, 3);  // blank lines are not sent
}

TEST_F(CliTest, WrappedLinesAreOneText) {
  std::atomic<int> wrapped = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        wrapped += request.line_breaks() == v1::LINE_BREAKS_WRAPPED ? 1 : 0;
        return TranslateWithBrackets(request, response);
      });
  const Outcome outcome =
      Translate(server, {"--line-breaks", "wrapped"}, "a\nb\n\nc\r\nd\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "<a\nb>\n\n<c\r\nd>\n");
  EXPECT_GT(wrapped, 0);
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
        grpc::Status status = TranslateWithBrackets(request, response);
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
  const Outcome outcome = Translate(server, {}, "1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<1>\n<2>\n\n<4>\n<5>\n<6>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 3: INTERNAL: bug"));
}

// Every stream ends after a few results, however many lines were sent on it.
TEST_F(CliTest, ABrokenStreamLosesAndDoublesNothing) {
  FakeTranslationService server;
  server.BreakStreamsAfter(3);
  std::string input;
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    input += absl::StrCat(i, "\n");
    expected += absl::StrCat("<", i, ">\n");
  }
  const Outcome outcome = Translate(server, {"--in-flight", "16"}, input);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, expected);
  EXPECT_GE(server.streams(), 50 / 3);
}

TEST_F(CliTest, AStreamThatNeverAnswersIsAnAbsentServer) {
  FakeTranslationService server;
  server.BreakStreamsAfter(0);
  const Outcome outcome = Translate(server, {"--attempts", "3"}, "a\nb\n");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(server.streams(), 3);
}

TEST_F(CliTest, UnorderedLinesCarryTheirNumbers) {
  std::latch second_answered(1);
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        if (request.texts(0) == "slow") {
          second_answered.wait();
        }
        return TranslateWithBrackets(request, response);
      });
  // Reads the output of the second line before the first is answered.
  std::istringstream in("slow\nfast\n");
  LineTrap out([&] { second_answered.count_down(); });
  std::ostream stream(&out);
  std::ostringstream err;
  const ExitCode code = RunCli(
      {"translate", "--server", server.address(), "--json", "--unordered"},
      {.in = in, .out = stream, .err = err, .sleep = nullptr});
  EXPECT_EQ(code, ExitCode::kOk) << err.str();
  ASSERT_EQ(out.lines().size(), 2u);
  EXPECT_THAT(out.lines()[0], StartsWith(R"({"line":2,"source":"fast")"));
  EXPECT_THAT(out.lines()[1], StartsWith(R"({"line":1,"source":"slow")"));
}

TEST_F(CliTest, ALineThatIsNotAnsweredInTimeFailsAlone) {
  std::latch expired(1);
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        if (request.texts(0) == "stuck") {
          expired.wait();
        }
        return TranslateWithBrackets(request, response);
      });
  std::istringstream in("a\nstuck\nb\n");
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code =
      RunCli({"translate", "--server", server.address(), "--timeout", "3"},
             {.in = in, .out = out, .err = err, .sleep = nullptr});
  // The command ends though the server is still stuck.
  expired.count_down();
  EXPECT_EQ(code, ExitCode::kFailed);
  EXPECT_EQ(out.str(), "<a>\n\n<b>\n");
  EXPECT_THAT(err.str(), HasSubstr("line 2: DEADLINE_EXCEEDED"));
}

TEST_F(CliTest, BytesThatAreNotUtf8FailTheirLineOnly) {
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {}, "ok\ncaf\xE9\nfine\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<ok>\n\n<fine>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 2: INVALID_ARGUMENT"));
  EXPECT_THAT(outcome.err, HasSubstr("UTF-8"));
}

TEST_F(CliTest, ALineThatIsTooLongForAMessageFailsAlone) {
  FakeTranslationService server;
  const Outcome outcome =
      Translate(server, {}, "ok\n" + std::string(5 << 20, 'x') + "\nfine\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<ok>\n\n<fine>\n");
  EXPECT_THAT(outcome.err, HasSubstr("line 2: INVALID_ARGUMENT"));
  EXPECT_THAT(outcome.err, HasSubstr("divide the line"));
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

TEST_F(CliTest, ScoresAndNBest) {
  FakeTranslationService server;
  EXPECT_EQ(Translate(server, {"--scores", "a"}).out, "-0.500000\t<a>\n");
  EXPECT_EQ(Translate(server, {"--nbest", "2"}, "a\n\nb\n").out,
            "1\t<a>\n1\t<a>2\n2\t\n3\t<b>\n3\t<b>2\n");
  EXPECT_EQ(Translate(server, {"--nbest", "2", "--scores", "a"}).out,
            "1\t-0.500000\t<a>\n1\t-1.000000\t<a>2\n");
}

TEST_F(CliTest, JsonNamesTheLanguagesAndTheModels) {
  FakeTranslationService server(
      [](const TranslateRequest& request, TranslateResponse* response) {
        grpc::Status status = TranslateWithBrackets(request, response);
        v1::TranslationResult& result = *response->mutable_results(0);
        result.set_source_language("en");
        result.mutable_detected_language()->set_language("en");
        result.add_models()->set_name("en-es");
        return status;
      });
  EXPECT_THAT(Translate(server, {"--json", "a"}).out,
              AllOf(HasSubstr(R"("source_language":"en",)"),
                    HasSubstr(R"("detected_language":{"language":"en",)"),
                    HasSubstr(R"("models":[{"name":"en-es",)")));
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
            R"("FINISH_REASON_END_OF_SENTENCE","target_tokens":3,"tokens":[],)"
            R"("segments":[]}],"source_tokens":4,"source_pieces":[],)"
            R"("source_language":"","models":[]})");
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
        grpc::Status status = TranslateWithBrackets(request, response);
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
  EXPECT_EQ(Translate(server, {"x"}).out, "a b\tc\n");
  EXPECT_EQ(Translate(server, {"--scores", "x"}).out, "0.000000\ta b c\n");
}

}  // namespace
}  // namespace interpres
