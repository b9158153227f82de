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
  // For each atom of the source, its copy in the translation. Null if the
  // translation lacks the atom.
  std::vector<std::optional<ByteSpan>> copies;

  // The atoms of the translation without a counterpart, in order. Numbers are
  // apart, because a translation may write a word as a number.
  std::vector<Atom> surplus;
  std::vector<Atom> extra_numbers;

  // Returns whether each atom has its copy, and no atom is surplus.
  bool intact() const;
};

// Compares the atoms of the source with the atoms that FindAtoms finds in the
// translation. Each atom of the translation is the copy of at most one atom. A
// copy has the same bytes. A number without such a copy takes the first number
// that is the same (SameNumber), or else the first one that has the same value
// with the words behind it (ScaledKeys), unless `options.exact_numbers`. The
// copy of a number without a sign may stand behind a minus sign, because `minus
// 5` becomes `-5`. Takes linear time. REQUIRES: `atoms` are atoms of
// FindAtoms(source, options). Thread-safe.
AtomComparison CompareAtoms(std::string_view source,
                            std::span<const Atom> atoms,
                            std::string_view translation,
                            const AtomOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_COMPARISON_H_
