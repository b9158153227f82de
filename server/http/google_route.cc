#include "server/http/google_route.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "server/google/unsupported_methods.h"
#include "server/http/google_json.h"
#include "server/http/parameters.h"
#include "server/http/request_headers.h"
#include "server/service/canonical_code.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

constexpr std::string_view kApi = "/v3/";
constexpr char kProject[] = "projects/*";
constexpr char kLocation[] = "projects/*/locations/*";
constexpr char kGlossary[] = "projects/*/locations/*/glossaries/*";
constexpr char kEntry[] =
    "projects/*/locations/*/glossaries/*/glossaryEntries/*";

constexpr std::array<GoogleMethod, 16> kMethods = {{
    {"POST", kProject, ":translateText", "parent", "*",
     RpcMethod::kGoogleTranslateText},
    {"POST", kLocation, ":translateText", "parent", "*",
     RpcMethod::kGoogleTranslateText},
    {"POST", kProject, ":detectLanguage", "parent", "*",
     RpcMethod::kGoogleDetectLanguage},
    {"POST", kLocation, ":detectLanguage", "parent", "*",
     RpcMethod::kGoogleDetectLanguage},
    {"GET", kProject, "/supportedLanguages", "parent", "",
     RpcMethod::kGoogleGetSupportedLanguages},
    {"GET", kLocation, "/supportedLanguages", "parent", "",
     RpcMethod::kGoogleGetSupportedLanguages},
    {"POST", kLocation, "/glossaries", "parent", "glossary",
     RpcMethod::kGoogleCreateGlossary},
    {"GET", kLocation, "/glossaries", "parent", "",
     RpcMethod::kGoogleListGlossaries},
    {"PATCH", kGlossary, "", "glossary.name", "glossary",
     RpcMethod::kGoogleUpdateGlossary},
    {"GET", kGlossary, "", "name", "", RpcMethod::kGoogleGetGlossary},
    {"DELETE", kGlossary, "", "name", "", RpcMethod::kGoogleDeleteGlossary},
    {"POST", kGlossary, "/glossaryEntries", "parent", "glossary_entry",
     RpcMethod::kGoogleCreateGlossaryEntry},
    {"GET", kGlossary, "/glossaryEntries", "parent", "",
     RpcMethod::kGoogleListGlossaryEntries},
    {"PATCH", kEntry, "", "glossary_entry.name", "glossary_entry",
     RpcMethod::kGoogleUpdateGlossaryEntry},
    {"GET", kEntry, "", "name", "", RpcMethod::kGoogleGetGlossaryEntry},
    {"DELETE", kEntry, "", "name", "", RpcMethod::kGoogleDeleteGlossaryEntry},
}};

using Segments = std::vector<absl::string_view>;

// Returns whether the name has the form, in which "*" is any segment.
bool HasForm(std::string_view name, std::string_view form) {
  const Segments segments = absl::StrSplit(AsAbsl(name), '/');
  const Segments forms = absl::StrSplit(AsAbsl(form), '/');
  return std::ranges::equal(
      segments, forms, [](absl::string_view segment, absl::string_view wanted) {
        return wanted == "*" ? !segment.empty() : segment == wanted;
      });
}

// Returns the name in a path, without "/v3/". Null if the path does not call
// the method.
std::optional<std::string> NameIn(std::string_view path,
                                  const GoogleMethod& method) {
  if (!path.ends_with(method.suffix)) {
    return std::nullopt;
  }
  const std::string_view name =
      path.substr(0, path.size() - method.suffix.size());
  return HasForm(name, method.resource) ? std::optional(std::string(name))
                                        : std::nullopt;
}

// Returns the verbs of the methods that the path may call, for Allow. Empty if
// the path calls no method.
std::string AllowedVerbs(std::string_view path) {
  std::string verbs;
  for (const GoogleMethod& method : kMethods) {
    if (NameIn(path, method)) {
      absl::StrAppend(&verbs, AsAbsl(method.verb),
                      method.verb == "GET" ? ", HEAD, " : ", ");
    }
  }
  return verbs.empty() ? verbs : absl::StrCat(verbs, "OPTIONS");
}

