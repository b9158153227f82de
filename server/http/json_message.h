// Messages of Protocol Buffers as JSON.

#ifndef INTERPRES_SERVER_HTTP_JSON_MESSAGE_H_
#define INTERPRES_SERVER_HTTP_JSON_MESSAGE_H_

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Replaces the content of `message` by the JSON object in `text`. Accepts the
// field names of the .proto file and their lowerCamelCase. Returns
// INVALID_ARGUMENT if `text` is not UTF-8 or no JSON of this message, for
// example because of an unknown field. Returns RESOURCE_EXHAUSTED if memory is
// short. After an error, `message` may have changed.
absl::Status ParseJson(std::string_view text,
                       google::protobuf::Message& message);

// How JSON has the values of enums.
enum class JsonEnums { kNames, kNumbers };

// Returns the message as JSON on one line, with lowerCamelCase names. Leaves
// out unset fields. Also leaves out a field with its default value, unless the
// field is `optional`, is in a oneof or is a message. Returns
// RESOURCE_EXHAUSTED if memory is short. Returns INTERNAL if the message has no
// JSON, for example because a Duration is out of range.
absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message,
                                   JsonEnums enums = JsonEnums::kNames);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_JSON_MESSAGE_H_
