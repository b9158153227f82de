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

// Bytes of the translation that an atom replaces. Empty bytes mean an
// insertion.
struct AtomPlace {
  ByteSpan target;
  std::size_t atom = 0;  // the index of the atom of the source
};

struct AtomPlaces {
  // One place for each missing atom, in order, disjoint.
  std::vector<AtomPlace> places;

  // Surplus atoms that no place covers, in order, disjoint.
  std::vector<ByteSpan> removals;
};

// Returns the place of each atom that has no copy. An atom replaces its damaged
// copy if it finds one, by the alignment or by its bytes. Otherwise the atom is
// inserted after the translation of the nearest part of the source before it.
// Takes linear time. REQUIRES: the alignment is valid (WithValidAlignment), and
// `comparison` is of these atoms and this translation.
AtomPlaces FindAtomPlaces(std::string_view source, std::span<const Atom> atoms,
                          const AlignedText& translation,
                          const AtomComparison& comparison);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_PLACES_H_
