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
// Returns the schema of a text that is one of `values`.
ordered_json Choice(std::initializer_list<const char*> values);
ordered_json ListOf(ordered_json items);
// A list that is never empty.
ordered_json SomeOf(ordered_json items);
ordered_json OneOf(ordered_json a, ordered_json b);
// Returns the schema of an object. `properties` maps names to schemas.
// `required` has the names of the properties that every object has.
ordered_json Object(ordered_json properties,
                    std::initializer_list<const char*> required);

// Return the content of a body with this schema. Content has one media type.
// AnyBody has JSON and the two media types of HTML forms.
ordered_json Content(const char* type, ordered_json schema);
ordered_json AnyBody(const ordered_json& schema);
// Returns the content of a JSON body with the schema `name` of the document.
ordered_json Message(const std::string& name);

ordered_json Response(const char* description, ordered_json content);

// Returns an operation with `summary` and two responses: `success` for status
// 200, and JSON with the schema `error` of the document for other statuses.
ordered_json Operation(const std::string& summary, ordered_json success,
                       const std::string& error);
ordered_json WithBody(ordered_json operation, ordered_json content);
// Returns the operation with the array `parameters` appended to its parameters.
ordered_json WithParameters(ordered_json operation, ordered_json parameters);
// Returns the operation with `schemes` as its alternative security schemes.
// Adds the alternative without a scheme, because a server may need no token.
ordered_json WithSecurity(ordered_json operation,
                          std::initializer_list<const char*> schemes);

// A parameter of the query.
ordered_json QueryParameter(const char* name, ordered_json schema,
                            bool required = false);
// Returns an array with the parameters of a path: the names in braces. Each is
// a text that is not empty. The array is empty if the path has no braces.
ordered_json PathParameters(std::string_view path);

}  // namespace interpres::openapi

#endif  // INTERPRES_SERVER_HTTP_OPENAPI_SCHEMA_H_
