#include "model/training/training_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/training/progress.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::string Train(int64_t update, double loss) {
  ProgressRecord record;
  record.update = update;
  record.sums = {.smoothed_loss = loss,
                 .negative_log_likelihood = loss / 2,
                 .target_tokens = 1};
  record.source_tokens = 9;
  record.window_seconds = 2.0;
  record.total_seconds = static_cast<double>(update);
  record.learning_rate = 0.5;
  return FormatProgressJson(record) + "\n";
}

std::string Validate(int64_t update, double loss) {
  return FormatValidationJson({.update = update, .loss = loss}) + "\n";
}

std::string Score(int64_t update, const std::string& direction,
                  const std::string& event = "score") {
  return R"({"event":")" + event + R"(","update":)" + std::to_string(update) +
         R"(,"direction":")" + direction +
         R"(","bleu":20.5,"chrf":40})"
         "\n";
}

TEST(TrainingLogTest, ReadsWhatTheTrainerWrites) {
  const TrainingLog log = ParseTrainingLog(
      FormatSessionStart({.settings = {{"seed", "1"}, {"output", "a \"b\""}}}) +
      "\n" + Train(10, 4.0) + Train(20, 3.0) + Validate(20, 2.5) +
      Score(20, "en-es"));
  EXPECT_THAT(log.loss, ElementsAre(Pair(10, 4.0), Pair(20, 3.0)));
  EXPECT_THAT(log.nll, ElementsAre(Pair(10, 2.0), Pair(20, 1.5)));
  EXPECT_THAT(log.tokens_per_second, ElementsAre(Pair(10, 5.0), Pair(20, 5.0)));
  EXPECT_THAT(log.learning_rate, ElementsAre(Pair(10, 0.5), Pair(20, 0.5)));
  EXPECT_THAT(log.epoch, ElementsAre(Pair(10, 1.0), Pair(20, 1.0)));
  EXPECT_THAT(log.seconds, ElementsAre(Pair(10, 10.0), Pair(20, 20.0)));
  EXPECT_THAT(log.dev_loss, ElementsAre(Pair(20, 2.5)));
  EXPECT_THAT(log.bleu,
              ElementsAre(Pair("en-es", ElementsAre(Pair(20, 20.5)))));
  EXPECT_THAT(log.chrf,
              ElementsAre(Pair("en-es", ElementsAre(Pair(20, 40.0)))));
  EXPECT_THAT(log.sessions, ElementsAre(0));
  EXPECT_THAT(log.settings,
              ElementsAre(Pair("output", "a \"b\""), Pair("seed", "1")));
  EXPECT_EQ(log.unreadable_lines, 0);
}

TEST(TrainingLogTest, ScoresOfValidationsAreCurvesOfTheirOwn) {
  const TrainingLog log =
      ParseTrainingLog(Score(10, "en-es", "candidate") +
                       Score(20, "en-es", "candidate") + Score(20, "en-es"));
  EXPECT_THAT(log.bleu,
              ElementsAre(Pair("en-es", ElementsAre(Pair(20, 20.5))),
                          Pair("en-es, as validated",
                               ElementsAre(Pair(10, 20.5), Pair(20, 20.5)))));
  EXPECT_EQ(log.chrf.size(), 2);
}

TEST(TrainingLogTest, AResumedSessionReplacesWhatItRepeats) {
  const TrainingLog log = ParseTrainingLog(
      FormatSessionStart({.settings = {{"threads", "1"}, {"old", "x"}}}) +
      "\n" + Train(10, 4.0) + Score(10, "en-es") + Train(20, 3.0) +
      Train(23, 2.9) + Score(20, "en-es") +
      FormatSessionStart({.update = 10, .settings = {{"threads", "2"}}}) +
      "\n" + Train(20, 3.5) +
      FormatSessionStart({.update = 20, .settings = {{"threads", "2"}}}) +
      "\n" + Train(30, 3.0));
  EXPECT_THAT(log.loss,
              ElementsAre(Pair(10, 4.0), Pair(20, 3.5), Pair(30, 3.0)));
  EXPECT_THAT(log.bleu.at("en-es"), ElementsAre(Pair(10, 20.5)));
  EXPECT_THAT(log.sessions, ElementsAre(0, 10, 20));
  EXPECT_THAT(log.settings, ElementsAre(Pair("threads", "2")));
}

