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

// Returns the ending of a file name: "tsv", "csv" or "tbx".
std::string_view ExtensionOf(GlossaryFormat format);

// Returns the format of files with this ending. Null for another ending.
std::optional<GlossaryFormat> FormatOfExtension(std::string_view extension);

// What stands beside the content of a glossary.
struct GlossaryHeader {
  GlossaryFormat format = GlossaryFormat::kTsv;
  // Codes of BCP 47. Both are empty for kTbx, and neither for other formats.
  std::string source_language = {};
  std::string target_language = {};
};

// Returns INVALID_ARGUMENT if the languages of a header are missing, are not
// codes or are equal, or if a TBX file has such languages.
absl::Status CheckHeader(const GlossaryHeader& header);

// Returns the tables of a file: one, or for TBX one for each pair of languages.
// Returns INVALID_ARGUMENT if the content is larger than the limit, and the
// errors of CheckHeader and the parsers. Thread-safe.
absl::StatusOr<std::vector<GlossaryTable>> ParseGlossary(
    const GlossaryHeader& header, std::string_view content,
    const GlossaryLimits& limits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_GLOSSARY_FORMAT_H_
