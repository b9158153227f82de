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

// The beginning of all paths of version 3 of Google's API.
inline constexpr std::string_view kGooglePrefix = "/v3/projects/";

// One method of version 3 of Google's API, and how clients call it over HTTP.
struct GoogleMethod {
  std::string_view verb;      // the method of HTTP
  std::string_view resource;  // "projects/*": the form of the resource name
  // The path behind the resource name: ":translateText" or "/glossaries". Empty
  // if the path ends with the resource name.
  std::string_view suffix;
  // The field of the message that holds the resource name of the path:
  // "parent" or "glossary.name".
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

// Returns the method of Google's API that a request calls, and the resource
// name in `path`. `verb` is the HTTP method; HEAD counts as GET. `path` is
// percent-decoded and has no query, as HttpRequest::path. Null if no method has
// this verb and path.
std::optional<GoogleTarget> FindGoogleTarget(std::string_view verb,
                                             std::string_view path);

// Returns the HTTP method that the request means: PATCH for a POST with this
// value of the header X-HTTP-Method-Override, because Google's library for Java
// sends that. Valid as long as `head`.
std::string_view GoogleVerb(const HttpRequest& head);

// Returns the token of a request: the value of the header authorization, or
// "Bearer KEY" for the key in the header x-goog-api-key, or else for the
// parameter `key` of the query. Empty if the request has no token.
std::string GoogleToken(const HttpRequest& head);

// Checks the head of a request. Returns the response to a request that calls no
// method (404, 405, 501), has no valid token (401), or has a body that is not
// JSON (415). The metrics count the responses 401 and 501. Null means that the
// request is accepted. REQUIRES: the path begins with kGooglePrefix.
std::optional<HttpResponse> CheckGoogleHead(const HttpRequest& head,
                                            const TranslationContext& context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_ROUTE_H_
