#include "model/decoding/repetition_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/model/decoding/repeated_ngram.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::vector<int32_t> Completions(const std::vector<int32_t>& history,
                                 int32_t n) {
  std::vector<int32_t> banned;
  AppendNgramCompletions(history, n, banned);
  return banned;
}

TEST(AppendNgramCompletionsTest, NamesWhatFollowedTheSameContext) {
  EXPECT_THAT(Completions({5, 6, 7, 5, 6}, 3), ElementsAre(7));
  EXPECT_THAT(Completions({5, 6, 7, 5, 6, 8, 5, 6}, 3),
              UnorderedElementsAre(7, 8));
  EXPECT_THAT(Completions({5, 6, 5}, 2), ElementsAre(6));
  EXPECT_THAT(Completions({5, 5}, 2), ElementsAre(5));
  EXPECT_THAT(Completions({5, 6, 7}, 2), IsEmpty());
  EXPECT_THAT(Completions({5, 6}, 1), UnorderedElementsAre(5, 6));
}

TEST(AppendNgramCompletionsTest, ShortHistoriesHaveNone) {
  EXPECT_THAT(Completions({}, 1), IsEmpty());
  EXPECT_THAT(Completions({}, 64), IsEmpty());
  EXPECT_THAT(Completions({5, 5}, 3), IsEmpty());
  EXPECT_THAT(Completions({5, 5, 5}, 3), ElementsAre(5));
}

// A token is banned if and only if taking it repeats an n-gram.
TEST(AppendNgramCompletionsTest, AgreesWithTheDefinition) {
  constexpr int32_t kVocabulary = 3;
  std::mt19937 random(11);
  int64_t bans = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto n = static_cast<int32_t>(1 + random() % 4);
    std::vector<int32_t> history;
    // Grown by the rule itself: a history without a repeated n-gram.
    for (uint32_t length = random() % 20; history.size() < length;) {
      history.push_back(static_cast<int32_t>(random() % kVocabulary));
      if (RepeatsAnNgram(history, static_cast<std::size_t>(n))) {
        history.pop_back();
        break;
      }
    }
    const auto banned = Completions(history, n);
    for (int32_t token = 0; token < kVocabulary; ++token) {
      std::vector<int32_t> longer = history;
      longer.push_back(token);
      const bool is_banned =
          std::find(banned.begin(), banned.end(), token) != banned.end();
      EXPECT_EQ(is_banned, RepeatsAnNgram(longer, static_cast<std::size_t>(n)));
      bans += is_banned ? 1 : 0;
    }
  }
  EXPECT_GT(bans, 1000);
}

TEST(RepetitionRulesTest, ListsOfARowStayWhenOthersFollow) {
  RepetitionRules rules;
  EXPECT_FALSE(rules.any());
  rules.Start({.beam_size = 2,
               .max_length = 6,
               .repetition_penalty = 1.5f,
               .no_repeat_ngram_size = 2});
  EXPECT_TRUE(rules.any());
  for (int step = 0; step < 3; ++step) {
    rules.BeginStep();
    const RowRules first = rules.Append(std::vector<int32_t>{9, 3, 9, 3, 9});
    const RowRules second = rules.Append(std::vector<int32_t>{1, 1, 1, 1, 1});
    EXPECT_THAT(first.banned, ElementsAre(3, 3));
    EXPECT_THAT(first.penalised, ElementsAre(3, 9));
    EXPECT_EQ(first.penalty, 1.5f);
    EXPECT_THAT(second.banned, ElementsAre(1, 1, 1, 1));
    EXPECT_THAT(second.penalised, ElementsAre(1));
  }
  rules.Start({.no_repeat_ngram_size = 3});
  EXPECT_TRUE(rules.any());
  const RowRules row = rules.Append(std::vector<int32_t>{1, 2});
  EXPECT_THAT(row.banned, IsEmpty());
  EXPECT_THAT(row.penalised, IsEmpty());
  rules.Start({});
  EXPECT_FALSE(rules.any());
}

}  // namespace
}  // namespace interpres
