// Joins sentences that a protected span connects.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_JOINING_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_JOINING_H_

#include <span>
#include <vector>

#include "model/document/atom.h"
#include "model/document/byte_span.h"

namespace interpres {

// Replaces sentences that one atom overlaps by one sentence. REQUIRES: `atoms`
// and `sentences` are spans of the same text, in order and disjoint.
// Thread-safe.
void JoinInsideAtoms(std::span<const Atom> atoms,
                     std::vector<ByteSpan>& sentences);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_JOINING_H_
