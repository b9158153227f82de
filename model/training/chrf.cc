// Tested by metrics_test.cc.

#include "model/training/chrf.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "model/training/ngram_statistics.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxOrder = 6;
constexpr double kBetaSquared = 4.0;  // recall counts twice as much

std::u32string WithoutSpace(const std::string& text) {
  std::u32string result = DecodeUtf8(text);
  std::erase_if(result, IsPythonSpace);
  return result;
}

// F of the precision and recall averaged over the orders that occur on both
// sides ("effective order").
double FScore(const std::array<NgramCounts, kMaxOrder>& sums) {
  double precision = 0.0;
  double recall = 0.0;
  int32_t orders = 0;
  for (const NgramCounts& counts : sums) {
    if (counts.hypothesis > 0 && counts.reference > 0) {
      const auto matches = static_cast<double>(counts.matches);
      precision += matches / static_cast<double>(counts.hypothesis);
      recall += matches / static_cast<double>(counts.reference);
      ++orders;
    }
  }
  if (orders == 0 || precision + recall == 0.0) {
    return 0.0;
  }
  precision /= orders;
  recall /= orders;
  return 100.0 * (1.0 + kBetaSquared) * precision * recall /
         (kBetaSquared * precision + recall);
}

}  // namespace

double CorpusChrf(std::span<const std::string> hypotheses,
                  std::span<const std::string> references) {
  std::array<NgramCounts, kMaxOrder> sums;
  const std::size_t sentences = std::min(hypotheses.size(), references.size());
  for (std::size_t i = 0; i < sentences; ++i) {
    const std::u32string hypothesis = WithoutSpace(hypotheses[i]);
    const std::u32string reference = WithoutSpace(references[i]);
    for (std::size_t n = 0; n < kMaxOrder; ++n) {
      const NgramCounts counts =
          CountNgrams(hypothesis, reference, static_cast<int32_t>(n + 1));
      // A reference too short for an order says nothing about the precision.
      sums[n].hypothesis += counts.reference > 0 ? counts.hypothesis : 0;
      sums[n].reference += counts.reference;
      sums[n].matches += counts.matches;
    }
  }
  return FScore(sums);
}

std::string ChrfSignature() {
  return "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|"
         "version:interpres-" INTERPRES_VERSION;
}

}  // namespace interpres
