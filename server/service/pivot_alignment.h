// Leads the alignments of a second translation back to the source of the first.

#ifndef INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_
#define INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace interpres {

// A target token of the translation into the pivot language, and the index of
// the source token to which this token is aligned.
struct AlignedPiece {
  std::string piece;
  int32_t source = 0;
};

// Returns for each of `pieces` the AlignedPiece::source of the token of `first`
// that it comes from. `first` are the tokens of the translation into a pivot
// language. `pieces` are the source pieces of the translation from it. Both
// spell the pivot text, but may divide it differently. A piece takes the token
// with which it shares most bytes, of equal shares the first token. Between the
// common beginning and the common end of the spellings, the relative place
// decides. Returns an empty list if the tokens have no bytes. REQUIRES: no tags
// and end symbols in both. Thread-safe.
std::vector<int32_t> SourcesThroughPivot(std::span<const AlignedPiece> first,
                                         std::span<const std::string> pieces);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PIVOT_ALIGNMENT_H_
