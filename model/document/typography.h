// Characters that the tokenizers of most models change, and that a translation
// gets back.

#ifndef INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_
#define INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_

#include <string_view>

#include "model/document/aligned_text.h"

namespace interpres {

// Returns the translation with the typographic characters of its source.
// Compatibility normalisation (NFKC) writes `…` as `...`, `″` as `′′`, and `‴`
// as `′′′`. It writes the non-breaking hyphen U+2011 as U+2010. A model then
// writes these spellings, too. A character of the source replaces its other
// spelling in the translation, unless the source has both. Longer runs, such as
// `....`, stay. Takes linear time. Thread-safe.
AlignedText RestoreTypography(std::string_view source, AlignedText translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_
