// inspect from the command line down.

#include "model/trainer/inspect_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "model/base/read_file.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class InspectCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = (directory_.path() / "tiny").string();
    ASSERT_TRUE(WriteTinyModel(model_, {}).ok());
  }

  static CommandOutcome Run(const std::vector<std::string>& arguments) {
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddInspectCommand(app, exit_code);
    });
  }

  TempDir directory_;
  std::string model_;
};

TEST_F(InspectCommandTest, PrintsTheModel) {
  const CommandOutcome outcome = Run({"inspect", model_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("model        " + model_ + "\n"),
                    HasSubstr("cross-attention"), HasSubstr("[160, 16]")));
}

TEST_F(InspectCommandTest, PrintsNeighboursOfSeveralTokens) {
  const CommandOutcome outcome =
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
  const CommandOutcome outcome =
      Run({"inspect", "--json", "--neighbours", "</s>", model_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("{\"model\": "), HasSubstr("\"id\": 0, ")));
}

TEST_F(InspectCommandTest, WritesTheReportBesideItsOutput) {
  const std::filesystem::path report = directory_.path() / "report.html";
  const CommandOutcome outcome =
      Run({"inspect", model_, "--report", report.string(), "--words",
           "</s>,>>es<<,>>en<<"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("model        "));
  EXPECT_THAT(ReadFile(report, 1 << 24).value_or(""),
              AllOf(HasSubstr("&gt;&gt;es&lt;&lt;, &gt;&gt;en&lt;&lt;: "),
                    HasSubstr("&gt;&gt;es&lt;&lt;, &lt;/s&gt;: ")));
}

TEST_F(InspectCommandTest, AWrongReportPrintsNothingElse) {
  const CommandOutcome outcome =
      Run({"inspect", model_, "--report", model_ + "/report.html"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("outside the checkpoint"));
}

TEST_F(InspectCommandTest, WordsNeedAReport) {
  CLI::App app;
  int exit_code = 0;
  AddInspectCommand(app, exit_code);
  std::vector<std::string> arguments = {"cat", "--words", model_, "inspect"};
  EXPECT_THROW(app.parse(arguments), CLI::RequiresError);
}

TEST_F(InspectCommandTest, SaysWhatIsWrong) {
  const CommandOutcome missing = Run({"inspect", model_ + "-not"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, IsEmpty());
  EXPECT_THAT(missing.err, AllOf(StartsWith("inspect: "), HasSubstr("-not")));

  const CommandOutcome word =
      Run({"inspect", "--neighbours", "catdogcatdog", model_});
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
