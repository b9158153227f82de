// Tested by tests/server/http/openapi_test.cc.

#include "server/http/openapi_schema.h"

#include <cstddef>
#include <utility>

#include "server/http/message_schema.h"

namespace interpres::openapi {

ordered_json Text() { return {{"type", "string"}}; }

ordered_json Flag() { return {{"type", "boolean"}}; }

ordered_json Integer() { return {{"type", "integer"}}; }

ordered_json Choice(std::initializer_list<const char*> values) {
  ordered_json names = ordered_json::array();
  for (const char* value : values) {
    names.push_back(value);
  }
  return {{"type", "string"}, {"enum", std::move(names)}};
}

ordered_json ListOf(ordered_json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

ordered_json SomeOf(ordered_json items) {
  ordered_json list = ListOf(std::move(items));
  list["minItems"] = 1;
  return list;
}

ordered_json OneOf(ordered_json a, ordered_json b) {
  return {{"oneOf", {std::move(a), std::move(b)}}};
}

ordered_json Object(ordered_json properties,
                    std::initializer_list<const char*> required) {
  ordered_json schema = {{"type", "object"},
                         {"properties", std::move(properties)}};
  // An empty list of names is no valid schema.
  for (const char* name : required) {
    schema["required"].push_back(name);
  }
  return schema;
}

ordered_json Content(const char* type, ordered_json schema) {
  return {{type, {{"schema", std::move(schema)}}}};
}

ordered_json AnyBody(const ordered_json& schema) {
  return {{kJson, {{"schema", schema}}},
          {"application/x-www-form-urlencoded", {{"schema", schema}}},
          {"multipart/form-data", {{"schema", schema}}}};
}

ordered_json Message(const std::string& name) {
  return Content(kJson, SchemaReference(name));
}

ordered_json Response(const char* description, ordered_json content) {
  return {{"description", description}, {"content", std::move(content)}};
}

ordered_json Operation(const std::string& summary, ordered_json success,
                       const std::string& error) {
  ordered_json operation = {{"summary", summary},
                            {"responses", {{"200", std::move(success)}}}};
  operation["responses"]["default"] = Response("An error", Message(error));
  return operation;
}

ordered_json WithBody(ordered_json operation, ordered_json content) {
  operation["requestBody"] = {{"required", true},
                              {"content", std::move(content)}};
  return operation;
}

ordered_json WithParameters(ordered_json operation, ordered_json parameters) {
  for (ordered_json& parameter : parameters) {
    operation["parameters"].push_back(std::move(parameter));
  }
  return operation;
}

ordered_json WithSecurity(ordered_json operation,
                          std::initializer_list<const char*> schemes) {
  for (const char* scheme : schemes) {
    const ordered_json needed = {{scheme, ordered_json::array()}};
    operation["security"].push_back(needed);
  }
  operation["security"].push_back(ordered_json::object());
  return operation;
}

ordered_json QueryParameter(const char* name, ordered_json schema,
                            bool required) {
  return {{"name", name},
          {"in", "query"},
          {"required", required},
          {"schema", std::move(schema)}};
}

ordered_json PathParameters(std::string_view path) {
  ordered_json parameters = ordered_json::array();
  for (std::size_t begin = path.find('{'); begin != path.npos;
       begin = path.find('{', begin + 1)) {
    const std::size_t end = path.find('}', begin);
    parameters.push_back({{"name", path.substr(begin + 1, end - begin - 1)},
                          {"in", "path"},
                          {"required", true},
                          {"schema", {{"type", "string"}, {"minLength", 1}}}});
  }
  return parameters;
}

}  // namespace interpres::openapi
