// The formats of glossary files.

#ifndef INTERPRES_MODEL_GLOSSARY_GLOSSARY_FORMAT_H_
#define INTERPRES_MODEL_GLOSSARY_GLOSSARY_FORMAT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/glossary/term_collector.h"

namespace interpres {

enum class GlossaryFormat { kTsv, kCsv, kTbx };

// Returns the ending of the names of files with the format, without a dot:
// "tsv", "csv" or "tbx".
std::string_view ExtensionOf(GlossaryFormat format);

// Returns the format of files whose names end with `extension`: "tsv", "csv" or
// "tbx", in lower case and without a dot. Returns null for another ending.
std::optional<GlossaryFormat> FormatOfExtension(std::string_view extension);

// The format and the languages of a glossary, which ParseGlossary needs besides
// the content of the file.
struct GlossaryHeader {
  GlossaryFormat format = GlossaryFormat::kTsv;
  // The languages of the terms, codes of BCP 47. Both are empty for kTbx,
  // because a TBX file states its languages. Neither is empty for the other
  // formats.
  std::string source_language = {};
  std::string target_language = {};
};

// Returns INVALID_ARGUMENT if a language of `header` is not a language code, or
// if both languages are equal. For the format kTbx, returns INVALID_ARGUMENT if
// a language of `header` is not empty.
absl::Status CheckHeader(const GlossaryHeader& header);

// Returns the terms of a glossary file with the content `content`: one table,
// or for TBX one table for each ordered pair of languages. Returns
// INVALID_ARGUMENT if `content` has more than limits.max_bytes bytes, if
// `content` is not a valid file of the format, or if the file has no terms or
// more than limits.max_terms. Also returns the errors of CheckHeader.
// Thread-safe.
absl::StatusOr<std::vector<GlossaryTable>> ParseGlossary(
    const GlossaryHeader& header, std::string_view content,
    const GlossaryLimits& limits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_GLOSSARY_FORMAT_H_
