// The names that other APIs have for our fields, for messages.

#ifndef INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_
#define INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_

#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// One or several words of our error messages, such as the name of a field, and
// the words that another API has for the same thing. REQUIRES: `ours` is not
// empty.
struct FieldName {
  std::string_view ours;
  std::string_view theirs;
};

// Returns `status` with each FieldName::ours in its message replaced by
// `theirs`. Of several names that match at one place, the first of `names`
// counts. Does not change a part of a longer word, or text in double quotation
// marks, which the client wrote. Keeps the code and the payloads. Returns an OK
// status unchanged.
absl::Status WithFieldNames(const absl::Status& status,
                            std::span<const FieldName> names);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_
