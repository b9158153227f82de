// The names that other APIs have for our fields, for messages.

#ifndef INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_
#define INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_

#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// A word, or several words, of a message, and the words of another API for
// them.
struct FieldName {
  std::string_view ours;
  std::string_view theirs;
};

// Returns the status with the words of the other API in its message. A word
// that is a part of a longer word stays, and so does text in quotation marks,
// because the client wrote it. The status keeps its code and its payloads.
absl::Status WithFieldNames(const absl::Status& status,
                            std::span<const FieldName> names);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_FIELD_NAMES_H_