// Returns the method of Google's interface that a path of an unknown method
// calls, as a path of gRPC.
std::string GrpcPath(std::string_view path) {
  constexpr char kService[] =
      "/google.cloud.translation.v3.TranslationService/";
  const Segments segments = absl::StrSplit(AsAbsl(path), '/');
  const absl::string_view last = segments.back();
  const std::size_t colon = last.rfind(':');
  if (path.find("/operations") != path.npos) {
    return "/google.longrunning.Operations/GetOperation";
  }
  if (colon != last.npos && colon + 1 < last.size()) {
    const absl::string_view verb = last.substr(colon + 1);
    return absl::StrCat(kService, std::string(1, absl::ascii_toupper(verb[0])),
                        verb.substr(1));
  }
  constexpr std::array<std::array<std::string_view, 2>, 3> kCollections = {{
      {"/models", "ListModels"},
      {"/datasets", "ListDatasets"},
      {"/adaptiveMt", "ListAdaptiveMtDatasets"},
  }};
  for (const auto& [collection, method] : kCollections) {
    if (path.find(collection) != path.npos) {
      return absl::StrCat(kService, AsAbsl(method));
    }
  }
  return HasForm(path, kLocation) || HasForm(path, "projects/*/locations")
             ? "/google.cloud.location.Locations/GetLocation"
             : "";
}

// Returns the response to a request that calls no method.
HttpResponse NoMethod(std::string_view path,
                      const TranslationContext& context) {
  const std::string allowed = AllowedVerbs(path);
  if (!allowed.empty()) {
    HttpResponse response =
        GoogleError(kHttpMethodNotAllowed,
                    absl::UnimplementedError(absl::StrCat(
                        "the path takes no such method; expected ", allowed)));
    response.headers.emplace_back("allow", allowed);
    return response;
  }
  if (const auto sentence = google_api::ExplainUnsupported(GrpcPath(path))) {
    const absl::Status status = absl::UnimplementedError(*sentence);
    context.metrics.RecordRequest(RpcMethod::kGoogleOther,
                                  CanonicalCode(status.code()));
    return GoogleError(status);
  }
  return GoogleError(absl::NotFoundError(
      "the server has no such path; docs/apis.md lists the methods of "
      "Google's interface"));
}

}  // namespace

std::optional<GoogleTarget> FindGoogleTarget(std::string_view verb,
                                             std::string_view path) {
  if (!path.starts_with(kApi)) {
    return std::nullopt;
  }
  const std::string_view wanted = verb == "HEAD" ? "GET" : verb;
  for (const GoogleMethod& method : kMethods) {
    if (method.verb != wanted) {
      continue;
    }
    if (auto name = NameIn(path.substr(kApi.size()), method)) {
      return GoogleTarget{.method = &method, .name = *std::move(name)};
    }
  }
  return std::nullopt;
}

std::string GoogleToken(const HttpRequest& head) {
  if (!head.Header("authorization").empty()) {
    return std::string(head.Header("authorization"));
  }
  Parameters query;
  std::string key(head.Header("x-goog-api-key"));
  if (key.empty() && ReadForm(head.query, query).ok()) {
    key = query.First("key");
  }
  return AuthorizationOfKey(key);
}

std::string_view GoogleVerb(const HttpRequest& head) {
  const bool is_patch =
      head.method == "POST" && head.Header("x-http-method-override") == "PATCH";
  return is_patch ? std::string_view("PATCH") : head.method;
}

std::optional<HttpResponse> CheckGoogleHead(const HttpRequest& head,
                                            const TranslationContext& context) {
  const std::optional<GoogleTarget> target =
      FindGoogleTarget(GoogleVerb(head), head.path);
  if (!target) {
    return NoMethod(std::string_view(head.path).substr(kApi.size()), context);
  }
  const absl::Status status =
      CheckToken(context.tokens, CallInfo{.authorization = GoogleToken(head)});
  if (!status.ok()) {
    context.metrics.RecordRequest(target->method->method,
                                  CanonicalCode(status.code()));
    return GoogleError(status);
  }
  if (!target->method->body.empty() && !IsJson(head.Header("content-type"))) {
    return GoogleError(kHttpUnsupportedType, NotJson());
  }
  return std::nullopt;
}

}  // namespace interpres
