#include "model/engine/second_attempt.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace interpres {
namespace {

constexpr int32_t kTag = 90;
constexpr int32_t kEnd = 0;
const std::vector<int32_t> kPieces = {11, 12, 13, 14};

Sentence Source(const std::vector<int32_t>& pieces) {
  Sentence sentence;
  sentence.source = {kTag};
  sentence.source.insert(sentence.source.end(), pieces.begin(), pieces.end());
  sentence.source.push_back(kEnd);
  sentence.pieces = {.first = 1, .count = static_cast<int32_t>(pieces.size())};
  return sentence;
}

const Sentence kSentence = Source(kPieces);
const JudgedSource kSource = {.sentence = kSentence};

Hypothesis Make(std::vector<int32_t> pieces, float score = -1.0F) {
  pieces.push_back(kEnd);
  return {.tokens = std::move(pieces),
          .token_log_probabilities = {},
          .score = score};
}

// The next attempt for a source that does not repeat itself.
std::optional<DecodingOptions> Next(const DecodingOptions& asked, Defect defect,
                                    int32_t attempts, int32_t max_beam_size) {
  Sentence sentence = kSentence;
  sentence.options = asked;
  return NextAttempt(sentence, defect, attempts, max_beam_size);
}

const Hypothesis kLoop = Make({7, 7, 7, 7, 7, 7, 7, 7});

TEST(FindDefectTest, FindsLoopsAndCopies) {
  EXPECT_EQ(FindDefect(kSource, Make({21, 22, 23})), Defect::kNone);
  EXPECT_EQ(FindDefect(kSource, kLoop), Defect::kLoop);
  EXPECT_EQ(FindDefect(kSource, Make(kPieces)), Defect::kCopy);
}

TEST(FindDefectTest, ForcedTokensAreNoPartOfACopy) {
  Sentence forced = kSentence;
  forced.target_prefix = {99};
  forced.forced_tokens = 1;
  std::vector<int32_t> pieces = kPieces;
  pieces.insert(pieces.begin(), 99);
  EXPECT_EQ(FindDefect({.sentence = forced}, Make(pieces)), Defect::kCopy);
  EXPECT_EQ(FindDefect(kSource, Make(pieces)), Defect::kNone);
}

TEST(FindDefectTest, AShortCopyIsRight) {
  const std::vector<int32_t> pieces = {11, 12, 13};
  const Sentence name = Source(pieces);
  EXPECT_EQ(FindDefect({.sentence = name}, Make(pieces)), Defect::kNone);
}

TEST(FindDefectTest, ATranslationThatWasCutHasNoEndSymbol) {
  Hypothesis cut = Make(kPieces);
  cut.tokens.pop_back();
  cut.finish_reason = FinishReason::kLengthLimit;
  EXPECT_EQ(FindDefect(kSource, cut), Defect::kCopy);
}

TEST(FindDefectTest, ATranslationThatDoesNotEndIsALoop) {
  std::vector<int32_t> pieces(19);
  std::iota(pieces.begin(), pieces.end(), 21);
  Hypothesis endless{.tokens = pieces,
                     .finish_reason = FinishReason::kLengthLimit};
  EXPECT_EQ(FindDefect(kSource, endless), Defect::kLoop);
  endless.tokens.pop_back();
  EXPECT_EQ(FindDefect(kSource, endless), Defect::kNone)
      << "the request may ask for a short translation";
  EXPECT_EQ(FindDefect(kSource, Make(pieces)), Defect::kNone);
}

TEST(FindDefectTest, FindsALossOfContent) {
  std::vector<int32_t> pieces(40);
  std::iota(pieces.begin(), pieces.end(), 11);
  const Sentence sentence = Source(pieces);
  Hypothesis half = Make({21, 22, 23});
  half.alignment = {1, 2, 3, 41};
  EXPECT_EQ(FindDefect({.sentence = sentence}, half), Defect::kLoss);
}

TEST(NextAttemptTest, ALoopIsDecodedUnderRulesThenWithAWiderBeam) {
  const DecodingOptions asked = {.beam_size = 4};
  const auto second = Next(asked, Defect::kLoop, 1, 16);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->no_repeat_ngram_size, 3);
  EXPECT_EQ(second->repetition_penalty, 1.2F);
  EXPECT_EQ(second->beam_size, 4);
  const auto third = Next(asked, Defect::kLoop, 2, 16);
  ASSERT_TRUE(third.has_value());
  EXPECT_EQ(third->beam_size, 8);
  EXPECT_FALSE(Next(asked, Defect::kLoop, 3, 16).has_value());
}

TEST(NextAttemptTest, KeepsTheRulesOfTheRequest) {
  const DecodingOptions asked = {
      .beam_size = 8, .repetition_penalty = 1.5F, .no_repeat_ngram_size = 2};
  EXPECT_FALSE(Next(asked, Defect::kLoop, 1, 16).has_value())
      << "nothing would change";
  EXPECT_EQ(Next({.beam_size = 2}, Defect::kLoop, 2, 4)->beam_size, 4);
}

TEST(NextAttemptTest, ACopyIsDecodedOnceMoreForItsAlternatives) {
  const auto second = Next({.beam_size = 4}, Defect::kCopy, 1, 16);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->n_best, 4);
  EXPECT_FALSE(Next({}, Defect::kCopy, 2, 16).has_value());
}

