#include "model/training/training_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TrainingLog Sample() {
  TrainingLog log;
  log.loss = {{10, 5.0}, {20, 3.5}};
  log.nll = {{10, 4.0}, {20, 2.5}};
  log.dev_loss = {{10, 2.0}, {20, 2.25}};
  log.bleu["en-es"] = {{10, 12.0}, {20, 11.0}};
  log.chrf["en-es"] = {{10, 40.0}};
  log.learning_rate = {{10, 0.001}, {20, 0.0005}};
  log.tokens_per_second = {{10, 5000.0}, {20, 6000.0}};
  log.epoch = {{10, 1.0}, {20, 2.0}};
  log.seconds = {{20, 3725.0}};
  log.sessions = {0, 10};
  log.settings = {{"--seed", "1"}, {"--output", "<a & b>"}};
  return log;
}

TEST(TrainingReportTest, HasCurvesStandAndSettings) {
  const std::string page = FormatTrainingReport(Sample(), "run <1>");
  EXPECT_THAT(
      page, AllOf(StartsWith("<!DOCTYPE html>"), EndsWith("</body>\n</html>\n"),
                  HasSubstr("<h1>run &lt;1&gt;</h1>")));
  for (const char* title :
       {"Loss", "Dev BLEU", "Dev chrF", "Learning rate", "Speed"}) {
    EXPECT_THAT(page, HasSubstr("<figcaption>" + std::string(title) + "<"));
  }
  EXPECT_THAT(page, Not(HasSubstr("Gradient norm")));  // none was logged
  EXPECT_THAT(
      page,
      AllOf(HasSubstr("dev loss</th><td>2.25 (best 2 at update 10)<"),
            HasSubstr("dev BLEU en-es</th><td>11 (best 12 at update 10)<"),
            HasSubstr("time of training</th><td>1:02:05<"),
            HasSubstr("epoch</th><td>2<"),
            HasSubstr("sessions began after update</th><td>0, 10<"),
            HasSubstr("--output</th><td>&lt;a &amp; b&gt;<")));
}

TEST(TrainingReportTest, HasSamplesFactsDefaultsAndSpelling) {
  TrainingLog log = Sample();
  log.facts = {{"parameters", "1234"}, {"training pairs", "99"}};
  log.defaults = {{"--seed", "7"}, {"--output", ""}};
  log.samples["en-es"][{"one <1>", "uno"}] = {
      {10, "dos"}, {20, "uno <a>"}, {30, "uno <a>"}};
  log.samples["es-en"][{"dropped", "by a resume"}] = {};
  log.spelling = "no piece for 3";
  log.unspelled = {
      {.character = "é", .count = 3, .place = "a.en:4", .example = "café"}};
  const std::string page = FormatTrainingReport(log, "run");
  EXPECT_THAT(
      page,
      AllOf(HasSubstr("parameters</th><td>1234<"),
            HasSubstr("training pairs</th><td>99<"),
            HasSubstr("--seed</th><td>1 (default 7)<"),
            HasSubstr("en-es</th><td>one &lt;1&gt;<"),
            HasSubstr("reference</th><td>uno<"), HasSubstr("no piece for 3"),
            HasSubstr("é</th><td>3 times, first in a.en:4: café<")));
  // The newest first. An equal translation is not repeated.
  EXPECT_THAT(
      page,
      AllOf(HasSubstr("update 20</th><td>uno &lt;a&gt;</td></tr>\n<tr>"
                      "<th scope=\"row\">update 10</th><td>dos<"),
            Not(HasSubstr("update 30</th>")), Not(HasSubstr("by a resume"))));
  // The value without default stands alone.
  EXPECT_THAT(page, Not(HasSubstr("(default )")));
}

TEST(TrainingReportTest, ShowsTheLastTranslationsOnly) {
  TrainingLog log = Sample();
  for (int64_t update = 1; update <= 9; ++update) {
    log.samples["en-es"][{"a", "b"}][update] = std::to_string(update);
  }
  const std::string page = FormatTrainingReport(log, "run");
  EXPECT_THAT(page,
              AllOf(HasSubstr("update 9</th>"), HasSubstr("update 2</th>"),
                    Not(HasSubstr("update 1</th>"))));
}

TEST(TrainingReportTest, IsSelfContainedAndReadableInDarkAndLight) {
  const std::string page = FormatTrainingReport(Sample(), "run");
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  for (const char* outside : {"<script", "<link", "http:", "https:", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

TEST(TrainingReportTest, AnEmptyLogIsAPageToo) {
  const std::string page = FormatTrainingReport({}, "run");
  EXPECT_THAT(page, AllOf(HasSubstr("does not record them"),
                          Not(HasSubstr("<svg")), Not(HasSubstr("resumed")),
                          Not(HasSubstr("Sample translations")),
                          Not(HasSubstr("without a piece")),
                          Not(HasSubstr("Model and data"))));
}

TEST(TrainingReportTest, WritesTheFileWhole) {
  const TempDir directory;
  const std::filesystem::path log = directory.path() / "log.jsonl";
  const std::filesystem::path page = directory.path() / "report.html";
  EXPECT_EQ(WriteTrainingReport(log, page).code(), absl::StatusCode::kNotFound);
  std::ofstream(log) << "{}\n";
  EXPECT_THAT(std::string(WriteTrainingReport(log, page).message()),
              HasSubstr("log.jsonl: no line is an event"));
  EXPECT_FALSE(std::filesystem::exists(page));
  std::ofstream(log) << R"({"event":"start","update":0,"settings":{}})";
  EXPECT_TRUE(WriteTrainingReport(log, page).ok());
  EXPECT_TRUE(std::filesystem::exists(page));
}

}  // namespace
}  // namespace interpres
