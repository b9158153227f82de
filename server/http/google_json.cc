#include "server/http/google_json.h"

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/http/google_route.h"
#include "server/http/json_message.h"
#include "server/http/parameters.h"

namespace interpres {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using nlohmann::ordered_json;

// The messages of a query parameter: `a.b.c` names a field in two messages.
constexpr int64_t kMaxQueryDepth = 8;

// Parameters of the query that are for the interface, not for the message.
constexpr std::array<std::string_view, 8> kSystemParameters = {
    "alt",      "key",          "fields",    "prettyPrint",
    "callback", "access_token", "quotaUser", "uploadType"};

bool IsSystemParameter(std::string_view name) {
  return name.starts_with('$') ||
         std::ranges::find(kSystemParameters, name) != kSystemParameters.end();
}

// Returns the part of the message that is its field. REQUIRES: the message has
// a field of this name, which is a message.
Message& FieldOf(Message& message, std::string_view field) {
  const FieldDescriptor* descriptor =
      message.GetDescriptor()->FindFieldByName(std::string(field));
  return *message.GetReflection()->MutableMessage(&message, descriptor);
}

// Sets a text of the message. `path` has the names of fields, divided by dots.
void SetText(Message& message, std::string_view path, std::string value) {
  const std::size_t dot = path.find('.');
  if (dot != path.npos) {
    SetText(FieldOf(message, path.substr(0, dot)), path.substr(dot + 1),
            std::move(value));
    return;
  }
  message.GetReflection()->SetString(
      &message, message.GetDescriptor()->FindFieldByName(std::string(path)),
      std::move(value));
}

// Adds a parameter to the JSON of a message. Parameters for the interface have
// no effect. Empty values have no effect, because the libraries of Google send
// empty fields that the path also has.
absl::Status AddParameter(const std::string& name,
                          const std::vector<std::string>& values,
                          ordered_json& json) {
  if (IsSystemParameter(name) || (values.size() == 1 && values[0].empty())) {
    return absl::OkStatus();
  }
  ordered_json* at = &json;
  const std::vector<std::string> fields = absl::StrSplit(name, '.');
  if (std::ssize(fields) > kMaxQueryDepth) {
    return absl::InvalidArgumentError(
        absl::StrCat("the name of a parameter has ", fields.size() - 1,
                     " dots; expected at most ", kMaxQueryDepth - 1,
                     "; send the field in the body"));
  }
  for (const std::string& field : fields) {
    if (!at->is_null() && !at->is_object()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the parameter ", name, " contradicts another parameter"));
    }
    at = &(*at)[field];
  }
  *at =
      values.size() == 1 ? ordered_json(values.front()) : ordered_json(values);
  return absl::OkStatus();
}

// Returns the fields of the query as JSON. The JSON is null without fields.
absl::StatusOr<ordered_json> QueryFields(const HttpRequest& request) {
  Parameters query;
  INTERPRES_RETURN_IF_ERROR(ReadForm(request.query, query));
  INTERPRES_RETURN_IF_ERROR(query.CheckUtf8());
  ordered_json fields;
  for (const auto& [name, parameter] : query.All()) {
    INTERPRES_RETURN_IF_ERROR(AddParameter(name, parameter.values, fields));
  }
  return fields;
}

bool WantsEnumNumbers(const HttpRequest& request) {
  Parameters query;
  return ReadForm(request.query, query).ok() &&
         absl::StrContains(AsAbsl(query.First("$alt")), "enum-encoding=int");
}

}  // namespace

absl::Status ReadGoogleRequest(const HttpRequest& request, Message& message) {
  const std::optional<GoogleTarget> target =
      FindGoogleTarget(GoogleVerb(request), request.path);
  const GoogleMethod& method = *target->method;
  INTERPRES_ASSIGN_OR_RETURN(const ordered_json query, QueryFields(request));
  if (!query.is_null()) {
    INTERPRES_RETURN_IF_ERROR(ParseJson(query.dump(), message));
  }
  if (!method.body.empty()) {
    Message& body =
        method.body == "*" ? message : FieldOf(message, method.body);
    INTERPRES_RETURN_IF_ERROR(ParseJson(request.body, body));
  }
  SetText(message, method.name_field, target->name);
  return absl::OkStatus();
}

absl::StatusOr<HttpResponse> GoogleResponse(const HttpRequest& request,
                                            const Message& message) {
  INTERPRES_ASSIGN_OR_RETURN(
      std::string json,
      ToJson(message, WantsEnumNumbers(request) ? JsonEnums::kNumbers
                                                : JsonEnums::kNames));
  return HttpResponse{.body = std::move(json)};
}

HttpResponse GoogleError(int http_status, const absl::Status& status) {
  HttpResponse response = ErrorResponse(http_status, status);
  const auto delay = RetryDelay(status);
  if (!delay) {
    return response;
  }
  ordered_json json = ordered_json::parse(response.body);
  json["error"]["details"] = ordered_json::array(
      {{{"@type", "type.googleapis.com/google.rpc.RetryInfo"},
        {"retryDelay",
         absl::StrFormat("%.3fs",
                         std::chrono::duration<double>(*delay).count())}}});
  response.body = json.dump();
  return response;
}

}  // namespace interpres
