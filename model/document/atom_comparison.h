// The comparison of the atoms of a source and of its translation.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_COMPARISON_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_COMPARISON_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/atom.h"
#include "model/document/atom_finder.h"

namespace interpres {

struct AtomComparison {
  // For each atom of the source, the bytes of its copy in the translation. Null
  // if the translation lacks the atom.
  std::vector<std::optional<ByteSpan>> copies;

  // The atoms of the translation that are no copy of an atom of the source, in
  // order. `extra_numbers` has the numbers and `surplus` the other atoms,
  // because a translation may write a word as a number.
  std::vector<Atom> surplus;
  std::vector<Atom> extra_numbers;

  // Returns whether each atom of the source has a copy, and `surplus` is empty.
  // The translation may have extra numbers.
  bool intact() const;
};

// Compares the atoms of the source with the atoms that FindAtoms finds in the
// translation. Each atom of the translation is the copy of at most one atom of
// the source. A copy has the same bytes. Without a copy of the same bytes, a
// number takes the first number that is the same in other marks (SameNumber).
// Failing that, the number takes the first number of the same value with the
// words behind it, such as `million` (ScaledKeys). The copy of a number without
// a sign may stand behind a minus sign, because `minus 5` becomes `-5`. Takes
// linear time. Thread-safe. REQUIRES: `atoms` are atoms of FindAtoms(source,
// options).
AtomComparison CompareAtoms(std::string_view source,
                            std::span<const Atom> atoms,
                            std::string_view translation,
                            const AtomOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_COMPARISON_H_
