// Grapheme clusters: what a reader sees as one character, such as a letter with
// its accents, an emoji with its joiners, or a flag.

#ifndef INTERPRES_MODEL_DOCUMENT_GRAPHEME_CLUSTERS_H_
#define INTERPRES_MODEL_DOCUMENT_GRAPHEME_CLUSTERS_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the offsets in bytes of the boundaries between grapheme clusters
// (Unicode, UAX 29), in rising order, with 0 and the length of the text. Each
// code point is a cluster if ICU lacks its data. REQUIRES: `text` is valid
// UTF-8.
std::vector<int64_t> GraphemeBoundaries(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_GRAPHEME_CLUSTERS_H_
