// The attempts to translate a segment that has atoms.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "server/service/segment_attempts.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

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
                    .languages = {.source = "en", .target = "es"}}));
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

TEST_F(SegmentRepairTest, ARepairThatRepeatsItselfIsNotTaken) {
  Take({"el gato ve 1 perros"});
  const AfterAttempt after = Take({"12 el el el el el el el el el el el el"});
  EXPECT_FALSE(after.is_incomplete);
  EXPECT_EQ(after.translations[0].spans[0].step, ProtectionStep::kSplice);
  EXPECT_NE(after.translations[0].text.text.find("gato"), std::string::npos);
}

TEST_F(SegmentRepairTest, ARepairBehindTheEndOfTheSentenceIsNotTaken) {
  Take({"el gato ve 1 perros."});
  const AfterAttempt after = Take({"el gato ve los perros. 12"});
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
