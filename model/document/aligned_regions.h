// The parts of a translation that are aligned to parts of its source.

#ifndef INTERPRES_MODEL_DOCUMENT_ALIGNED_REGIONS_H_
#define INTERPRES_MODEL_DOCUMENT_ALIGNED_REGIONS_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom.h"

namespace interpres {

// Returns for each atom of the source the longest part of the translation whose
// elements are aligned to the atom, without other elements between them. The
// part is empty if no element is aligned to the atom. Takes time linear in the
// alignment, times the logarithm of the atoms. REQUIRES: the alignment is valid
// (WithValidAlignment).
std::vector<ByteSpan> RegionsOf(std::span<const Atom> atoms,
                                const AlignedText& translation);

// Returns whether all elements in `target` are aligned to a part of `source`.
// Returns false if `target` has more than 64 elements.
bool IsAlignedOnlyTo(const AlignedText& translation, ByteSpan target,
                     ByteSpan source);

// Returns whether an element overlaps `target`.
bool IsAligned(const AlignedText& translation, ByteSpan target);

// Finds the end of the translation of the source before a place.
class SourceAnchors {
 public:
  // Adds bytes of the translation and the bytes of the source.
  void Add(ByteSpan target, ByteSpan source);

  // REQUIRES: called once, after the last Add.
  void Sort();

  // Returns the end in the translation of the part of the source that ends
  // nearest before `source_begin`. Returns -1 without such a part.
  int64_t Before(int64_t source_begin) const;

 private:
  // The ends in the source and in the translation.
  std::vector<std::pair<int64_t, int64_t>> anchors_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALIGNED_REGIONS_H_
