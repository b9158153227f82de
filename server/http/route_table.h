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
// Makes the response to an error, in the words of the API of the route.
using MakeError = HttpResponse (*)(int http_status, const absl::Status& status);
// Checks a head before the body is read. Returns the response if the request is
// refused.
using CheckRequestHead = std::optional<HttpResponse> (*)(
    const HttpRequest& head, const TranslationContext& context);
// Returns the value of the header authorization that the head stands for.
using ReadHeadToken = std::string (*)(const HttpRequest& head);

// One method of one path.
struct HttpRoute {
  std::string_view method;
  std::string_view path;
  bool is_prefix = false;
  MakeError error;
  // One of the two. A route without either is answered by HttpRoutes.
  MakeServiceCall make_call = nullptr;
  AnswerNow answer_now = nullptr;
  // Null if the head needs no check.
  CheckRequestHead check_head = nullptr;
  // Null if `check_head` has not checked the token.
  ReadHeadToken head_token = nullptr;
};

// The path of the route that HttpRoutes answers.
inline constexpr std::string_view kReadyPath = "/readyz";

// Returns the route of the method and the path. If the path has routes for
// other methods only, returns the first of them. Returns null if the path has
// no route. `has_page` says whether the files of the page have routes.
const HttpRoute* FindRoute(const HttpRequest& head, bool has_page);

// Returns how the API that owns the path writes errors. Paths of no API have
// our errors.
MakeError ErrorOfPath(std::string_view path);

// Whether the route takes the method. A route for GET also takes HEAD.
bool IsAllowed(const HttpRoute& route, std::string_view method);

// Returns the methods that the routes of the path take, as the header Allow
// lists them.
std::string AllowedMethods(std::string_view path);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_ROUTE_TABLE_H_
