// Puts terms of a glossary into a translation that does not use them.

#ifndef INTERPRES_MODEL_DOCUMENT_TERM_SPLICE_H_
#define INTERPRES_MODEL_DOCUMENT_TERM_SPLICE_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/document/aligned_text.h"

namespace interpres {

// A term that a translation must use.
struct WantedTerm {
  ByteSpan source;     // the term in the source
  std::string target;  // its prescribed translation, not empty
  // The copy of `target` in the translation. Null means that it has none.
  std::optional<ByteSpan> copy = std::nullopt;
};

// Returns the translation with the target of each term that has no copy. The
// target replaces the whole words that are aligned to the term, up to 24 bytes
// more than three times the term. Without such words, the target is inserted
// behind the translation of the nearest part of the source before the term, and
// before the marks at the end of the translation, such as `.`. If the target
// replaces the first word and this word begins with a capital, the target also
// begins with a capital, by the rules of `target_language`. Keeps the bytes of
// `kept` and of the copies. Removes elements of the alignment that are not
// valid. Takes time in proportion to the translation, times the terms.
// Thread-safe.
// REQUIRES: `terms` are in order and disjoint in the source. `kept` are bytes
// of the translation. `target_language` is a code of BCP 47; empty means
// unknown.
AlignedText SpliceTerms(std::string_view source,
                        std::span<const WantedTerm> terms,
                        std::span<const ByteSpan> kept,
                        const AlignedText& translation,
                        const std::string& target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TERM_SPLICE_H_
