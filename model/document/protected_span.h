// An atom of a source, and what became of the atom in a translation.

#ifndef INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_
#define INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/document/atom.h"
#include "model/document/byte_span.h"

namespace interpres {

// What kept an atom, cheapest first.
enum class ProtectionStep : uint8_t {
  kCopy,        // the segment has nothing to translate, and was copied
  kModel,       // the best translation of the model
  kNBest,       // another hypothesis of the search
  kConstraint,  // a search with the atom as required tokens
  kSplice,      // SpliceAtoms
  kNotKept,
};

inline constexpr int kProtectionStepCount = 6;

// Returns the name of a step in small letters, as a metric label has it:
// `model`, `n_best`.
std::string_view ProtectionStepName(ProtectionStep step);

struct ProtectedSpan {
  AtomKind kind = AtomKind::kUrl;
  ByteSpan source;                 // in the text of the segment
  std::optional<ByteSpan> target;  // null if the translation lacks the atom
  ProtectionStep step = ProtectionStep::kNotKept;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_PROTECTED_SPAN_H_
