#include "model/trainer/evaluation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Evaluation Sample() {
  Evaluation evaluation;
  evaluation.bleu = 33.456;
  evaluation.chrf = 55.5;
  evaluation.perplexity = 7.25;
  evaluation.compute_type = "int8";
  evaluation.bleu_signature = "BLEU|x";
  evaluation.chrf_signature = "chrF2|y";
  evaluation.translations = {"a", "b"};
  evaluation.target_tokens = 50;
  evaluation.decoding_seconds = 2.0;
  return evaluation;
}

TEST(EvaluationReportTest, NamesScoresSignaturesAndSpeed) {
  const std::string report = FormatEvaluation(Sample());
  EXPECT_THAT(report, HasSubstr("33.46  BLEU|x\n"));
  EXPECT_THAT(report, HasSubstr("55.50  chrF2|y\n"));
  EXPECT_THAT(report, HasSubstr("7.25"));
  EXPECT_THAT(
      report,
      HasSubstr("25  tokens/s in int8 (50 tokens of 2 texts in 2.0 s)"));
  EXPECT_THAT(report, Not(HasSubstr("length limit")));
}

TEST(EvaluationReportTest, NothingScoredHasNoPerplexity) {
  Evaluation evaluation = Sample();
  evaluation.perplexity = 0.0;
  EXPECT_THAT(FormatEvaluation(evaluation), HasSubstr("perplexity    none"));
  EXPECT_THAT(FormatEvaluationJson(evaluation),
              HasSubstr("\"perplexity\": null"));
}

// A reference holds a token that the model never produces.
TEST(EvaluationReportTest, AnInfinitePerplexityIsNoJsonNumber) {
  Evaluation evaluation = Sample();
  evaluation.perplexity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(FormatEvaluation(evaluation), HasSubstr("perplexity     inf"));
  EXPECT_THAT(FormatEvaluationJson(evaluation),
              HasSubstr("\"perplexity\": null"));
}

TEST(EvaluationReportTest, ListsFailuresByLine) {
  Evaluation evaluation = Sample();
  evaluation.length_limited = 3;
  evaluation.failures = {{.index = 6, .message = "too \"long\""}};
  const std::string report = FormatEvaluation(evaluation);
  EXPECT_THAT(report, HasSubstr("3 translations reached the length limit\n"));
  EXPECT_THAT(report, HasSubstr("line 7: too \"long\"\n"));
  EXPECT_EQ(FormatEvaluationJson(evaluation),
            "{\"bleu\": 33.4560, \"bleu_signature\": \"BLEU|x\", \"chrf\": "
            "55.5000, \"chrf_signature\": \"chrF2|y\", \"perplexity\": 7.2500, "
            "\"compute_type\": \"int8\", \"texts\": 2, \"target_tokens\": 50, "
            "\"seconds\": 2.000, "
            "\"tokens_per_second\": 25.0, \"length_limited\": 3, \"failures\": "
            "[{\"line\": 7, \"message\": \"too \\\"long\\\"\"}]}\n");
}

}  // namespace
}  // namespace interpres
