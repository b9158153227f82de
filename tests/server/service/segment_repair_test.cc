// The attempts to translate a segment that has atoms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/service/segment_attempts.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::EndsWith;

class SegmentRepairTest : public ::testing::Test {
 protected:
  void SetUp() override { Begin({.beam_size = 4, .max_length = 200}); }

  void Begin(const DecodingOptions& options) {
    const std::string text = "the cat sees 12 dogs";
    segment_ = {.span = {.begin = 0, .end = std::ssize(text)},
                .text = text,
                .atoms = FindAtoms(text, {})};
    const EncodedText source = tokenizer_->EncodeSource(text, "").value();
    offsets_ = {.first_piece = source.first_piece,
                .offsets = source.piece_offsets};
    attempts_ = std::make_unique<SegmentAttempts>(
        PreparedSegment{.sentence = {.source = source.ids,
                                     .options = options,
                                     .pieces = {.first = source.first_piece,
                                                .count = source.pieces}}},
        AttemptLimits{.max_beam_size = 16},
        AtomRepair({.segment = segment_, .runs = {}, .offsets = offsets_},
                   {.tokenizer = *tokenizer_,
                    .protection = protection_,
                    .languages = {.source = "en", .target = "es"},
                    .encode = Encoder(),
                    .sentinels = &sentinels_}));
  }

  SourceEncoder Encoder() const {
    return [this](const std::string& text) {
      return EncodedSource{.tokens =
                               tokenizer_->EncodeSource(text, "").value()};
    };
  }

  // Begins the repair with a model that copies sentinels.
  void BeginWithSentinels(const DecodingOptions& options) {
    sentinels_ = SentinelForm::kBraces;
    Begin(options);
  }

  // Returns the source text of a next attempt.
  std::string SourceOf(const Sentence& sentence) const {
    return tokenizer_->Decode(
        std::span(sentence.source)
            .subspan(sentence.pieces.first, sentence.pieces.count));
  }

  Hypothesis Target(const std::string& text) const {
    Hypothesis hypothesis = {.tokens = tokenizer_->EncodeTarget(text)->ids,
                             .score = -1.0F};
    for (int32_t i = 0; i < std::ssize(hypothesis.tokens); ++i) {
      hypothesis.alignment.push_back(
          std::min(i, attempts_->sentence().pieces.count - 1));
    }
    return hypothesis;
  }

  AfterAttempt Take(const std::vector<std::string>& texts) {
    JobOutcome outcome;
    for (const std::string& text : texts) {
      outcome.hypotheses.push_back(Target(text));
    }
    return attempts_->Take(std::move(outcome));
  }

  const std::unique_ptr<const Tokenizer> tokenizer_ =
      MakeTinyTokenizer(kTinyByteVocabulary);
  Protection protection_ = {.integrity = Integrity::kRepair};
  Segment segment_;
  SourceOffsets offsets_;
  std::atomic<SentinelForm> sentinels_ = SentinelForm::kNone;
  std::unique_ptr<SegmentAttempts> attempts_;
};

TEST_F(SegmentRepairTest, TheSearchReturnsAllItsHypotheses) {
  EXPECT_EQ(attempts_->sentence().options.n_best, 4);
  Begin({.beam_size = 4, .sampling = SamplingOptions()});
  EXPECT_EQ(attempts_->sentence().options.n_best, 1);
}

TEST_F(SegmentRepairTest, AnIntactTranslationIsFinal) {
  const AfterAttempt after = Take({"el gato ve 12 perros", "the dogs"});
  EXPECT_FALSE(after.next.has_value());
  ASSERT_EQ(after.outcome.hypotheses.size(), 1U);
  ASSERT_EQ(after.translations.size(), 1U);
  EXPECT_EQ(after.translations[0].text.text, "el gato ve 12 perros");
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kModel);
}

TEST_F(SegmentRepairTest, AnotherHypothesisCostsNoAttempt) {
  const AfterAttempt after =
      Take({"el gato ve 1 perros", "el gato mira 12 perros"});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.translations[0].text.text, "el gato mira 12 perros");
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kNBest);
}

TEST_F(SegmentRepairTest, DamagedAtomsAreRequired) {
  const AfterAttempt first = Take({"el gato ve 1 perros"});
  ASSERT_TRUE(first.next.has_value());
  EXPECT_EQ(first.defect, Defect::kNone);
  EXPECT_TRUE(attempts_->is_repairing());
  EXPECT_EQ(first.next->source, attempts_->sentence().source);
  ASSERT_EQ(first.next->required.size(), 1U);
  const AfterAttempt second = Take({"el gato ve los 12 perros"});
  EXPECT_FALSE(second.next.has_value());
  EXPECT_FALSE(second.is_incomplete);
  EXPECT_EQ(second.translations[0].text.text, "el gato ve los 12 perros");
  EXPECT_EQ(second.translations[0].spans[0].step, ProtectionStep::kConstraint);
}

TEST_F(SegmentRepairTest, ARepairThatMissesItsDeadlineLeavesASplice) {
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = attempts_->Take(
      {.status = absl::DeadlineExceededError("late"), .hypotheses = {}});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_TRUE(after.outcome.status.ok());
  EXPECT_TRUE(after.is_incomplete);
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
  EXPECT_NE(after.translations[0].text.text.find("12"), std::string::npos);
}

