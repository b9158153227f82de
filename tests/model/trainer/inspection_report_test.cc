#include "model/trainer/inspection_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "model/base/read_file.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class InspectionReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(path_, {}).ok());
    auto read = ReadModelDirectory(path_);
    ASSERT_TRUE(read.ok()) << read.status();
    model_ = *std::move(read);
  }

  TempDir directory_;
  const std::filesystem::path path_ = directory_.path() / "ti<ny";
  const std::filesystem::path report_ = directory_.path() / "report.html";
  ModelDirectory model_;
};

TEST_F(InspectionReportTest, HoldsThreePicturesAndLoadsNothing) {
  ASSERT_EQ(WriteInspectionReport(model_, {"</s>", ">>es<<"}, report_),
            absl::OkStatus());
  const auto page = ReadFile(report_, 1 << 24);
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_THAT(*page, AllOf(StartsWith("<!DOCTYPE html>"), EndsWith("</html>\n"),
                           HasSubstr("<h1>ti&lt;ny</h1>"),
                           HasSubstr("Positional encoding"),
                           HasSubstr("Cosine similarity of embeddings"),
                           HasSubstr("Parameter shares")));
  EXPECT_THAT(*page, HasSubstr("&lt;/s&gt;, &gt;&gt;es&lt;&lt;: "));
  EXPECT_THAT(*page, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("http")),
                           Not(HasSubstr("nan"))));
  EXPECT_FALSE(std::filesystem::exists(report_.string() + ".tmp"));
}

TEST_F(InspectionReportTest, RefusesAPathInTheCheckpoint) {
  const absl::Status status =
      WriteInspectionReport(model_, {"</s>"}, path_ / "report.html");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              AllOf(HasSubstr((path_ / "report.html").string()),
                    HasSubstr("outside the checkpoint"),
                    HasSubstr("name a file in another directory")));
  EXPECT_FALSE(std::filesystem::exists(path_ / "report.html"));
}

TEST_F(InspectionReportTest, RefusesAPathThatCannotBeWritten) {
  const std::filesystem::path missing = directory_.path() / "no" / "r.html";
  EXPECT_THAT(WriteInspectionReport(model_, {"</s>"}, missing).message(),
              AllOf(HasSubstr(missing.string()), HasSubstr("cannot be written"),
                    HasSubstr("name a file in a directory that exists")));
  EXPECT_THAT(
      WriteInspectionReport(model_, {"</s>"}, directory_.path()).message(),
      HasSubstr("expected a file, found a directory"));
}

TEST_F(InspectionReportTest, AWrongWordLeavesNoFile) {
  EXPECT_FALSE(WriteInspectionReport(model_, {"<pad>"}, report_).ok());
  EXPECT_FALSE(std::filesystem::exists(report_));
}

}  // namespace
}  // namespace interpres
