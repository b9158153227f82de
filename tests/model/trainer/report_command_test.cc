// report from the command line down.

#include "model/trainer/report_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ReportCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Write("log.jsonl", R"({"event":"train","update":10,"loss":4.5,"nll":4})"
                       "\n");
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(Path(name)).rdbuf();
    return text.str();
  }

  static CommandOutcome Run(const std::vector<std::string>& arguments) {
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddReportCommand(app, exit_code);
    });
  }

  TempDir directory_;
};

TEST_F(ReportCommandTest, WritesThePageToTheGivenFile) {
  const CommandOutcome outcome =
      Run({"report", Path("log.jsonl"), "--output", Path("page.html")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, Path("page.html") + "\n");
  EXPECT_THAT(Read("page.html"),
              AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg")));
}

TEST_F(ReportCommandTest, TakesAStateDirectoryAndWritesBesideTheLog) {
  const CommandOutcome outcome = Run({"report", directory_.path().string()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(Read("report.html"),
              HasSubstr("<h1>" + directory_.path().filename().string()));
}

TEST_F(ReportCommandTest, SaysWhatIsWrong) {
  const CommandOutcome missing = Run({"report", Path("none.jsonl")});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("none.jsonl"));

  Write("text", "not a log\n");
  const CommandOutcome text =
      Run({"report", Path("text"), "--output", Path("page.html")});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.err, HasSubstr("no line is an event of a training run"));
  EXPECT_FALSE(std::filesystem::exists(Path("page.html")));

  const CommandOutcome place =
      Run({"report", Path("log.jsonl"), "--output", Path("no/page.html")});
  EXPECT_EQ(place.exit_code, 1);
  EXPECT_THAT(place.err, HasSubstr("no/page.html"));
}

}  // namespace
}  // namespace interpres
