#include "server/service/pivot.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;

const EndPieces kEnds = {.first = "</s>", .second = "<end>"};

v1::TranslationResult Result(const std::string& text) {
  v1::TranslationResult result;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &result));
  return result;
}

// "Uno. Dos." through "One. Two.".
v1::TranslationResult First() {
  return Result(R"(
    source_tokens: 6 source_language: "es"
    detected_language { language: "es" confidence: 0.5 }
    translations { hypotheses {
      text: "One. Two." score: -2 finish_reason: FINISH_REASON_LENGTH_LIMIT
      segments { source { end: 4 } target { end: 4 } score: -1
                 finish_reason: FINISH_REASON_END_OF_SENTENCE
                 flags: SEGMENT_FLAG_LOW_COVERAGE }
      segments { source { begin: 5 end: 9 } target { begin: 5 end: 9 }
                 score: -3 finish_reason: FINISH_REASON_LENGTH_LIMIT } } })");
}

// "Eins. Zwei." with the sentences of "One. Two.".
v1::TranslationResult Second() {
  return Result(R"(
    source_tokens: 8 source_language: "en"
    translations { hypotheses {
      text: "Eins. Zwei." score: -4 finish_reason: FINISH_REASON_END_OF_SENTENCE
      segments { source { end: 4 } target { end: 5 } score: -5
                 finish_reason: FINISH_REASON_REPETITION
                 flags: SEGMENT_FLAG_LOW_COVERAGE flags: SEGMENT_FLAG_SPLIT }
      segments { source { begin: 5 end: 9 } target { begin: 6 end: 11 }
                 score: -3 finish_reason: FINISH_REASON_END_OF_SENTENCE } } })");
}

TEST(PivotTest, TheFirstLegIsAskedForItsBestTranslation) {
  v1::TranslateOptions options;
  options.set_beam_size(5);
  options.set_n_best(3);
  options.set_max_length(9);
  options.set_return_alignments(true);
  options.set_return_token_scores(true);
  options.set_no_repeat_ngram_size(3);
  options.add_target_prefix("Der");
  options.mutable_sampling()->set_seed(1);
  v1::TranslateOptions expected;
  expected.set_beam_size(5);
  expected.set_return_alignments(true);
  expected.set_no_repeat_ngram_size(3);
  EXPECT_EQ(FirstLegOptions(options).SerializeAsString(),
            expected.SerializeAsString());
}

TEST(PivotTest, TheSecondLegGetsTheBestTranslations) {
  const std::vector<v1::TranslationResult> first = {
      First(), Result("error { code: 3 message: 'no' }")};
  v1::TranslateRequest request;
  request.add_texts("Uno. Dos.");
  request.add_texts("x");
  request.set_source_language("es");
  SetPivotTexts(first, "en", request);
  EXPECT_THAT(request.texts(), ElementsAre("One. Two.", ""));
  EXPECT_EQ(request.source_language(), "en");
}

