#include "server/http/http_routes.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/http/cors.h"
#include "server/http/detect_http_call.h"
#include "server/http/http_status.h"
#include "server/http/libre_info.h"
#include "server/http/libre_translate.h"
#include "server/http/openapi.h"
#include "server/http/own_api.h"
#include "server/http/page_response.h"
#include "server/http/request_headers.h"
#include "server/http/stream_http_call.h"
#include "server/http/translate_http_call.h"
#include "server/page/page_files.h"
#include "server/service/canonical_code.h"
#include "server/service/client_key.h"

namespace interpres {
namespace {

// Whose words the errors of a route have.
enum class Style { kOwn, kLibre };

using MakeServiceCall = std::unique_ptr<HttpCall> (*)(const ServiceState& state,
                                                      CallParts parts);
using AnswerNow = HttpResponse (*)(const HttpRequest& request,
                                   const ServiceState& state);

struct HttpRoute {
  std::string_view method;
  std::string_view path;
  Style style = Style::kOwn;
  // One of the two. A route without either is answered by HttpRoutes.
  MakeServiceCall make_call = nullptr;
  AnswerNow answer_now = nullptr;
  // The method of a route whose token is in the header, so that the token is
  // checked before the body is read, and whose body is JSON.
  std::optional<RpcMethod> json_method = std::nullopt;
  bool is_prefix = false;
};

template <typename Call, auto make_adapter>
std::unique_ptr<HttpCall> Make(const ServiceState& state, CallParts parts) {
  return std::make_unique<Call>(state, std::move(parts), make_adapter());
}

std::unique_ptr<HttpCall> MakeStream(const ServiceState& state,
                                     CallParts parts) {
  return std::make_unique<StreamHttpCall>(state, std::move(parts));
}

HttpResponse OpenApi(const HttpRequest& /*request*/,
                     const ServiceState& /*state*/) {
  return {.body = OpenApiDocument()};
}

HttpResponse Alive(const HttpRequest& /*request*/,
                   const ServiceState& /*state*/) {
  return {.content_type = "text/plain", .body = "ok\n"};
}

constexpr std::string_view kReadyPath = "/readyz";

constexpr std::array kRoutes = {
    HttpRoute{.method = "POST",
              .path = "/v1/translate",
              .make_call = Make<TranslateHttpCall, MakeOwnTranslate>,
              .json_method = RpcMethod::kTranslate},
    HttpRoute{.method = "POST",
              .path = "/v1/translate:stream",
              .make_call = MakeStream,
              .json_method = RpcMethod::kStreamTranslate},
    HttpRoute{.method = "POST",
              .path = "/v1/detect",
              .make_call = Make<DetectHttpCall, MakeOwnDetect>,
              .json_method = RpcMethod::kDetectLanguage},
    HttpRoute{.method = "GET", .path = "/v1/models", .answer_now = OwnModels},
    HttpRoute{
        .method = "GET", .path = "/v1/languages", .answer_now = OwnLanguages},
    HttpRoute{.method = "GET", .path = "/healthz", .answer_now = Alive},
    HttpRoute{.method = "GET", .path = kReadyPath},
    HttpRoute{.method = "GET", .path = "/openapi.json", .answer_now = OpenApi},
    HttpRoute{.method = "POST",
              .path = "/translate",
              .style = Style::kLibre,
              .make_call = Make<TranslateHttpCall, MakeLibreTranslate>},
    HttpRoute{.method = "POST",
              .path = "/detect",
              .style = Style::kLibre,
              .make_call = Make<DetectHttpCall, MakeLibreDetect>},
    HttpRoute{.method = "GET",
              .path = "/languages",
              .style = Style::kLibre,
              .answer_now = LibreLanguageList},
    HttpRoute{.method = "GET",
              .path = "/frontend/settings",
              .style = Style::kLibre,
              .answer_now = LibreSettings},
    HttpRoute{.method = "GET",
              .path = "/health",
              .style = Style::kLibre,
              .answer_now = LibreHealth},
    HttpRoute{.method = "GET",
              .path = "/spec",
              .style = Style::kLibre,
              .answer_now = OpenApi},
    HttpRoute{.method = "POST",
              .path = "/suggest",
              .style = Style::kLibre,
              .answer_now = LibreNoSuggestions},
    HttpRoute{.method = "POST",
              .path = "/translate_file",
              .style = Style::kLibre,
              .answer_now = LibreNoFiles},
    HttpRoute{.method = "GET",
              .path = "/download_file/",
              .style = Style::kLibre,
              .answer_now = LibreNoFiles,
              .is_prefix = true}};

// Every file of the page. The path is the one of the request.
constexpr HttpRoute kPageRoute = {
    .method = "GET", .path = "/", .answer_now = PageResponse};

// Returns null if no route has the path.
const HttpRoute* FindRoute(const HttpOptions& options, std::string_view path) {
  for (const HttpRoute& route : kRoutes) {
    if (path == route.path ||
        (route.is_prefix && path.starts_with(route.path))) {
      return &route;
    }
  }
  if (options.page == "on" && FindPageFile(path) != nullptr) {
    return &kPageRoute;
  }
  return nullptr;
}

bool IsAllowed(const HttpRoute& route, std::string_view method) {
  return method == route.method || (method == "HEAD" && route.method == "GET");
}

std::string Allowed(const HttpRoute& route) {
  return absl::StrCat(AsAbsl(route.method),
                      route.method == "GET" ? ", HEAD" : "", ", OPTIONS");
}

HttpResponse StyledError(const HttpRoute* route, int http_status,
                         const absl::Status& status) {
  return route != nullptr && route->style == Style::kLibre
             ? LibreError(http_status, status)
             : ErrorResponse(http_status, status);
}

// Also application/*+json.
bool IsJson(std::string_view content_type) {
  const std::string type = absl::AsciiStrToLower(absl::StripAsciiWhitespace(
      AsAbsl(content_type.substr(0, content_type.find(';')))));
  return type == "application/json" ||
         (absl::StartsWith(type, "application/") &&
          absl::EndsWith(type, "+json"));
}

// Returns the response to a request that no route takes. Null if `route` takes
// the request.
std::optional<HttpResponse> CheckRoute(const HttpRoute* route,
                                       const HttpRequest& head) {
  if (head.method == "OPTIONS" && (route != nullptr || head.path == "*")) {
    HttpResponse response{.status = kHttpNoContent, .content_type = ""};
    response.headers.emplace_back("allow", route == nullptr
                                               ? "GET, HEAD, POST, OPTIONS"
                                               : Allowed(*route));
    return response;
  }
  if (route == nullptr) {
    return ErrorResponse(kHttpNotFound,
                         absl::NotFoundError("the server has no such path; "
                                             "/openapi.json lists the paths"));
  }
  if (!IsAllowed(*route, head.method)) {
    HttpResponse response = StyledError(
        route, kHttpMethodNotAllowed,
        absl::UnimplementedError(absl::StrCat(
            "the path takes no such method; expected ", Allowed(*route))));
    response.headers.emplace_back("allow", Allowed(*route));
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
  const HttpRoute* route = FindRoute(options_, head.path);
  if (std::optional<HttpResponse> refusal = CheckRoute(route, head)) {
    return {.refusal = std::move(refusal)};
  }
  const std::string_view authorization = head.Header("authorization");
  CallSender sender = {.client_name = head.Header("interpres-client"),
                       .peer = head.peer};
  if (route->json_method) {
    const absl::Status status =
        CheckToken(context_.tokens, CallInfo{.authorization = authorization});
    if (!status.ok()) {
      context_.metrics.RecordRequest(*route->json_method,
                                     CanonicalCode(status.code()));
      return {.refusal = ErrorResponse(status)};
    }
    if (!IsJson(head.Header("content-type"))) {
      return {.refusal = ErrorResponse(
                  kHttpUnsupportedType,
                  absl::InvalidArgumentError(
                      "the header Content-Type has no JSON; expected "
                      "application/json"))};
    }
    if (context_.tokens != nullptr) {
      sender.authorization = authorization;
    }
  }
  return {.client = ClientKey(sender)};
}

std::unique_ptr<HttpCall> HttpRoutes::MakeCall(CallParts parts) {
  const HttpRoute& route = *FindRoute(options_, parts.request.path);
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
  return StyledError(FindRoute(options_, head.path), status, reason);
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
