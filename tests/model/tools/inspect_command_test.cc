// inspect from the command line down.

#include "model/tools/inspect_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};

class InspectCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = (directory_.path() / "tiny").string();
    ASSERT_TRUE(WriteTinyModel(model_, {}).ok());
  }

  static Outcome Run(std::vector<std::string> arguments) {
    CLI::App app;
    Outcome outcome;
    AddInspectCommand(app, outcome.exit_code);
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
    outcome.out = ::testing::internal::GetCapturedStdout();
    outcome.err = ::testing::internal::GetCapturedStderr();
    return outcome;
  }

  TempDir directory_;
  std::string model_;
};

TEST_F(InspectCommandTest, PrintsTheModel) {
  const Outcome outcome = Run({"inspect", model_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("model        " + model_ + "\n"),
                    HasSubstr("cross-attention"), HasSubstr("[160, 16]")));
}

TEST_F(InspectCommandTest, PrintsNeighboursOfSeveralTokens) {
  const Outcome outcome =
      Run({"inspect", "--neighbours", "</s>", "--neighbours", ">>es<<", model_,
           "--count", "3"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("nearest to </s> (0), by cosine\n"),
                                 HasSubstr("nearest to >>es<< (")));
  const std::string list =
      outcome.out.substr(outcome.out.find("nearest to >>es<<"));
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 1 + 3);
}

TEST_F(InspectCommandTest, PrintsJson) {
  const Outcome outcome =
      Run({"inspect", "--json", "--neighbours", "</s>", model_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("{\"model\": "), HasSubstr("\"id\": 0, ")));
}

TEST_F(InspectCommandTest, SaysWhatIsWrong) {
  const Outcome missing = Run({"inspect", model_ + "-not"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, IsEmpty());
  EXPECT_THAT(missing.err, AllOf(StartsWith("inspect: "), HasSubstr("-not")));

  const Outcome word = Run({"inspect", "--neighbours", "catdogcatdog", model_});
  EXPECT_EQ(word.exit_code, 1);
  EXPECT_THAT(word.out, IsEmpty());
  EXPECT_THAT(word.err, HasSubstr("ask for a piece"));
}

TEST_F(InspectCommandTest, RefusesAnAbsurdCount) {
  CLI::App app;
  int exit_code = 0;
  AddInspectCommand(app, exit_code);
  std::vector<std::string> arguments = {"0", "--count", model_, "inspect"};
  EXPECT_THROW(app.parse(arguments), CLI::ValidationError);
}

}  // namespace
}  // namespace interpres
