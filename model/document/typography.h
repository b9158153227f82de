// Characters that the tokenizers of most models change, and that a translation
// gets back.

#ifndef INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_
#define INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/document/aligned_text.h"

namespace interpres {

// U+2019, which ICU's MessageFormat does not read as a quotation mark.
inline constexpr std::string_view kTypographicApostrophe = "\u2019";

// Returns the translation with the typographic characters of its source.
// Compatibility normalisation (NFKC) writes `…` as `...`, `″` as `′′`, and `‴`
// as `′′′`. It writes the non-breaking hyphen U+2011 as U+2010. A model then
// writes these spellings, too. A character of the source replaces its other
// spelling in the translation, unless the source has both. Longer runs, such as
// `....`, stay. Takes linear time. Thread-safe.
AlignedText RestoreTypography(std::string_view source, AlignedText translation);

// Returns the offset of the first apostrophe from `begin` on that begins a
// quotation in a message of ICU's MessageFormat: before `{`, `}`, `#` or `|`,
// and at the end of `text`, behind which a brace may stand. A doubled
// apostrophe begins none. Returns null without such an apostrophe. Thread-safe.
std::optional<int64_t> FindMessageQuotation(std::string_view text,
                                            int64_t begin);

// Returns the translation of a text in a message of ICU's MessageFormat without
// apostrophes that would begin a quotation (FindMessageQuotation): `d'{name}`
// becomes `d’{name}`. Does nothing if `source` has such an apostrophe itself.
// Takes linear time. Thread-safe.
AlignedText WithoutMessageQuotation(std::string_view source,
                                    AlignedText translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TYPOGRAPHY_H_