TEST(NextAttemptTest, ALossIsDecodedOnceMoreWithAWiderBeam) {
  const auto second = Next({.beam_size = 4}, Defect::kLoss, 1, 16);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->beam_size, 8);
  EXPECT_EQ(second->n_best, 8);
  EXPECT_FALSE(Next({}, Defect::kLoss, 2, 16).has_value());
}

TEST(NextAttemptTest, TheSameOptionsAreNoAttempt) {
  EXPECT_FALSE(Next({.beam_size = 8, .n_best = 8}, Defect::kLoss, 1, 16));
  EXPECT_FALSE(Next({.beam_size = 4, .n_best = 4}, Defect::kCopy, 1, 16));
}

TEST(NextAttemptTest, ARequestForAttentionKeepsItsNumberOfHypotheses) {
  const auto second = Next({.beam_size = 4, .attention = AttentionOptions()},
                           Defect::kLoss, 1, 16);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->beam_size, 8);
  EXPECT_EQ(second->n_best, 1);
}

TEST(NextAttemptTest, ARepeatingSourceIsDecodedOnceMoreWithoutRules) {
  Sentence sentence = Source(std::vector<int32_t>(9, 11));
  sentence.options = {.beam_size = 4};
  const auto second = NextAttempt(sentence, Defect::kLoop, 1, 16);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->no_repeat_ngram_size, 0);
  EXPECT_EQ(second->repetition_penalty, 1.0F);
  EXPECT_EQ(second->beam_size, 8);
  EXPECT_FALSE(NextAttempt(sentence, Defect::kLoop, 2, 16).has_value());
}

TEST(NextAttemptTest, SoundTranslationsAndSamplesAreFinal) {
  EXPECT_FALSE(Next({}, Defect::kNone, 1, 16).has_value());
  EXPECT_FALSE(
      Next({.sampling = SamplingOptions()}, Defect::kLoop, 1, 16).has_value());
}

TEST(PreferSoundTest, TheBestSoundOneComesFirst) {
  std::vector<Hypothesis> hypotheses = {
      Make(kPieces, -0.5F), Make({21, 22}, -0.9F), Make({23, 24}, -1.0F)};
  PreferSound(kSource, 2, hypotheses);
  ASSERT_EQ(hypotheses.size(), 2U);
  EXPECT_EQ(hypotheses[0].score, -0.9F);
  EXPECT_EQ(hypotheses[1].score, -0.5F);
}

TEST(PreferSoundTest, ACopyIsBetterThanAFarWorseTranslation) {
  std::vector<Hypothesis> hypotheses = {Make(kPieces, -0.5F),
                                        Make({21, 22}, -1.6F)};
  PreferSound(kSource, 1, hypotheses);
  ASSERT_EQ(hypotheses.size(), 1U);
  EXPECT_EQ(hypotheses[0].score, -0.5F);
}

TEST(SentenceAttemptsTest, TheShortestOfTheRepetitionsIsBest) {
  SentenceAttempts attempts(kSentence, {.max_beam_size = 16});
  EXPECT_TRUE(attempts.is_first());
  AttemptVerdict verdict = attempts.Judge(kLoop);
  EXPECT_FALSE(attempts.is_first());
  EXPECT_EQ(verdict.defect, Defect::kLoop);
  EXPECT_TRUE(verdict.is_best);
  ASSERT_TRUE(verdict.next.has_value());
  EXPECT_EQ(verdict.next->no_repeat_ngram_size, 3);
  verdict = attempts.Judge(Make(std::vector<int32_t>(6, 8)));
  EXPECT_TRUE(verdict.is_best);
  verdict = attempts.Judge(kLoop);
  EXPECT_FALSE(verdict.is_best);
  EXPECT_FALSE(verdict.next.has_value());
}

TEST(SentenceAttemptsTest, TheSmallerLossIsBest) {
  std::vector<int32_t> pieces(40);
  std::iota(pieces.begin(), pieces.end(), 11);
  SentenceAttempts attempts(Source(pieces), {.max_beam_size = 16});
  Hypothesis half = Make({21, 22, 23});
  half.alignment = {1, 2, 20, 41};
  EXPECT_EQ(attempts.Judge(half).defect, Defect::kLoss);
  half.alignment = {1, 2, 3, 41};
  EXPECT_FALSE(attempts.Judge(half).is_best);
}

TEST(SentenceAttemptsTest, ACopyIsWorseThanALoss) {
  std::vector<int32_t> pieces(40);
  std::iota(pieces.begin(), pieces.end(), 11);
  Hypothesis half = Make({21, 22, 23});
  half.alignment = {1, 2, 20, 41};
  SentenceAttempts attempts(Source(pieces), {.max_beam_size = 16});
  EXPECT_EQ(attempts.Judge(Make(pieces)).defect, Defect::kCopy);
  EXPECT_TRUE(attempts.Judge(half).is_best);
}

TEST(SentenceAttemptsTest, ASoundTranslationIsFinal) {
  SentenceAttempts attempts(kSentence, {.max_beam_size = 16});
  attempts.Judge(kLoop);
  const AttemptVerdict verdict = attempts.Judge(Make({21, 22}));
  EXPECT_EQ(verdict.defect, Defect::kNone);
  EXPECT_TRUE(verdict.is_best);
  EXPECT_FALSE(verdict.next.has_value());
}

}  // namespace
}  // namespace interpres
