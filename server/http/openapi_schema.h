// Parts of an OpenAPI document, as JSON.

#ifndef INTERPRES_SERVER_HTTP_OPENAPI_SCHEMA_H_
#define INTERPRES_SERVER_HTTP_OPENAPI_SCHEMA_H_

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace interpres::openapi {

using nlohmann::ordered_json;

inline constexpr char kJson[] = "application/json";

// Schemas of values.
ordered_json Text();
ordered_json Flag();
ordered_json Integer();
// A text that is one of `values`.
ordered_json Choice(std::initializer_list<const char*> values);
ordered_json ListOf(ordered_json items);
// A list that is never empty.
ordered_json SomeOf(ordered_json items);
ordered_json OneOf(ordered_json a, ordered_json b);
// `required` has the names of the properties that every object has.
ordered_json Object(ordered_json properties,
                    std::initializer_list<const char*> required);

// The content of a body: one media type, or JSON and both kinds of forms.
ordered_json Content(const char* type, ordered_json schema);
ordered_json AnyBody(const ordered_json& schema);
// JSON with the schema `name` of the document.
ordered_json Message(const std::string& name);

ordered_json Response(const char* description, ordered_json content);

// An operation whose errors have the schema `error` of the document.
ordered_json Operation(const std::string& summary, ordered_json success,
                       const std::string& error);
ordered_json WithBody(ordered_json operation, ordered_json content);
// Adds the parameters behind the ones that the operation has.
ordered_json WithParameters(ordered_json operation, ordered_json parameters);
// Says that the operation needs one of the security schemes if the server has
// tokens. A server without tokens needs none.
ordered_json WithSecurity(ordered_json operation,
                          std::initializer_list<const char*> schemes);

// A parameter of the query.
ordered_json QueryParameter(const char* name, ordered_json schema,
                            bool required = false);
// The parameters of a path: the names in braces, which are texts.
ordered_json PathParameters(std::string_view path);

}  // namespace interpres::openapi

#endif  // INTERPRES_SERVER_HTTP_OPENAPI_SCHEMA_H_
