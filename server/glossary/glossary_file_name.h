// The names of glossary files: NAME.SOURCE.TARGET.tsv, NAME.SOURCE.TARGET.csv
// and NAME.tbx. SOURCE and TARGET are the codes of the languages.

#ifndef INTERPRES_SERVER_GLOSSARY_GLOSSARY_FILE_NAME_H_
#define INTERPRES_SERVER_GLOSSARY_GLOSSARY_FILE_NAME_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/glossary/glossary_format.h"

namespace interpres {

inline constexpr std::size_t kMaxGlossaryName = 64;

struct GlossaryFileName {
  std::string name;  // of the glossary
  GlossaryHeader header = {};
};

// Returns INVALID_ARGUMENT unless the name has 1 to kMaxGlossaryName letters,
// digits, "-" and "_", and begins with a letter or a digit.
absl::Status CheckGlossaryName(std::string_view name);

// Parses NAME.SOURCE.TARGET.tsv, NAME.SOURCE.TARGET.csv or NAME.tbx: the name
// of a glossary, its languages and the format of its file. Returns
// INVALID_ARGUMENT for another form, and for a name that CheckGlossaryName
// refuses or languages that CheckHeader refuses.
absl::StatusOr<GlossaryFileName> ParseGlossaryFileName(std::string_view file);

// Returns the name of the file of a glossary: the inverse of
// ParseGlossaryFileName. REQUIRES: CheckGlossaryName(name.name) and
// CheckHeader(name.header) return OK.
std::string FileNameOf(const GlossaryFileName& name);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_FILE_NAME_H_
