// Finds the atoms of a text.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_FINDER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_FINDER_H_

#include <string_view>
#include <vector>

#include "model/document/atom.h"
#include "model/document/term_list.h"

namespace interpres {

struct AtomOptions {
  // FindAtoms does not return atoms of these kinds. Their parts are no atoms
  // either: the number in a URL is no atom if URLs are off.
  AtomKinds off = {};

  // The strings of the kind kDoNotTranslate.
  TermList do_not_translate = {};
};

// Returns the atoms of a text. They are sorted and disjoint. Of the atoms that
// begin at one place, the longest wins; of two with the same length, the kind
// that is first in AtomKind. Each atom has these properties:
// - It has no control character, so that a tab or a line break ends any atom.
// - FindAtoms finds the bytes of the atom again, with the same kind, in a text
//   that has only these bytes, or these bytes between tabs or line breaks.
// Takes time linear in the size. `text` may be any bytes. Thread-safe.
std::vector<Atom> FindAtoms(std::string_view text, const AtomOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_FINDER_H_
