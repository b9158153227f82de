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
// translation unchanged. Each missing atom replaces its damaged copy or is
// inserted (FindAtomPlaces). The first attempt adds only the spaces that an
// inserted atom needs beside words. The second attempt puts spaces around each
// atom, and the third attempt tabs, because no atom has a tab. If no attempt is
// intact, the atoms follow the translation without its atoms, or the result has
// only the atoms. Keeps the alignment, and aligns each new atom to its source.
// Removes elements of the alignment that are not valid, unless the translation
// is intact. Keeps valid UTF-8 valid. Takes linear time. Thread-safe.
// REQUIRES: `atoms` are atoms of FindAtoms(source, options).
AlignedText SpliceAtoms(std::string_view source, std::span<const Atom> atoms,
                        const AlignedText& translation,
                        const AtomOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_SPLICE_H_
