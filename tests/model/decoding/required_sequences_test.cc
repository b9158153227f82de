#include "model/decoding/required_sequences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <random>
#include <vector>

#include "tests/model/decoding/naive_required.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int32_t kRoomy = 100;

RequiredSequences Sequences(const std::vector<RequiredTokens>& required,
                            int32_t max_length = kRoomy,
                            const std::vector<int32_t>& source = {},
                            const WordTokens& words = {}) {
  RequiredSequences sequences;
  sequences.Start(required, source, max_length,
                  std::make_shared<WordTokens>(words));
  return sequences;
}

int32_t Offered(const RequiredSequences& sequences, const RequiredState& state,
                const Candidate& candidate,
                const RequiredSequences::OfferStep& step = {}) {
  return sequences.Offered(state, candidate, step);
}

// A candidate that is aligned to a source token.
Candidate Aligned(int32_t token, int32_t source_token) {
  return {.token = token, .source_token = source_token};
}

// The state after the model wrote `tokens` without being forced.
RequiredState After(const RequiredSequences& sequences,
                    const std::vector<int32_t>& tokens) {
  RequiredState state = sequences.Initial();
  for (const int32_t token : tokens) {
    sequences.Extend(state, {.token = token}, kNoSequence);
  }
  return state;
}

std::vector<int32_t> Wanted(const RequiredSequences& sequences,
                            const RequiredState& state) {
  std::vector<int32_t> wanted;
  sequences.AppendWanted(state, wanted);
  return wanted;
}

TEST(RequiredSequencesTest, WithoutSequencesNothingIsRequired) {
  const RequiredSequences sequences = Sequences({});
  EXPECT_FALSE(sequences.any());
  EXPECT_EQ(sequences.Forced(After(sequences, {1, 2})), kNoSequence);
}

TEST(RequiredSequencesTest, ABegunSequenceIsForcedToItsEnd) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5, 6, 7}, .source = {2, 1}}});
  RequiredState state = After(sequences, {1});
  EXPECT_EQ(state.missing, 3);
  EXPECT_EQ(sequences.Forced(state), kNoSequence);
  EXPECT_EQ(Offered(sequences, state, Aligned(5, 1)), kNoSequence);
  EXPECT_EQ(Offered(sequences, state, Aligned(6, 2)), kNoSequence);
  ASSERT_EQ(Offered(sequences, state, Aligned(5, 2)), 0);
  EXPECT_EQ(sequences.Progress(state, 5, 0),
            (RequiredProgress{.sequences = 1, .begun_tokens = 1}));
  EXPECT_EQ(sequences.Progress(state, 5, kNoSequence), RequiredProgress());
  for (const int32_t token : {5, 6, 7}) {
    EXPECT_EQ(sequences.NextToken(state, 0), token);
    sequences.Extend(state, {.token = token}, 0);
    EXPECT_EQ(sequences.Forced(state), token == 7 ? kNoSequence : 0);
  }
  EXPECT_EQ(state.missing, 0);
  EXPECT_EQ(state.complete, 1U);
  EXPECT_EQ(Offered(sequences, state, Aligned(5, 2), {.ends = true}),
            kNoSequence);
}

TEST(RequiredSequencesTest, SequencesThatTheModelWritesCount) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5, 6}}, {.tokens = {5, 6}}});
  EXPECT_EQ(After(sequences, {5, 5}).complete, 0U);
  EXPECT_EQ(After(sequences, {5, 5, 6}).complete, 1U);
  EXPECT_EQ(After(sequences, {5, 6, 1, 5, 6}).complete, 3U)
      << "each as often as it is listed";
  EXPECT_EQ(After(sequences, {5, 6, 1, 5, 6}).missing, 0);
}

