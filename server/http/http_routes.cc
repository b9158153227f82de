#include "server/http/http_routes.h"

#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/http/cors.h"
#include "server/http/http_status.h"
#include "server/http/route_table.h"
#include "server/service/client_key.h"

namespace interpres {
namespace {

HttpResponse StyledError(const HttpRoute* route, const HttpRequest& head,
                         int http_status, const absl::Status& status) {
  const MakeError error =
      route != nullptr ? route->error : ErrorOfPath(head.path);
  return error(http_status, status);
}

// Returns the response to a request that no route takes. Null if `route` takes
// the request.
std::optional<HttpResponse> CheckRoute(const HttpRoute* route,
                                       const HttpRequest& head) {
  if (head.method == "OPTIONS" && (route != nullptr || head.path == "*")) {
    HttpResponse response{.status = kHttpNoContent, .content_type = ""};
    response.headers.emplace_back("allow", route == nullptr
                                               ? "GET, HEAD, POST, OPTIONS"
                                               : AllowedMethods(head.path));
    return response;
  }
  if (route == nullptr) {
    return StyledError(route, head, kHttpNotFound,
                       absl::NotFoundError("the server has no such path; "
                                           "/openapi.json lists the paths"));
  }
  if (!IsAllowed(*route, head.method)) {
    HttpResponse response =
        StyledError(route, head, kHttpMethodNotAllowed,
                    absl::UnimplementedError(
                        absl::StrCat("the path takes no such method; expected ",
                                     AllowedMethods(head.path))));
    response.headers.emplace_back("allow", AllowedMethods(head.path));
    return response;
  }
  return std::nullopt;
}

// A call whose response is there immediately.
class ImmediateCall final : public HttpCall {
 public:
  ImmediateCall(std::shared_ptr<ResponseSink> sink, HttpResponse response)
      : sink_(std::move(sink)), response_(std::move(response)) {}
  void Start() override { sink_->Send(std::move(response_)); }
  void Cancel() override {}

 private:
  const std::shared_ptr<ResponseSink> sink_;
  HttpResponse response_;
};

}  // namespace

HttpHandler::Verdict HttpRoutes::CheckHead(const HttpRequest& head) {
  const HttpRoute* route = FindRoute(head, HasPage());
  if (std::optional<HttpResponse> refusal = CheckRoute(route, head)) {
    return {.refusal = std::move(refusal)};
  }
  if (route->check_head != nullptr) {
    if (std::optional<HttpResponse> refusal =
            route->check_head(head, context_)) {
      return {.refusal = std::move(refusal)};
    }
  }
  std::string authorization;
  if (route->head_token != nullptr && context_.tokens != nullptr) {
    authorization = route->head_token(head);
  }
  return {.client = ClientKey({.authorization = authorization,
                               .client_name = head.Header("interpres-client"),
                               .peer = head.peer})};
}

std::unique_ptr<HttpCall> HttpRoutes::MakeCall(CallParts parts) {
  const HttpRoute& route = *FindRoute(parts.request, HasPage());
  if (route.make_call != nullptr) {
    return route.make_call(state(), std::move(parts));
  }
  HttpResponse response = route.answer_now == nullptr
                              ? Readiness()
                              : route.answer_now(parts.request, state());
  return std::make_unique<ImmediateCall>(std::move(parts.sink),
                                         std::move(response));
}

HttpResponse HttpRoutes::Readiness() const {
  const bool ready = is_open_.load() && !is_draining_.load();
  return {.status = ready ? kHttpOk : kHttpUnavailable,
          .content_type = "text/plain",
          .body = ready ? "ready\n" : "not ready\n"};
}

HttpResponse HttpRoutes::Refuse(const HttpRequest& head, int status,
                                const absl::Status& reason) {
  return StyledError(FindRoute(head, HasPage()), head, status, reason);
}

void HttpRoutes::Complete(const HttpRequest& head, HttpResponse& response) {
  const std::string_view id = head.Header("x-request-id");
  if (!id.empty()) {
    response.headers.emplace_back("x-request-id", std::string(id));
  }
  if (HeaderValue(response.headers, "cache-control").empty()) {
    response.headers.emplace_back("cache-control", "no-store");
  }
  response.headers.emplace_back("x-content-type-options", "nosniff");
  AddCorsHeaders(options_.cors_origins, head, response);
  context_.metrics.RecordHttpResponse(response.status);
}

}  // namespace interpres
