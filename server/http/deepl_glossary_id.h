// Ids of glossaries in DeepL's API.
//
// In DeepL's API a glossary has an id, which the server chooses, and a name,
// which may have any characters and may occur twice. A glossary of this server
// has only a name (server/glossary/glossary_file_name.h). So the id is the name
// of this server, and contains the name of the client.

#ifndef INTERPRES_SERVER_HTTP_DEEPL_GLOSSARY_ID_H_
#define INTERPRES_SERVER_HTTP_DEEPL_GLOSSARY_ID_H_

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// Returns the id for a new glossary of this name: letters, digits and "-" stay,
// and each other byte becomes "_" and two hexadecimal digits. "0" precedes the
// id if the name begins with "0" or not with a letter or digit. If `is_used` is
// true for the id, appends "__2", or the next number that is not used. Returns
// INVALID_ARGUMENT if the name is empty, or if the id would be longer than
// kMaxGlossaryName.
absl::StatusOr<std::string> DeepLGlossaryId(
    std::string_view name,
    const std::function<bool(const std::string& id)>& is_used);

// Returns the name from which DeepLGlossaryId made the id. Ids that
// DeepLGlossaryId did not make are decoded, too. Returns the id itself if a "_"
// has no two hexadecimal digits behind it, or if the result is not UTF-8.
std::string DeepLGlossaryName(std::string_view id);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_GLOSSARY_ID_H_
