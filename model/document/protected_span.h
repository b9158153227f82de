// An atom of a source, and what became of the atom in a translation.

#ifndef INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_
#define INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/document/atom.h"
#include "model/document/byte_span.h"

namespace interpres {

// The step of the repair that kept an atom or a term in a translation, in
// ascending order of cost.
enum class ProtectionStep : uint8_t {
  kCopy,        // the segment has nothing to translate, and was copied
  kModel,       // the best translation of the model
  kNBest,       // another hypothesis of the search
  kSentinel,    // a translation with a sentinel in place of the atom
  kConstraint,  // a search with the atom as required tokens
  kDivision,    // the words before the atom stay, the rest is translated again
  kSplice,      // SpliceAtoms
  kNotKept,
};

inline constexpr int kProtectionStepCount = 8;

// Returns the name of `step` in small letters, for a metric label: `model` for
// kModel, `n_best` for kNBest.
std::string_view ProtectionStepName(ProtectionStep step);

// An atom of a segment, and its place in the translation.
struct ProtectedSpan {
  AtomKind kind = AtomKind::kUrl;
  ByteSpan source;                 // in the text of the segment
  std::optional<ByteSpan> target;  // null if the translation lacks the atom
  ProtectionStep step = ProtectionStep::kNotKept;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_
