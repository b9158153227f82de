#include "model/language/language_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace interpres {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

LanguageTable::Content Valid() {
  LanguageTable::Content content{
      .languages = {"en", "es"}, .bits = 8, .unit = 0.5F, .certainty = 0.25F};
  content.penalties.resize(2 << 8);
  for (std::size_t i = 0; i < content.penalties.size(); i += 2) {
    content.penalties[i] = 2;  // every n-gram speaks for the second language
  }
  return content;
}

TEST(LanguageTableTest, ScoresAreSumsOfPenalties) {
  const LanguageTable table = *LanguageTable::Create(Valid());
  // The word has 4 n-grams of 1 nat each.
  EXPECT_THAT(table.Scores(U"a"), ElementsAre(-2.0, 0.0));
  EXPECT_THAT(table.Scores(U"a b"), ElementsAre(-4.0, 0.0));
  EXPECT_THAT(table.Scores(U"1"), ElementsAre(0.0, 0.0));
}

TEST(LanguageTableTest, ProbabilitiesAreCalibrated) {
  const LanguageTable table = *LanguageTable::Create(Valid());
  // exp(-1) against 1
  EXPECT_THAT(table.Probabilities({-4.0, 0.0}),
              ElementsAre(DoubleNear(0.2689, 1e-4), DoubleNear(0.7311, 1e-4)));
  EXPECT_THAT(table.Probabilities({0.0, 0.0}), ElementsAre(0.5, 0.5));
  EXPECT_THAT(table.Probabilities({-1e6, -2e6}), ElementsAre(1.0, 0.0));
  EXPECT_THAT(
      table.Probabilities({-std::numeric_limits<double>::infinity(), -5.0}),
      ElementsAre(0.0, 1.0));
}

std::string Refusal(const LanguageTable::Content& content) {
  return std::string(LanguageTable::Create(content).status().message());
}

TEST(LanguageTableTest, RefusesWhatDoesNotBelongTogether) {
  EXPECT_EQ(Refusal(Valid()), "");
  LanguageTable::Content content = Valid();
  content.languages = {};
  EXPECT_THAT(Refusal(content), HasSubstr("0 languages"));
  content = Valid();
  content.languages = {"en", "en"};
  EXPECT_THAT(Refusal(content), HasSubstr("occurs twice"));
  content.languages = {"en", ""};
  EXPECT_THAT(Refusal(content), HasSubstr("language 2 is malformed"));
  content.languages = {"en", "e s"};
  EXPECT_THAT(Refusal(content), HasSubstr("malformed"));
  content = Valid();
  content.bits = 7;
  EXPECT_THAT(Refusal(content), HasSubstr("expected 8 to 22"));
  content = Valid();
  content.unit = 0.0F;
  EXPECT_THAT(Refusal(content), HasSubstr("its unit is 0"));
  content = Valid();
  content.certainty = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Refusal(content), HasSubstr("its certainty is nan"));
  content = Valid();
  content.penalties.pop_back();
  EXPECT_THAT(Refusal(content), HasSubstr("511 penalties; expected 512"));
}

}  // namespace
}  // namespace interpres
