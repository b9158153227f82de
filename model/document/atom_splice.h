// Puts the atoms of a source into a translation that has lost some.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_SPLICE_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_SPLICE_H_

#include <span>
#include <string_view>

#include "model/document/aligned_text.h"
#include "model/document/atom.h"
#include "model/document/atom_finder.h"

namespace interpres {

// Returns the translation with all atoms of the source and without surplus
// atoms: CompareAtoms of the result is intact, for any input. Returns an intact
// translation as it is. Each missing atom replaces its damaged copy or is
// inserted (FindAtomPlaces), first as its neighbours write spaces, then with
// spaces around it, then with tabs, because no atom has a tab. If that is not
// enough, the atoms follow the translation without its atoms, or are the whole
// result. Keeps the alignment, and aligns each new atom to its source; removes
// elements that are not valid. Keeps valid UTF-8 valid. Takes linear time.
// REQUIRES: `atoms` are atoms of FindAtoms(source, options). Thread-safe.
AlignedText SpliceAtoms(std::string_view source, std::span<const Atom> atoms,
                        const AlignedText& translation,
                        const AtomOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_SPLICE_H_
