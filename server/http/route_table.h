// The table of the routes, and the search in it.

#ifndef INTERPRES_SERVER_HTTP_ROUTE_TABLE_H_
#define INTERPRES_SERVER_HTTP_ROUTE_TABLE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/http/http_call.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

using MakeServiceCall = std::unique_ptr<HttpCall> (*)(const ServiceState& state,
                                                      CallParts parts);
using AnswerNow = HttpResponse (*)(const HttpRequest& request,
                                   const ServiceState& state);
// Returns the error response of an API: the HTTP status, and the message of
// `status` in the format of the API.
using MakeError = HttpResponse (*)(int http_status, const absl::Status& status);
// Checks a head before the body is read. Returns the response if the request is
// refused. Null means that the request is accepted.
using CheckRequestHead = std::optional<HttpResponse> (*)(
    const HttpRequest& head, const TranslationContext& context);
// Returns the token of a request from its head, as the header authorization has
// the token: "Bearer TOKEN". Empty means no token. Does not check the token.
using ReadHeadToken = std::string (*)(const HttpRequest& head);

// One method of one path.
struct HttpRoute {
  std::string_view method;
  std::string_view path;
  bool is_prefix = false;
  MakeError error;
  // Exactly one of `make_call` and `answer_now` is set, except for kReadyPath:
  // HttpRoutes itself answers a route in which both are null.
  MakeServiceCall make_call = nullptr;
  AnswerNow answer_now = nullptr;
  // Null if the head needs no check.
  CheckRequestHead check_head = nullptr;
  // Finds the token that `check_head` has checked, for the client key. Null if
  // `check_head` checks no token.
  ReadHeadToken head_token = nullptr;
};

// The path of the route that HttpRoutes answers.
inline constexpr std::string_view kReadyPath = "/readyz";

// Returns the route for the method and the path of `head`. If the path has
// routes for other methods only, returns the first of them: check IsAllowed.
// Returns null if the path has no route. `has_page` says whether the files of
// the web page have routes.
const HttpRoute* FindRoute(const HttpRequest& head, bool has_page);

// Returns the function that formats errors for paths without a route. The
// beginning of the path selects DeepL's or Google's format. Other paths get the
// format of our own API.
MakeError ErrorOfPath(std::string_view path);

// Returns whether the route takes the HTTP method. A route for GET also takes
// HEAD. Does not check the path.
bool IsAllowed(const HttpRoute& route, std::string_view method);

// Returns the methods that the routes of the path take, as the header Allow
// lists them. Always contains OPTIONS. A path without a route counts as a file
// of the web page: "GET, HEAD, OPTIONS".
std::string AllowedMethods(std::string_view path);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_ROUTE_TABLE_H_
