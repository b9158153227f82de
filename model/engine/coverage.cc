#include "model/engine/coverage.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace interpres {
namespace {

// Of 686 single sentences, one had a longer run without an aligned token
// (docs/experiments/coverage.md).
constexpr int32_t kLongestUsualGap = 8;

// A shorter source says little about the length of its translation.
constexpr int32_t kFewestPieces = 8;

// The shortest share of the usual length for a source of kFewestPieces, and how
// much the share grows when the source is twice as long, because the length of
// long translations varies less. Of 3,865 single sentences, the shortest shares
// were 0.61 (8 to 14 pieces), 0.62 (to 29), 0.67 (to 59) and 0.75
// (docs/experiments/coverage.md).
constexpr double kShortestShare = 0.5;
constexpr double kShareOfDoubling = 0.05;
constexpr double kLargestShare = 0.65;

double ShortestShare(int32_t pieces) {
  const double doublings =
      std::log2(static_cast<double>(pieces) / kFewestPieces);
  return std::min(kLargestShare, kShortestShare + kShareOfDoubling * doublings);
}

}  // namespace

int32_t LongestGap(const SourcePieces& pieces,
                   std::span<const int32_t> alignment) {
  std::vector<bool> covered(pieces.count);
  for (const int32_t source : alignment) {
    const int32_t piece = source - pieces.first;
    if (piece >= 0 && piece < pieces.count) {
      covered[piece] = true;
    }
  }
  int32_t longest = 0;
  int32_t gap = 0;
  for (const bool is_covered : covered) {
    gap = is_covered ? 0 : gap + 1;
    longest = std::max(longest, gap);
  }
  return longest;
}

double UsualLengthRatio(const ModelCard& card, const Tokenizer& tokenizer,
                        std::string_view target_language) {
  double source_pieces = 0.0;
  double target_pieces = 0.0;
  for (const GoldenSentence& golden : card.golden) {
    const auto source =
        tokenizer.EncodeSource(golden.source, golden.target_language);
    const auto target = tokenizer.EncodeTarget(golden.target);
    if (golden.target_language == target_language && source.ok() &&
        target.ok()) {
      source_pieces += source->pieces;
      target_pieces += target->pieces;
    }
  }
  return source_pieces == 0.0 ? 0.0 : target_pieces / source_pieces;
}

bool LosesContent(const SourcePieces& pieces, const Hypothesis& translation,
                  double usual_ratio) {
  if (LongestGap(pieces, translation.alignment) > kLongestUsualGap) {
    return true;
  }
  const auto tokens = static_cast<double>(translation.tokens.size());
  return pieces.count >= kFewestPieces &&
         tokens < ShortestShare(pieces.count) * usual_ratio * pieces.count;
}

}  // namespace interpres
