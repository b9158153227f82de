// Chooses where the missing atoms of a translation go.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_PLACES_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_PLACES_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom.h"
#include "model/document/atom_comparison.h"

namespace interpres {

// Bytes of a translation that an atom of the source replaces. Empty bytes mean
// that the atom is inserted at this place.
struct AtomPlace {
  ByteSpan target;
  std::size_t atom = 0;  // the index of the atom of the source
};

struct AtomPlaces {
  // One place for each atom of the source that the translation lacks, in the
  // order of the translation, disjoint.
  std::vector<AtomPlace> places;

  // The surplus atoms of the translation that no place overlaps, in order and
  // disjoint. The caller removes them.
  std::vector<ByteSpan> removals;
};

// Returns the place in the translation of each atom of the source that has no
// copy. The atom replaces its damaged copy if the alignment or similar bytes
// show a damaged copy. Otherwise the atom is inserted after the translation of
// the nearest part of the source before the atom. An atom before all words of
// the source goes to the start of the translation. An atom after all words goes
// to the end, before marks such as `.`. Takes linear time.
// REQUIRES: the alignment is valid (WithValidAlignment), and `comparison` is of
// these atoms and this translation.
AtomPlaces FindAtomPlaces(std::string_view source, std::span<const Atom> atoms,
                          const AlignedText& translation,
                          const AtomComparison& comparison);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_PLACES_H_