TEST(TrainingLogTest, AFreshRunInTheSameLogIsAnotherRun) {
  const TrainingLog log = ParseTrainingLog(
      FormatSessionStart({}) + "\n" + Train(10, 4.0) + Validate(10, 3.0) +
      FormatSessionStart({}) + "\n" + Train(5, 5.0));
  EXPECT_THAT(log.loss, ElementsAre(Pair(5, 5.0)));
  EXPECT_THAT(log.dev_loss, IsEmpty());
  EXPECT_THAT(log.sessions, ElementsAre(0));
}

// Logs from before sessions were marked.
TEST(TrainingLogTest, WithoutSessionsTheLastValueCounts) {
  const TrainingLog log =
      ParseTrainingLog(Train(10, 4.0) + Train(20, 3.0) + Train(20, 2.0));
  EXPECT_THAT(log.loss, ElementsAre(Pair(10, 4.0), Pair(20, 2.0)));
  EXPECT_THAT(log.sessions, IsEmpty());
}

TEST(TrainingLogTest, CountsTornLinesAndPassesOverTheUnknown) {
  const TrainingLog log = ParseTrainingLog(
      Train(10, 4.0) + R"({"event":"train","upda)" + "\n\n" +
      R"({"event":"comet","update":4,"loss":9})"
      "\n" +
      R"({"update":-1})"
      "\n" +
      R"({"event":"train","update":1e300,"loss":1})"
      "\n" +
      "\xff\n" + R"({"event":"train","update":30,"loss":null,"nll":1.5})");
  EXPECT_THAT(log.loss, ElementsAre(Pair(10, 4.0)));
  EXPECT_THAT(log.nll, ElementsAre(Pair(10, 2.0), Pair(30, 1.5)));
  EXPECT_EQ(log.unreadable_lines, 2);
}

TEST(TrainingLogTest, ReadsSamplesFactsAndSpelling) {
  const SampleSentence sentence = {.source = "one \"1\"", .reference = "uno"};
  SpellingReport report;
  report.has_bytes = true;
  report.characters = 9;
  report.unspelled = 60;
  for (int i = 0; i < 60; ++i) {
    report.found.push_back({.character = "é",
                            .count = 60 - i,
                            .file = "a.en",
                            .line = 4,
                            .example = "caf\u00e9 \"x\""});
  }
  std::string text = FormatSessionStart({.settings = {{"--a", "1"}},
                                         .defaults = {{"--a", "2"}},
                                         .facts = {{"pairs", "12"}}}) +
                     "\n";
  for (const std::string& line : FormatSpellingEvents(0, report)) {
    text += line + "\n";
  }
  text += FormatSample(10, "en-es", sentence, "dos") + "\n" +
          FormatSample(20, "en-es", sentence, "uno") + "\n";
  TrainingLog log = ParseTrainingLog(text);
  EXPECT_EQ(log.unreadable_lines, 0);
  EXPECT_THAT(log.defaults, ElementsAre(Pair("--a", "2")));
  EXPECT_THAT(log.settings, ElementsAre(Pair("--a", "1")));
  EXPECT_THAT(log.facts, ElementsAre(Pair("pairs", "12")));
  EXPECT_THAT(log.samples["en-es"][sentence],
              ElementsAre(Pair(10, "dos"), Pair(20, "uno")));
  EXPECT_EQ(log.spelling, FormatSpellingReport(report, 0).at(0));
  ASSERT_EQ(log.unspelled.size(), 50U);
  EXPECT_EQ(log.unspelled[1].character, "é");
  EXPECT_EQ(log.unspelled[1].count, 59);
  EXPECT_EQ(log.unspelled[1].place, "a.en:4");
  EXPECT_EQ(log.unspelled[1].example, "café \"x\"");
  // A resumed session goes back, and describes itself.
  log = ParseTrainingLog(text + FormatSessionStart({.update = 15}) + "\n");
  EXPECT_THAT(log.samples["en-es"][sentence], ElementsAre(Pair(10, "dos")));
  EXPECT_THAT(log.facts, IsEmpty());
  EXPECT_THAT(log.unspelled, IsEmpty());
  EXPECT_EQ(log.spelling, "");
}

}  // namespace
}  // namespace interpres
