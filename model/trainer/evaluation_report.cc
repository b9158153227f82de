// Tested by evaluation_report_test.cc.

#include "model/trainer/evaluation_report.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/json_string.h"
#include "model/base/status.h"

namespace interpres {
namespace {

double TokensPerSecond(const Evaluation& evaluation) {
  return evaluation.decoding_seconds > 0.0
             ? static_cast<double>(evaluation.target_tokens) /
                   evaluation.decoding_seconds
             : 0.0;
}

// Returns "none" if no reference could be scored. The JSON form below returns
// "null" in this case, and also for an infinite perplexity, which JSON cannot
// express. The perplexity is infinite if a reference has a token that the model
// never produces.
std::string PerplexityText(const Evaluation& evaluation) {
  return evaluation.perplexity > 0.0
             ? absl::StrFormat("%.2f", evaluation.perplexity)
             : "none";
}

std::string PerplexityJson(const Evaluation& evaluation) {
  return evaluation.perplexity > 0.0 && std::isfinite(evaluation.perplexity)
             ? absl::StrFormat("%.4f", evaluation.perplexity)
             : "null";
}

}  // namespace

std::string FormatEvaluation(const Evaluation& evaluation) {
  std::string out = absl::StrFormat(
      "BLEU        %6.2f  %s\n"
      "chrF2       %6.2f  %s\n"
      "perplexity  %6s  per reference token, end symbols included\n"
      "speed       %6.0f  tokens/s in %s (%d tokens of %d texts in %.1f s)\n",
      evaluation.bleu, evaluation.bleu_signature, evaluation.chrf,
      evaluation.chrf_signature, PerplexityText(evaluation),
      TokensPerSecond(evaluation), evaluation.compute_type,
      evaluation.target_tokens, evaluation.translations.size(),
      evaluation.decoding_seconds);
  if (evaluation.length_limited > 0) {
    absl::StrAppendFormat(&out, "%d translations reached the length limit\n",
                          evaluation.length_limited);
  }
  for (const EvaluationFailure& failure : evaluation.failures) {
    absl::StrAppendFormat(&out, "line %d: %s\n", failure.index + 1,
                          failure.message);
  }
  return out;
}

std::string FormatEvaluationJson(const Evaluation& evaluation) {
  std::string out = absl::StrFormat(
      "{\"bleu\": %.4f, \"bleu_signature\": %s, \"chrf\": %.4f, "
      "\"chrf_signature\": %s, \"perplexity\": %s, \"compute_type\": %s, "
      "\"texts\": %d, "
      "\"target_tokens\": %d, \"seconds\": %.3f, \"tokens_per_second\": %.1f, "
      "\"length_limited\": %d, \"failures\": [",
      evaluation.bleu, JsonString(evaluation.bleu_signature), evaluation.chrf,
      JsonString(evaluation.chrf_signature), PerplexityJson(evaluation),
      JsonString(evaluation.compute_type), evaluation.translations.size(),
      evaluation.target_tokens, evaluation.decoding_seconds,
      TokensPerSecond(evaluation), evaluation.length_limited);
  const char* separator = "";
  for (const EvaluationFailure& failure : evaluation.failures) {
    absl::StrAppend(&out, separator, "{\"line\": ", failure.index + 1,
                    ", \"message\": ", JsonString(failure.message), "}");
    separator = ", ";
  }
  return out + "]}\n";
}

}  // namespace interpres