TEST(PivotTest, TheJoinedResultIsAboutTheText) {
  v1::TranslationResult joined = Second();
  JoinResults(First(), kEnds, joined);
  EXPECT_EQ(joined.source_tokens(), 6);
  EXPECT_EQ(joined.source_language(), "es");
  EXPECT_EQ(joined.detected_language().language(), "es");
  const v1::Translation& translation = joined.translations().hypotheses(0);
  EXPECT_EQ(translation.text(), "Eins. Zwei.");
  EXPECT_EQ(translation.score(), -6.0F);
  EXPECT_EQ(translation.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  ASSERT_EQ(translation.segments_size(), 2);
  const v1::Segment& one = translation.segments(0);
  EXPECT_EQ(one.source().end(), 4);
  EXPECT_EQ(one.target().end(), 5);
  EXPECT_EQ(one.score(), -6.0F);
  EXPECT_EQ(one.finish_reason(), v1::FINISH_REASON_REPETITION);
  EXPECT_THAT(one.flags(), ElementsAre(v1::SEGMENT_FLAG_SPLIT,
                                       v1::SEGMENT_FLAG_LOW_COVERAGE));
  const v1::Segment& two = translation.segments(1);
  EXPECT_EQ(two.source().begin(), 5);
  EXPECT_EQ(two.target().begin(), 6);
  EXPECT_EQ(two.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  EXPECT_TRUE(two.flags().empty());
}

// Returns the step of a protected span that one translation kept by `first` and
// the other by `second`.
v1::ProtectionStep JoinedStep(v1::ProtectionStep first,
                              v1::ProtectionStep second) {
  const auto add_span = [](v1::ProtectionStep step,
                           v1::TranslationResult& result) {
    v1::ProtectedSpan& span = *result.mutable_translations()
                                   ->mutable_hypotheses(0)
                                   ->mutable_segments(0)
                                   ->add_protected_spans();
    span.mutable_source()->set_end(4);
    span.mutable_target()->set_end(4);
    span.set_step(step);
  };
  v1::TranslationResult one = First();
  v1::TranslationResult joined = Second();
  add_span(first, one);
  add_span(second, joined);
  JoinResults(one, kEnds, joined);
  const v1::Segment& segment = joined.translations().hypotheses(0).segments(0);
  return segment.protected_spans_size() == 1 ? segment.protected_spans(0).step()
                                             : v1::PROTECTION_STEP_UNSPECIFIED;
}

TEST(PivotTest, AProtectedSpanHasTheCostlierStep) {
  EXPECT_EQ(
      JoinedStep(v1::PROTECTION_STEP_SPLICE, v1::PROTECTION_STEP_SENTINEL),
      v1::PROTECTION_STEP_SPLICE);
  EXPECT_EQ(
      JoinedStep(v1::PROTECTION_STEP_SENTINEL, v1::PROTECTION_STEP_CONSTRAINT),
      v1::PROTECTION_STEP_CONSTRAINT);
  EXPECT_EQ(
      JoinedStep(v1::PROTECTION_STEP_NOT_KEPT, v1::PROTECTION_STEP_DIVISION),
      v1::PROTECTION_STEP_NOT_KEPT);
  EXPECT_EQ(JoinedStep(v1::PROTECTION_STEP_MODEL, v1::PROTECTION_STEP_N_BEST),
            v1::PROTECTION_STEP_N_BEST);
}

// Sentences with other boundaries in the pivot text become one segment.
TEST(PivotTest, SegmentsWithOtherBoundariesAreJoined) {
  v1::TranslationResult joined = Second();
  v1::Translation& second =
      *joined.mutable_translations()->mutable_hypotheses(0);
  second.mutable_segments(0)->mutable_source()->set_end(6);
  JoinResults(First(), kEnds, joined);
  ASSERT_EQ(second.segments_size(), 1);
  EXPECT_EQ(second.segments(0).source().begin(), 0);
  EXPECT_EQ(second.segments(0).source().end(), 9);
  EXPECT_EQ(second.segments(0).target().end(), 11);
  EXPECT_EQ(second.segments(0).score(), -6.0F);  // the means -2 and -4
}

TEST(PivotTest, ASentenceWithoutATranslationJoinsItsNeighbour) {
  v1::TranslationResult first = First();
  v1::Translation& pivot = *first.mutable_translations()->mutable_hypotheses(0);
  pivot.set_text(" Two.");
  pivot.mutable_segments(0)->mutable_target()->set_end(0);
  pivot.mutable_segments(1)->mutable_target()->set_begin(1);
  pivot.mutable_segments(1)->mutable_target()->set_end(5);
  v1::TranslationResult joined = Second();
  v1::Translation& second =
      *joined.mutable_translations()->mutable_hypotheses(0);
  second.mutable_segments()->RemoveLast();
  second.mutable_segments(0)->mutable_source()->set_begin(1);
  second.mutable_segments(0)->mutable_source()->set_end(5);
  JoinResults(first, kEnds, joined);
  ASSERT_EQ(second.segments_size(), 1);
  EXPECT_EQ(second.segments(0).source().begin(), 0);
  EXPECT_EQ(second.segments(0).source().end(), 9);
}

TEST(PivotTest, AnErrorOfEitherLegIsTheResult) {
  v1::TranslationResult joined = Second();
  JoinResults(Result("error { code: 3 message: 'first' } source_tokens: 4"),
              kEnds, joined);
  EXPECT_EQ(joined.error().message(), "first");
  EXPECT_EQ(joined.source_tokens(), 4);
  joined = Result("error { code: 3 message: 'second' }");
  JoinResults(First(), kEnds, joined);
  EXPECT_EQ(joined.error().message(), "second");
  EXPECT_EQ(joined.source_language(), "es");
}

TEST(PivotTest, AlignmentsLeadToTheText) {
  // "el gato" -> "the cat" -> "die katze": each word is one token.
  const v1::TranslationResult first = Result(R"(
    source_pieces: ">>en<<" source_pieces: "_el" source_pieces: "_gato"
    source_pieces: "</s>"
    translations { hypotheses { text: "the cat"
      segments { source { end: 7 } target { end: 7 } }
      tokens { piece: "_the" source_token: 1 }
      tokens { piece: "_cat" source_token: 2 }
      tokens { piece: "</s>" source_token: 3 } } })");
  v1::TranslationResult joined = Result(R"(
    source_pieces: "_the" source_pieces: "_c" source_pieces: "at"
    source_pieces: "<end>"
    translations { hypotheses { text: "die katze"
      segments { source { end: 7 } target { end: 9 } }
      tokens { piece: "_die" source_token: 0 }
      tokens { piece: "_kat" source_token: 1 }
      tokens { piece: "ze" source_token: 2 }
      tokens { piece: "<end>" source_token: 3 } } })");
  JoinResults(first, kEnds, joined);
  EXPECT_THAT(joined.source_pieces(),
              ElementsAre(">>en<<", "_el", "_gato", "</s>"));
  std::vector<int32_t> sources;
  for (const v1::TokenScore& token :
       joined.translations().hypotheses(0).tokens()) {
    sources.push_back(token.source_token());
    EXPECT_EQ(token.segment(), 0);
  }
  EXPECT_THAT(sources, ElementsAre(1, 2, 2, 3));
}

TEST(PivotTest, AlignmentsOfEachSentenceLeadToItsSource) {
  // "Uno. Dos." -> "One. Two." -> "Eins. Zwei."
  v1::TranslationResult first = First();
  first.MergeFrom(Result(R"(
    source_pieces: "_Uno" source_pieces: "</s>"
    source_pieces: "_Dos" source_pieces: "</s>")"));
  v1::TranslationResult joined = Second();
  joined.MergeFrom(Result(R"(
    source_pieces: "_One" source_pieces: "<end>"
    source_pieces: "_Two" source_pieces: "<end>")"));
  const auto add = [](v1::TranslationResult& result, const std::string& token) {
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
        token,
        result.mutable_translations()->mutable_hypotheses(0)->add_tokens()));
  };
  add(first, R"(piece: "_One" source_token: 0)");
  add(first, R"(piece: "</s>" source_token: 1)");
  add(first, R"(piece: "_Two" source_token: 2 segment: 1)");
  add(first, R"(piece: "</s>" source_token: 3 segment: 1)");
  add(joined, R"(piece: "_Eins" source_token: 0)");
  add(joined, R"(piece: "<end>" source_token: 1)");
  add(joined, R"(piece: "_Zwei" source_token: 2 segment: 1)");
  add(joined, R"(piece: "<end>" source_token: 3 segment: 1)");
  JoinResults(first, kEnds, joined);
  std::vector<int32_t> sources;
  for (const v1::TokenScore& token :
       joined.translations().hypotheses(0).tokens()) {
    sources.push_back(token.source_token());
  }
  EXPECT_THAT(sources, ElementsAre(0, 1, 2, 3));
}

TEST(PivotTest, APartialResultIsAboutTheText) {
  v1::PartialResult partial;
  partial.mutable_source()->set_begin(5);
  partial.mutable_source()->set_end(9);
  partial.set_score(-1.0F);
  partial.set_finish_reason(v1::FINISH_REASON_END_OF_SENTENCE);
  partial.add_flags(v1::SEGMENT_FLAG_SPLIT);
  JoinPartial(First(), partial);
  EXPECT_EQ(partial.source().begin(), 5);
  EXPECT_EQ(partial.source().end(), 9);
  EXPECT_EQ(partial.pivot().begin(), 5);
  EXPECT_EQ(partial.score(), -4.0F);
  EXPECT_EQ(partial.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  partial.mutable_source()->set_begin(2);
  JoinPartial(First(), partial);
  EXPECT_EQ(partial.source().begin(), 0);
  EXPECT_THAT(partial.flags(), ElementsAre(v1::SEGMENT_FLAG_SPLIT,
                                           v1::SEGMENT_FLAG_LOW_COVERAGE));
}

}  // namespace
}  // namespace interpres