TEST(RequiredSequencesTest, ASequenceContinuesWhatTheModelWrote) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5, 6, 7}, .source = {0, 1}}});
  RequiredState state = After(sequences, {1, 5, 6});
  EXPECT_THAT(Wanted(sequences, state), ElementsAre(7));
  EXPECT_EQ(Offered(sequences, state, Aligned(7, 0)), 0);
  EXPECT_EQ(Offered(sequences, state, Aligned(5, 0)), kNoSequence);
  sequences.Extend(state, {.token = 7}, 0);
  EXPECT_EQ(state.complete, 1U);
}

TEST(RequiredSequencesTest, OccurrencesDoNotOverlap) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {1, 1}}, {.tokens = {1, 1}}});
  EXPECT_EQ(std::popcount(After(sequences, {1, 1, 1}).complete), 1);
  EXPECT_EQ(std::popcount(After(sequences, {1, 1, 1, 1}).complete), 2);
}

TEST(RequiredSequencesTest, TheLongestSequenceGetsAnOccurrence) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {7}}, {.tokens = {7, 8, 4}}});
  EXPECT_EQ(After(sequences, {7}).complete, 1U);
  EXPECT_EQ(After(sequences, {7, 8}).complete, 1U);
  EXPECT_EQ(After(sequences, {7, 8, 4}).complete, 2U) << "7 is open again";
  EXPECT_EQ(After(sequences, {7, 8, 4}).missing, 1);
  EXPECT_EQ(After(sequences, {7, 8, 4, 7}).complete, 3U);
  EXPECT_EQ(After(sequences, {7, 8, 5, 7, 8, 4}).complete, 3U);
  const RequiredState state = After(sequences, {7, 8});
  EXPECT_EQ(sequences.Progress(state, 4, kNoSequence).sequences, 1);
  EXPECT_EQ(sequences.Progress(state, 7, kNoSequence).sequences, 1);
}

TEST(RequiredSequencesTest, AWordThatGoesOnDoesNotCount) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5, 6}, .ends_word = true}}, kRoomy, {},
                {.continuations = {8, 9}, .endings = {}});
  const RequiredState word = After(sequences, {5, 6});
  EXPECT_EQ(word.complete, 1U);
  EXPECT_THAT(sequences.Forbidden(word), IsEmpty());
  EXPECT_EQ(sequences.Progress(word, 7, kNoSequence).sequences, 1);
  EXPECT_EQ(sequences.Progress(word, 8, kNoSequence).sequences, 0);
  EXPECT_EQ(After(sequences, {5, 6, 7, 8}).complete, 1U);
  const RequiredState longer = After(sequences, {5, 6, 8});
  EXPECT_EQ(longer.complete, 0U);
  EXPECT_EQ(longer.missing, 2);
  EXPECT_EQ(After(sequences, {5, 6, 8, 5, 6}).complete, 1U);
}

TEST(RequiredSequencesTest, NoTokenContinuesAForcedWord) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5}, .source = {0, 1}, .ends_word = true},
                 {.tokens = {8}, .source = {1, 1}}},
                kRoomy, {}, {.continuations = {8, 9}, .endings = {}});
  RequiredState state = sequences.Initial();
  sequences.Extend(state, {.token = 5}, 0);
  EXPECT_THAT(sequences.Forbidden(state), ElementsAre(8, 9));
  EXPECT_EQ(Offered(sequences, state, Aligned(8, 1)), kNoSequence);
  sequences.Extend(state, {.token = 7}, kNoSequence);
  EXPECT_THAT(sequences.Forbidden(state), IsEmpty());
  EXPECT_EQ(Offered(sequences, state, Aligned(8, 1)), 1);
}

TEST(RequiredSequencesTest, ASequenceThatContinuesAWordWaitsForItsEnd) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {8}, .source = {0, 1}}}, kRoomy, {},
                {.continuations = {8}, .endings = {4}});
  const Candidate eight = Aligned(8, 0);
  EXPECT_EQ(Offered(sequences, After(sequences, {3}), eight), 0);
  const RequiredState word = After(sequences, {3, 4});
  EXPECT_EQ(Offered(sequences, word, eight), kNoSequence);
  EXPECT_EQ(Offered(sequences, word, eight, {.allows_forbidden = true}), 0);
}

