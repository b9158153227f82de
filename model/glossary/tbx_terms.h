// Reads glossaries in TBX (ISO 30042), a format of terminology systems.

#ifndef INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_
#define INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/glossary/term_collector.h"

namespace interpres {

// Returns the terms of a TBX file: one table for each ordered pair of languages
// that have terms of one concept, in the order of the file. Reads TBX of 2008
// (`martif`, with `termEntry`, `langSet`) and of 2019 (`tbx`, with
// `conceptEntry`, `langSec`). Ignores the tags of other elements than these and
// `term`.
//
// Each term of the source language gets the first term of the target language
// in its concept as its target. If several concepts have the same source, uses
// the first of them.
//
// Returns INVALID_ARGUMENT, with the number of the line: if the file is not
// well-formed XML, has another root, or declares or uses an entity that XML
// does not define; for a language without a code; for a term that CleanTerm
// refuses; for more than 200 languages in a concept; and for more than
// limits.max_terms terms.
// Returns INVALID_ARGUMENT if the file has no terms. Does not check
// limits.max_bytes. Loads no other file. Thread-safe.
absl::StatusOr<std::vector<GlossaryTable>> ParseTbxTerms(
    std::string_view content, const GlossaryLimits& limits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_
