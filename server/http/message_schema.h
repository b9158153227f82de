// JSON schemas of Protocol Buffers messages, so that the OpenAPI document
// always agrees with the .proto file.

#ifndef INTERPRES_SERVER_HTTP_MESSAGE_SCHEMA_H_
#define INTERPRES_SERVER_HTTP_MESSAGE_SCHEMA_H_

#include <google/protobuf/descriptor.h>

#include <nlohmann/json.hpp>
#include <string>

namespace interpres {

// Adds the JSON schema of the message, and of the messages that it contains, to
// `schemas`, unless `schemas` has them. The name of a schema is `prefix` and
// the name of the message. The schemas describe the JSON that ToJson writes
// with names of enums.
// REQUIRES: with this prefix, no two messages have the same name.
void AddMessageSchema(const google::protobuf::Descriptor& message,
                      nlohmann::ordered_json& schemas,
                      const std::string& prefix = "");

// Returns {"$ref": "#/components/schemas/NAME"}: a reference to the schema with
// this name in an OpenAPI document.
nlohmann::ordered_json SchemaReference(const std::string& name);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_MESSAGE_SCHEMA_H_
