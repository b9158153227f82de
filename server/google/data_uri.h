// Reads `data:` URIs (RFC 2397), which hold their data themselves.

#ifndef INTERPRES_SERVER_GOOGLE_DATA_URI_H_
#define INTERPRES_SERVER_GOOGLE_DATA_URI_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres::google_api {

struct DataUri {
  // The media type in lower case, without parameters, such as "text/csv". Empty
  // if the URI states no type.
  std::string media_type;
  std::string data;
};

// Parses `data:[TYPE][;PARAMETER...][;base64],DATA`, and decodes %XX and Base64
// in DATA. Ignores the parameters. Returns INVALID_ARGUMENT for another form,
// for a wrong escape and for wrong Base64. The message does not have the data.
// Thread-safe.
absl::StatusOr<DataUri> ParseDataUri(std::string_view uri);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_DATA_URI_H_
