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

// Returns the schema of a message whose JSON is no object of its fields. Null
// for other messages.
ordered_json WellKnownSchema(const Descriptor& message) {
  const std::string& name = message.full_name();
  if (name == "google.protobuf.Duration") {
    return {{"type", "string"}, {"pattern", "^[0-9]{1,9}(\\.[0-9]{1,9})?s$"}};
  }
  if (name == "google.protobuf.Timestamp") {
    return {{"type", "string"}, {"format", "date-time"}};
  }
  if (name == "google.protobuf.FieldMask") {
    return {{"type", "string"}};
  }
  if (name == "google.protobuf.Any") {
    return {{"type", "object"},
            {"properties", {{"@type", {{"type", "string"}}}}},
            {"required", {"@type"}}};
  }
  return nullptr;
}

// Adds the schemas of messages whose names begin with the prefix.
class SchemaWriter {
 public:
  // The arguments must outlive the object.
  SchemaWriter(const std::string& prefix, ordered_json& schemas)
      : prefix_(prefix), schemas_(schemas) {}

  void Add(const Descriptor& message) {
    const std::string name = absl::StrCat(prefix_, message.name());
    if (schemas_.contains(name)) {
      return;
    }
    // A message may contain itself.
    schemas_[name] = ordered_json::object();
    ordered_json properties = ordered_json::object();
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor& field = *message.field(i);
      properties[field.json_name()] = FieldSchema(field);
    }
    schemas_[name] = {{"type", "object"},
                      {"properties", std::move(properties)},
                      {"additionalProperties", false}};
  }

 private:
  ordered_json FieldSchema(const FieldDescriptor& field) {
    if (field.is_map()) {
      return {{"type", "object"},
              {"additionalProperties",
               ValueSchema(*field.message_type()->map_value())}};
    }
    ordered_json value = ValueSchema(field);
    if (!field.is_repeated()) {
      return value;
    }
    return {{"type", "array"}, {"items", std::move(value)}};
  }

  // Returns the schema of one value of the field.
  ordered_json ValueSchema(const FieldDescriptor& field) {
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
    ordered_json well_known = WellKnownSchema(message);
    if (!well_known.is_null()) {
      return well_known;
    }
    Add(message);
    return SchemaReference(absl::StrCat(prefix_, message.name()));
  }

  const std::string& prefix_;
  ordered_json& schemas_;
};

}  // namespace

ordered_json SchemaReference(const std::string& name) {
  return {{"$ref", absl::StrCat("#/components/schemas/", name)}};
}

void AddMessageSchema(const Descriptor& message, ordered_json& schemas,
                      const std::string& prefix) {
  SchemaWriter(prefix, schemas).Add(message);
}

}  // namespace interpres