TEST(RequiredSequencesTest, AWordWithoutRoomForAnotherOneDoesNotGoOn) {
  const std::vector<RequiredTokens> word = {
      {.tokens = {5, 6}, .ends_word = true}};
  // The word, its continuation, the word again, the end symbol: 6 tokens.
  const RequiredSequences roomy =
      Sequences(word, 7, {}, {.continuations = {8}, .endings = {}});
  EXPECT_THAT(roomy.Forbidden(After(roomy, {5, 6})), IsEmpty());
  const RequiredSequences tight =
      Sequences(word, 6, {}, {.continuations = {8}, .endings = {}});
  EXPECT_THAT(tight.Forbidden(After(tight, {5, 6})), ElementsAre(8));
}

TEST(RequiredSequencesTest, LittleRoomForcesTheOpenSequences) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5}}, {.tokens = {6, 7}}}, /*max_length=*/6);
  RequiredState state = After(sequences, {1});
  EXPECT_EQ(sequences.Forced(state), kNoSequence);
  sequences.Extend(state, {.token = 1}, kNoSequence);
  // Four tokens are left: three of the sequences, and the end symbol.
  for (const int32_t token : {5, 6, 7}) {
    const int32_t forced = sequences.Forced(state);
    ASSERT_NE(forced, kNoSequence);
    EXPECT_EQ(sequences.NextToken(state, forced), token);
    sequences.Extend(state, {.token = token}, forced);
  }
  EXPECT_EQ(sequences.Forced(state), kNoSequence);
}

TEST(RequiredSequencesTest, KeepsTheOrderOfTheSource) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5}},
                 {.tokens = {6}, .source = {4, 1}},
                 {.tokens = {7}, .source = {1, 2}},
                 {.tokens = {8}}});
  RequiredState state = sequences.Initial();
  for (const int32_t token : {7, 6, 5, 8}) {
    EXPECT_THAT(Wanted(sequences, state), ::testing::Contains(token));
    const int32_t first =
        Offered(sequences, state, Aligned(token, 9), {.ends = true});
    ASSERT_NE(first, kNoSequence) << token;
    sequences.Extend(state, {.token = token}, first);
  }
  EXPECT_EQ(Offered(sequences, state, Aligned(7, 9), {.ends = true}),
            kNoSequence);
}

TEST(RequiredSequencesTest, WantedTokensAreDistinctAndRise) {
  const RequiredSequences sequences = Sequences({{.tokens = {9, 1}},
                                                 {.tokens = {5}},
                                                 {.tokens = {9, 2}},
                                                 {.tokens = {9}}});
  std::vector<int32_t> wanted = {50};
  sequences.AppendWanted(sequences.Initial(), wanted);
  EXPECT_THAT(wanted, ElementsAre(50, 5, 9));
}

TEST(RequiredSequencesTest, TakesTheMaximumNumberOfSequences) {
  const std::vector<RequiredTokens> required(kMaxRequired, {.tokens = {3}});
  const RequiredSequences sequences = Sequences(required, 200);
  const RequiredState state =
      After(sequences, std::vector<int32_t>(kMaxRequired, 3));
  EXPECT_EQ(state.complete, ~uint64_t{0});
  EXPECT_EQ(state.missing, 0);
  EXPECT_EQ(Offered(sequences, state, Aligned(3, 0), {.ends = true}),
            kNoSequence);
}

// The source tokens are 8 and 5, and the sequence begins with 5.
TEST(RequiredSequencesTest, ACopiedSequenceWaitsUntilItIsLikely) {
  const RequiredSequences sequences =
      Sequences({{.tokens = {5, 6}, .source = {1, 1}}}, kRoomy, {8, 5});
  RequiredState state = sequences.Initial();
  for (int32_t wait = 0; wait < kMaxWaits; ++wait) {
    EXPECT_EQ(Offered(sequences, state, Aligned(5, 1)), kNoSequence);
    EXPECT_EQ(Offered(sequences, state, Aligned(5, 1), {.is_likely = true}), 0);
    EXPECT_EQ(Offered(sequences, state, Aligned(5, 1), {.ends = true}), 0);
    sequences.Extend(state, Aligned(9, 0), kNoSequence);
    sequences.Extend(state, Aligned(9, 1), kNoSequence);
  }
  EXPECT_EQ(Offered(sequences, state, Aligned(5, 1)), 0);
  EXPECT_EQ(Offered(sequences, state, Aligned(5, 0)), kNoSequence);
  // The rest of a sequence does not wait.
  EXPECT_EQ(Offered(sequences, After(sequences, {5}), Aligned(6, 1)), 0);
}

