// Tested by tests/server/http/openapi_test.cc.

#include "server/http/message_schema.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using nlohmann::ordered_json;

ordered_json EnumSchema(const EnumDescriptor& type) {
  ordered_json names = ordered_json::array();
  for (int i = 0; i < type.value_count(); ++i) {
    names.push_back(type.value(i)->name());
  }
  return {{"type", "string"}, {"enum", std::move(names)}};
}

// Returns the schema of one value of the field.
ordered_json ValueSchema(const FieldDescriptor& field, ordered_json& schemas) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return {{"type", "boolean"}};
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
      return {{"type", "integer"}, {"format", "int32"}};
    case FieldDescriptor::CPPTYPE_INT64:
      return {{"type", "string"}, {"pattern", "^-?[0-9]{1,18}$"}};
    case FieldDescriptor::CPPTYPE_UINT64:
      return {{"type", "string"}, {"pattern", "^[0-9]{1,19}$"}};
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return {{"type", "number"}};
    case FieldDescriptor::CPPTYPE_ENUM:
      return EnumSchema(*field.enum_type());
    case FieldDescriptor::CPPTYPE_STRING:
      return {{"type", "string"}};
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  const Descriptor& message = *field.message_type();
  if (message.full_name() == "google.protobuf.Duration") {
    return {{"type", "string"}, {"pattern", "^[0-9]{1,9}(\\.[0-9]{1,9})?s$"}};
  }
  AddMessageSchema(message, schemas);
  return SchemaReference(message.name());
}

}  // namespace

ordered_json SchemaReference(const std::string& name) {
  return {{"$ref", absl::StrCat("#/components/schemas/", name)}};
}

void AddMessageSchema(const Descriptor& message, ordered_json& schemas) {
  if (schemas.contains(message.name())) {
    return;
  }
  schemas[message.name()] = ordered_json::object();
  ordered_json properties = ordered_json::object();
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    ordered_json value = ValueSchema(field, schemas);
    if (field.is_repeated()) {
      value = {{"type", "array"}, {"items", std::move(value)}};
    }
    properties[field.json_name()] = std::move(value);
  }
  schemas[message.name()] = {{"type", "object"},
                             {"properties", std::move(properties)},
                             {"additionalProperties", false}};
}

}  // namespace interpres
