// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/route_table.h"

#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/http/deepl_glossaries.h"
#include "server/http/deepl_info.h"
#include "server/http/deepl_request.h"
#include "server/http/deepl_translate.h"
#include "server/http/detect_http_call.h"
#include "server/http/google_http_calls.h"
#include "server/http/google_json.h"
#include "server/http/google_route.h"
#include "server/http/google_v2.h"
#include "server/http/http_status.h"
#include "server/http/libre_info.h"
#include "server/http/libre_translate.h"
#include "server/http/openapi.h"
#include "server/http/own_api.h"
#include "server/http/page_response.h"
#include "server/http/stream_http_call.h"
#include "server/http/translate_http_call.h"
#include "server/page/page_files.h"

namespace interpres {
namespace {

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

HttpResponse OwnError(int http_status, const absl::Status& status) {
  return ErrorResponse(http_status, status);
}

constexpr HttpRoute OwnPost(std::string_view path, MakeServiceCall make_call,
                            CheckRequestHead check_head) {
  return {.method = "POST",
          .path = path,
          .error = OwnError,
          .make_call = make_call,
          .check_head = check_head,
          .head_token = OwnToken};
}

constexpr HttpRoute OwnGet(std::string_view path, AnswerNow answer_now) {
  return {.method = "GET",
          .path = path,
          .error = OwnError,
          .answer_now = answer_now};
}

constexpr HttpRoute LibrePost(std::string_view path,
                              MakeServiceCall make_call) {
  return {.method = "POST",
          .path = path,
          .error = LibreError,
          .make_call = make_call};
}

constexpr HttpRoute LibreNow(std::string_view method, std::string_view path,
                             AnswerNow answer_now) {
  return {.method = method,
          .path = path,
          .is_prefix = path.ends_with('/'),
          .error = LibreError,
          .answer_now = answer_now};
}

constexpr HttpRoute GoogleRoute(std::string_view method) {
  return {.method = method,
          .path = kGooglePrefix,
          .is_prefix = true,
          .error = GoogleError,
          .make_call = MakeGoogleCall,
          .check_head = CheckGoogleHead,
          .head_token = GoogleToken};
}

constexpr std::string_view kV2Path = "/language/translate/v2";
constexpr std::string_view kV2DetectPath = "/language/translate/v2/detect";

constexpr HttpRoute V2Call(std::string_view method, std::string_view path,
                           MakeServiceCall make_call) {
  return {.method = method,
          .path = path,
          .error = GoogleV2Error,
          .make_call = make_call};
}

constexpr HttpRoute V2Languages(std::string_view method) {
  return {.method = method,
          .path = "/language/translate/v2/languages",
          .error = GoogleV2Error,
          .answer_now = GoogleV2Languages};
}

constexpr HttpRoute DeepLCall(std::string_view method, std::string_view path,
                              MakeServiceCall make_call) {
  return {.method = method,
          .path = path,
          .is_prefix = path.ends_with('/'),
          .error = DeepLError,
          .make_call = make_call,
          .check_head = path.ends_with('/') ? CheckDeepLGlossaryHead : nullptr};
}

constexpr std::string_view kDeepLGlossaryPath = "/v2/glossaries/";

constexpr std::array kRoutes = {
    OwnPost("/v1/translate", Make<TranslateHttpCall, MakeOwnTranslate>,
            CheckOwnHead<RpcMethod::kTranslate>),
    OwnPost("/v1/translate:stream", MakeStream,
            CheckOwnHead<RpcMethod::kStreamTranslate>),
    OwnPost("/v1/detect", Make<DetectHttpCall, MakeOwnDetect>,
            CheckOwnHead<RpcMethod::kDetectLanguage>),
    OwnGet("/v1/models", OwnModels),
    OwnGet("/v1/languages", OwnLanguages),
    OwnGet("/healthz", Alive),
    OwnGet(kReadyPath, nullptr),
    OwnGet("/openapi.json", OpenApi),
    LibrePost("/translate", Make<TranslateHttpCall, MakeLibreTranslate>),
    LibrePost("/detect", Make<DetectHttpCall, MakeLibreDetect>),
    LibreNow("GET", "/languages", LibreLanguageList),
    LibreNow("GET", "/frontend/settings", LibreSettings),
    LibreNow("GET", "/health", LibreHealth),
    LibreNow("GET", "/spec", OpenApi),
    LibreNow("POST", "/suggest", LibreNoSuggestions),
    LibreNow("POST", "/translate_file", LibreNoFiles),
    LibreNow("GET", "/download_file/", LibreNoFiles),
    GoogleRoute("GET"),
    GoogleRoute("POST"),
    GoogleRoute("PATCH"),
    GoogleRoute("DELETE"),
    V2Call("GET", kV2Path, Make<TranslateHttpCall, MakeGoogleV2Translate>),
    V2Call("POST", kV2Path, Make<TranslateHttpCall, MakeGoogleV2Translate>),
    V2Call("GET", kV2DetectPath, Make<DetectHttpCall, MakeGoogleV2Detect>),
    V2Call("POST", kV2DetectPath, Make<DetectHttpCall, MakeGoogleV2Detect>),
    V2Languages("GET"),
    V2Languages("POST"),
    DeepLCall("POST", "/v2/translate",
              Make<TranslateHttpCall, MakeDeepLTranslate>),
    DeepLCall("GET", "/v2/languages", MakeDeepLLanguages),
    DeepLCall("POST", "/v2/languages", MakeDeepLLanguages),
    DeepLCall("GET", "/v2/usage", MakeDeepLUsage),
    DeepLCall("POST", "/v2/usage", MakeDeepLUsage),
    DeepLCall("GET", "/v2/glossary-language-pairs", MakeDeepLGlossaryPairs),
    DeepLCall("GET", kDeepLGlossariesPath, MakeDeepLGlossaryCall),
    DeepLCall("POST", kDeepLGlossariesPath, MakeDeepLGlossaryCall),
    DeepLCall("GET", kDeepLGlossaryPath, MakeDeepLGlossaryCall),
    DeepLCall("DELETE", kDeepLGlossaryPath, MakeDeepLGlossaryCall)};

// Every file of the page. The path is the one of the request.
constexpr HttpRoute kPageRoute = OwnGet("/", PageResponse);

// A slash at the end means the same path, as other servers have it.
bool HasPath(const HttpRoute& route, std::string_view path) {
  const bool has_slash = path.size() > 1 && path.ends_with('/');
  return path == route.path ||
         (has_slash && path.substr(0, path.size() - 1) == route.path) ||
         (route.is_prefix && path.starts_with(route.path));
}

}  // namespace

const HttpRoute* FindRoute(const HttpRequest& head, bool has_page) {
  const HttpRoute* other = nullptr;
  for (const HttpRoute& route : kRoutes) {
    if (!HasPath(route, head.path)) {
      continue;
    }
    if (IsAllowed(route, head.method)) {
      return &route;
    }
    other = other == nullptr ? &route : other;
  }
  if (other == nullptr && has_page && FindPageFile(head.path) != nullptr) {
    return &kPageRoute;
  }
  return other;
}

MakeError ErrorOfPath(std::string_view path) {
  constexpr std::pair<std::string_view, MakeError> kOwners[] = {
      {"/v2/", DeepLError},
      {"/v3/glossaries", DeepLError},
      {"/v3/", GoogleError},
      {"/language/translate/", GoogleV2Error}};
  for (const auto& [prefix, error] : kOwners) {
    if (path.starts_with(prefix)) {
      return error;
    }
  }
  return OwnError;
}

bool IsAllowed(const HttpRoute& route, std::string_view method) {
  return method == route.method || (method == "HEAD" && route.method == "GET");
}

std::string AllowedMethods(std::string_view path) {
  std::string methods;
  for (const HttpRoute& route : kRoutes) {
    if (HasPath(route, path)) {
      absl::StrAppend(&methods, AsAbsl(route.method),
                      route.method == "GET" ? ", HEAD, " : ", ");
    }
  }
  if (methods.empty()) {
    methods = "GET, HEAD, ";  // a file of the page
  }
  return absl::StrCat(methods, "OPTIONS");
}

}  // namespace interpres
