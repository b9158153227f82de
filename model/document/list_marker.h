// Markers of list items at the beginning of a line.

#ifndef INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_
#define INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_

#include <cstddef>
#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

// Returns the index of the first character of `line` behind its leading list
// and quote markers and their white space. Markers are `- `, `* `, `• `, `1. `,
// `2) `, `(a) `, `iv) `, `[ ] `, `> ` and `>> `. A mark without white space
// behind it is no marker. Returns 0 if `line` begins with no marker. An ordinal
// number of `language`, such as `3.` in the German `3. Mai`, is no marker.
std::size_t SkipListMarkers(std::u32string_view line,
                            SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LIST_MARKER_H_
