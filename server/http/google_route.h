// The paths of version 3 of Google's REST interface.

#ifndef INTERPRES_SERVER_HTTP_GOOGLE_ROUTE_H_
#define INTERPRES_SERVER_HTTP_GOOGLE_ROUTE_H_

#include <optional>
#include <string>
#include <string_view>

#include "server/http/http_message.h"
#include "server/metrics/metrics.h"
#include "server/service/translation_context.h"

namespace interpres {

// The beginning of all paths.
inline constexpr std::string_view kGooglePrefix = "/v3/projects/";

// How one method of the interface is called over HTTP.
struct GoogleMethod {
  std::string_view verb;      // the method of HTTP
  std::string_view resource;  // "projects/*": the form of the name
  // The path behind the name: ":translateText" or "/glossaries".
  std::string_view suffix;
  // The field of the message that has the name: "parent" or "glossary.name".
  std::string_view name_field;
  // The field of the message that is the body. "*" means the whole message, and
  // an empty field means no body.
  std::string_view body;
  RpcMethod method;
};

// A request for one method.
struct GoogleTarget {
  const GoogleMethod* method = nullptr;
  std::string name;  // of the resource, for example projects/p/locations/l
};

// Returns the method that a request calls. Null if the path, or its method of
// HTTP, calls no method.
std::optional<GoogleTarget> FindGoogleTarget(std::string_view verb,
                                             std::string_view path);

// Returns the token of a request as a value of the header authorization: the
// header, or the key in x-goog-api-key, or the parameter `key`.
std::string GoogleToken(const HttpRequest& head);

// Returns the response to a request that calls no method (404, 405, 501), has
// no valid token (401), or whose body is not JSON (415). Null if the request is
// accepted.
std::optional<HttpResponse> CheckGoogleHead(const HttpRequest& head,
                                            const TranslationContext& context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_ROUTE_H_
