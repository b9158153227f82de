// Reads glossaries in TBX (ISO 30042), a format of terminology systems.

#ifndef INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_
#define INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/glossary/term_collector.h"

namespace interpres {

// Returns one table for each ordered pair of languages that have terms of one
// concept, in the order of the file. Reads TBX of 2008 (`martif`, with
// `termEntry`, `langSet`) and of 2019 (`tbx`, with `conceptEntry`, `langSec`).
// Other elements than these and `term` are ignored.
//
// Each term of the source language stands for the first term of the target
// language of its concept. Of several concepts with the same source, the first
// is used.
//
// Returns INVALID_ARGUMENT, with the number of the line: if the file is not
// well-formed XML, has another root, or declares or uses entities; for a
// language without a code; for a term that CleanTerm refuses; for more than
// 200 languages in a concept; and for too many or no terms. Takes time in
// proportion to the size of the file and of the result. Loads no other file.
// Thread-safe.
absl::StatusOr<std::vector<GlossaryTable>> ParseTbxTerms(
    std::string_view content, const GlossaryLimits& limits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_TBX_TERMS_H_
