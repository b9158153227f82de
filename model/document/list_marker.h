// Markers of list items at the beginning of a line.

#ifndef INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_
#define INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_

#include <cstddef>
#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

// Returns the position behind the markers at the beginning of `line`, and
// behind the white space after each of them: `- `, `* `, `• `, `1. `, `2) `,
// `(a) `, `iv) `, `[ ] `, and `> ` or `>> ` of a quoted line. Returns 0 if
// `line` begins with no marker. `3. Mai` of a language with ordinal numbers is
// no marker.
std::size_t SkipListMarkers(std::u32string_view line,
                            SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_