// Random hypotheses over few tokens, so that most sequences share beginnings
// and occur inside each other.
TEST(RequiredSequencesTest, FollowsTheDefinition) {
  std::mt19937 random(3);
  const auto draw = [&](int32_t least, int32_t most) {
    return least + static_cast<int32_t>(
                       random() % static_cast<uint32_t>(most - least + 1));
  };
  for (int round = 0; round < 5000; ++round) {
    const int32_t letters = draw(1, 3);
    std::vector<RequiredTokens> required(static_cast<std::size_t>(draw(1, 4)));
    for (std::size_t i = 0; i < required.size(); ++i) {
      required[i].tokens.resize(static_cast<std::size_t>(draw(1, 4)));
      for (int32_t& token : required[i].tokens) {
        token = draw(1, letters);
      }
      required[i].source = {static_cast<int32_t>(i), draw(1, 2)};
      required[i].ends_word = draw(0, 1) == 0;
    }
    const WordTokens words = {.continuations = {draw(1, letters)},
                              .endings = {draw(1, letters)}};
    const int32_t max_length = draw(4, 40);
    const std::vector<int32_t> source(5, draw(1, letters));
    const RequiredSequences sequences =
        Sequences(required, max_length, source, words);
    NaiveRequired naive(required, source, max_length, words);
    RequiredState state = sequences.Initial();
    while (naive.size() < max_length) {
      int32_t begins = sequences.Forced(state);
      ASSERT_EQ(begins, naive.Forced());
      int32_t token = draw(1, letters);
      ASSERT_EQ(std::ranges::count(sequences.Forbidden(state), token),
                naive.IsForbidden(token) ? 1 : 0);
      const int32_t source_token = draw(0, 9);
      if (begins != kNoSequence) {
        token = sequences.NextToken(state, begins);
        ASSERT_EQ(token, naive.NextToken(begins));
      } else {
        const bool is_likely = draw(0, 1) == 0;
        const bool ends = draw(0, 9) == 0;
        begins = Offered(sequences, state, Aligned(token, source_token),
                         {.is_likely = is_likely, .ends = ends});
        ASSERT_EQ(begins, naive.Offered(token, source_token, is_likely, ends));
      }
      const RequiredProgress progress =
          sequences.Progress(state, token, begins);
      sequences.Extend(state, Aligned(token, source_token), begins);
      naive.Take(token, source_token, begins);
      ASSERT_EQ(state.length, naive.size());
      ASSERT_EQ(state.missing, naive.Missing());
      ASSERT_EQ(state.begun, naive.begun);
      for (int32_t i = 0; i < sequences.count(); ++i) {
        ASSERT_EQ((state.complete >> i & 1) != 0, naive.complete[i]);
        const bool counts = state.begun == kNoSequence || state.begun == i;
        if (!naive.complete[i] && counts) {
          ASSERT_EQ(state.matched[i], naive.Has(i));
        }
      }
      ASSERT_EQ(progress.sequences, RequiredSequences::Reached(state));
      ASSERT_EQ(progress.begun_tokens,
                naive.begun == kNoSequence ? 0 : naive.place);
      TokenSequences done;
      for (std::size_t i = 0; i < required.size(); ++i) {
        if (naive.complete[i]) {
          done.push_back(required[i].tokens);
        }
      }
      ASSERT_TRUE(HasAll(naive.history, done));
    }
  }
}

}  // namespace
}  // namespace interpres
