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

// Parses the name of a file. Returns INVALID_ARGUMENT for another form, and the
// errors of CheckGlossaryName and CheckHeader.
absl::StatusOr<GlossaryFileName> ParseGlossaryFileName(std::string_view file);

// Returns the name of the file. REQUIRES: CheckGlossaryName and CheckHeader
// return OK.
std::string FileNameOf(const GlossaryFileName& name);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_FILE_NAME_H_
