// Leads the alignments of a second translation back to the source of the first.

#ifndef INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_
#define INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace interpres {

// A token of the first translation, and the source token that it is aligned to.
struct AlignedPiece {
  std::string piece;
  int32_t source = 0;
};

// Returns for each of `pieces` the source token of the first translation that
// it comes from. `pieces` are the source pieces of the second translation, and
// `first` the tokens of the first translation; both spell the same text, but
// may divide it differently. A piece takes the token with which it shares most
// bytes, of equal shares the first. Where the spellings differ, between their
// common beginning and their common end, the place decides. Both without tags
// and end symbols. Empty if `first` is empty. Thread-safe.
std::vector<int32_t> SourcesThroughPivot(std::span<const AlignedPiece> first,
                                         std::span<const std::string> pieces);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_
