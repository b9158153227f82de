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

// Returns for each atom of the source the longest part of the translation that
// is aligned to the atom. A part has consecutive elements of the alignment. The
// part is empty if no element is aligned to the atom. An element that overlaps
// several atoms counts for the first. Takes time linear in the alignment, times
// the logarithm of the atoms.
// REQUIRES: `atoms` are in order, and the alignment is valid
// (WithValidAlignment).
std::vector<ByteSpan> RegionsOf(std::span<const Atom> atoms,
                                const AlignedText& translation);

// Returns whether all elements of the alignment that overlap `target` have a
// source that overlaps `source`. Returns true if no element overlaps `target`.
// Returns false if 64 or more elements overlap `target`.
bool IsAlignedOnlyTo(const AlignedText& translation, ByteSpan target,
                     ByteSpan source);

// Returns whether an element of the alignment overlaps the bytes `target` of
// the translation.
bool IsAligned(const AlignedText& translation, ByteSpan target);

// Finds the place in a translation behind the translation of the source bytes
// before a given place. Call Add for each aligned part, then Sort, then Before.
// Not thread-safe.
class SourceAnchors {
 public:
  // Adds a part: bytes of the translation, and the bytes of the source that
  // they translate.
  void Add(ByteSpan target, ByteSpan source);

  // REQUIRES: called once, after the last Add.
  void Sort();

  // Returns the end in the translation of the added part whose source ends last
  // at or before `source_begin`. Of equal ends in the source, the last end in
  // the translation counts. Returns -1 without a part that ends there.
  // REQUIRES: called after Sort.
  int64_t Before(int64_t source_begin) const;

 private:
  // For each added part, the end in the source and the end in the translation.
  std::vector<std::pair<int64_t, int64_t>> anchors_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALIGNED_REGIONS_H_
