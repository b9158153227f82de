#include "model/language/language_table_trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "model/language/language_table_file.h"
#include "tests/model/language/sample_texts.h"

namespace interpres {
namespace {

using interpres::testing::SampleTexts;
using ::testing::HasSubstr;

std::string Best(const LanguageTable& table, std::u32string_view text) {
  const std::vector<double> scores = table.Scores(text);
  return table.languages().at(static_cast<std::size_t>(
      std::ranges::max_element(scores) - scores.begin()));
}

TEST(LanguageTableTrainerTest, LearnsLanguagesFromTheirWords) {
  const absl::StatusOr<TrainedTable> trained =
      TrainLanguageTable(SampleTexts(), {.bits = 14});
  ASSERT_TRUE(trained.ok()) << trained.status();
  EXPECT_EQ(Best(trained->table, U"would children think"), "en");
  EXPECT_EQ(Best(trained->table, U"\u00bfConoces la casa?"), "es");
  EXPECT_EQ(Best(trained->table, U"Kinder denken dar\u00fcber"), "de");
}

TEST(LanguageTableTrainerTest, ReportsTheHeldOutLines) {
  const TrainedTable trained = *TrainLanguageTable(SampleTexts(), {.bits = 14});
  ASSERT_EQ(trained.held_out.size(), 3U);
  EXPECT_EQ(trained.held_out[1].language, "es");
  for (const HeldOutCount& count : trained.held_out) {
    EXPECT_EQ(count.lines.texts, 10);
    EXPECT_EQ(count.lines.correct, 10);
    EXPECT_EQ(count.three_words.texts, 10);
    EXPECT_GE(count.three_words.correct, 9);
  }
}

TEST(LanguageTableTrainerTest, TheSameTextsGiveTheSameBytes) {
  const TableOptions options{.bits = 12};
  EXPECT_EQ(
      SerializeLanguageTable(TrainLanguageTable(SampleTexts(), options)->table),
      SerializeLanguageTable(
          TrainLanguageTable(SampleTexts(), options)->table));
}

TEST(LanguageTableTrainerTest, ALongerTextIsNoAdvantage) {
  std::vector<LanguageSample> samples = SampleTexts();
  const std::vector<std::string> lines = samples[0].lines;
  for (int i = 0; i < 50; ++i) {
    samples[0].lines.insert(samples[0].lines.end(), lines.begin(), lines.end());
  }
  const TrainedTable trained = *TrainLanguageTable(samples, {.bits = 14});
  // Letters that no text has speak for no language.
  const std::vector<double> scores =
      trained.table.Scores(U"\u0436\u0436\u0436");
  EXPECT_NEAR(scores[0], scores[1], 0.5);
  EXPECT_EQ(Best(trained.table, U"donde conoce"), "es");
}

TEST(LanguageTableTrainerTest, RefusesBadInput) {
  const auto refusal = [](const std::vector<LanguageSample>& samples,
                          const TableOptions& options = {.bits = 10}) {
    return std::string(TrainLanguageTable(samples, options).status().message());
  };
  std::vector<LanguageSample> samples = SampleTexts();
  EXPECT_THAT(refusal({}), HasSubstr("0 languages"));
  EXPECT_THAT(refusal(samples, {.bits = 30}), HasSubstr("bits is 30"));
  EXPECT_THAT(refusal(samples, {.bits = 10, .smoothing = 0.0}),
              HasSubstr("smoothing is 0"));
  samples[2].lines.resize(19);
  EXPECT_THAT(refusal(samples), HasSubstr("the text in de has 19 lines"));
  samples[2].lines.assign(40, "1 2 3");
  EXPECT_THAT(refusal(samples), HasSubstr("the text in de has no letters"));
  samples[2] = samples[1];
  EXPECT_THAT(refusal(samples), HasSubstr("occurs twice"));
}

TEST(LanguageTableTrainerTest, FirstWordsKeepTheirPunctuation) {
  EXPECT_EQ(FirstWords(U" One, two three four", 3), U" One, two three");
  EXPECT_EQ(FirstWords(U"one", 3), U"one");
  EXPECT_EQ(FirstWords(U"", 3), U"");
}

}  // namespace
}  // namespace interpres