TEST_F(SegmentRepairTest, ARepairThatCannotBeginLeavesASplice) {
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = attempts_->TakeBest();
  EXPECT_TRUE(after.is_incomplete);
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
}

TEST_F(SegmentRepairTest, ASentinelHidesADamagedAtom) {
  BeginWithSentinels({.beam_size = 4, .max_length = 200});
  const AfterAttempt first = Take({"el gato ve 1 perros"});
  ASSERT_TRUE(first.next.has_value());
  EXPECT_TRUE(attempts_->is_repairing());
  EXPECT_EQ(SourceOf(*first.next), "the cat sees {0} dogs");
  EXPECT_TRUE(first.next->required.empty());
  const AfterAttempt second =
      Take({"el gato ve los perros", "el gato ve {0} perros"});
  EXPECT_FALSE(second.next.has_value());
  EXPECT_FALSE(second.is_incomplete);
  ASSERT_EQ(second.translations.size(), 1U);
  EXPECT_EQ(second.translations[0].text.text, "el gato ve 12 perros");
  EXPECT_EQ(second.translations[0].spans[0].step, ProtectionStep::kSentinel);
}

TEST_F(SegmentRepairTest, WithoutTheSentinelTheAtomIsRequired) {
  BeginWithSentinels({.beam_size = 4, .max_length = 200});
  Take({"el gato ve 1 perros"});
  const AfterAttempt second = Take({"el gato ve 0 perros"});
  ASSERT_TRUE(second.next.has_value());
  EXPECT_EQ(second.next->source, attempts_->sentence().source);
  EXPECT_EQ(second.next->required.size(), 1U);
  const AfterAttempt third = Take({"el gato ve 12 perros"});
  EXPECT_EQ(third.translations[0].spans[0].step, ProtectionStep::kConstraint);
}

TEST_F(SegmentRepairTest, ARepeatingTranslationWithASentinelIsNotTaken) {
  BeginWithSentinels({.beam_size = 4, .max_length = 200});
  Take({"el gato ve 1 perros"});
  const AfterAttempt second = Take({"{0} el el el el el el el el el el el el"});
  ASSERT_TRUE(second.next.has_value());
  EXPECT_FALSE(second.next->required.empty());
}

TEST_F(SegmentRepairTest, SeveralTranslationsHaveNoSentinels) {
  BeginWithSentinels({.beam_size = 4, .n_best = 2, .max_length = 200});
  const AfterAttempt first = Take({"el gato ve 1 perros", "el gato ve perros"});
  ASSERT_TRUE(first.next.has_value());
  EXPECT_EQ(first.next->required.size(), 1U);
}

TEST_F(SegmentRepairTest, AnErrorOfATranslationWithSentinelsLeavesASplice) {
  BeginWithSentinels({.beam_size = 4, .max_length = 200});
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = attempts_->Take(
      {.status = absl::DeadlineExceededError("late"), .hypotheses = {}});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_TRUE(after.is_incomplete);
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
}

TEST_F(SegmentRepairTest, ARepairThatRepeatsItselfGivesWayToADivision) {
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = Take({"12 el el el el el el el el el el el el"});
  ASSERT_TRUE(after.next.has_value());
  EXPECT_TRUE(after.next->required.empty());
  const std::string prefix = tokenizer_->Decode(after.next->target_prefix);
  EXPECT_THAT(prefix, EndsWith(" 12"));
  const AfterAttempt last = Take({prefix + " perros"});
  EXPECT_FALSE(last.next.has_value());
  EXPECT_FALSE(last.is_incomplete);
  EXPECT_EQ(last.translations[0].text.text, prefix + " perros");
  EXPECT_EQ(last.translations[0].spans[0].step, ProtectionStep::kDivision);
}

TEST_F(SegmentRepairTest, AfterADivisionWithADamagedRestTheAtomIsSpliced) {
  Take({"el gato ve 1 perros"});
  Take({"12 el el el el el el el el el el el el"});
  const AfterAttempt after = Take({"el gato ve 12 1 perros"});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_FALSE(after.is_incomplete);
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(after.translations[0].text.text, "el gato ve 12 perros");
}

TEST_F(SegmentRepairTest, ARepairBehindTheEndOfTheSentenceIsNotTaken) {
  Take({"el gato ve 1 perros."});
  Take({"el gato ve los perros. 12"});
  const AfterAttempt after = attempts_->TakeBest();
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
  EXPECT_EQ(after.translations[0].text.text.find(". 12"), std::string::npos)
      << after.translations[0].text.text;
}

TEST_F(SegmentRepairTest, ACancelledRepairIsCancelled) {
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = attempts_->Take(
      {.status = absl::CancelledError("cancelled"), .hypotheses = {}});
  EXPECT_EQ(after.outcome.status.code(), absl::StatusCode::kCancelled);
}

TEST_F(SegmentRepairTest, AReportNeedsNoAttempt) {
  protection_.integrity = Integrity::kReport;
  Begin({.beam_size = 4});
  const AfterAttempt after = Take({"el gato ve 1 perros"});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kNotKept);
}

TEST_F(SegmentRepairTest, SamplesAreSpliced) {
  Begin({.beam_size = 1, .sampling = SamplingOptions()});
  const AfterAttempt after = Take({"el gato ve 1 perros"});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
}

}  // namespace
}  // namespace interpres
