// Changes the words of a text, except in spans that must stay as they are.

#ifndef INTERPRES_MODEL_DOCUMENT_KEPT_SPANS_H_
#define INTERPRES_MODEL_DOCUMENT_KEPT_SPANS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "model/document/atom.h"
#include "model/document/byte_span.h"
#include "model/document/letter_case.h"

namespace interpres {

// Returns the spans of the atoms.
std::vector<ByteSpan> SpansOf(std::span<const Atom> atoms);

// Returns `text` with each word that overlaps no span of `kept` replaced by
// `replacement(word, is_first)`. Words are as in FindWords; `is_first` is true
// only for the first word of the text. REQUIRES: `kept` are disjoint and in
// order. Thread-safe.
std::string ReplaceWordsOutside(
    std::string_view text, std::span<const ByteSpan> kept,
    absl::FunctionRef<std::string(std::string_view, bool)> replacement);

// Returns the translation of a source that is written in the case `source`, in
// the same case (see InCaseOf). Words that overlap a span of `kept` stay
// unchanged. `language` is the code of the target language. REQUIRES: `kept`
// are disjoint and in order. Thread-safe.
std::string InCaseOfOutside(LetterCase source, std::string_view translation,
                            std::span<const ByteSpan> kept,
                            const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_KEPT_SPANS_H_
