// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/libre_info.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/http/http_status.h"
#include "server/http/libre_languages.h"
#include "server/http/libre_translate.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

constexpr int kFrontendTimeout = 500;  // milliseconds, as in LibreTranslate

// Answers without a token, because clients ask before they have one, as
// LibreTranslate lets them. The metrics count ListLanguages.
HttpResponse WhenOpen(
    const ServiceState& state,
    absl::FunctionRef<ordered_json(const TranslationContext&)> answer) {
  if (!state.is_open) {
    // The models are being loaded: AnswerShortCall has the words.
    const absl::Status status = AnswerShortCall(
        nullptr, RpcMethod::kListLanguages, CallInfo(),
        [](const TranslationContext&) { return absl::OkStatus(); });
    return LibreError(HttpStatusOf(status.code()), status);
  }
  state.context.metrics.RecordRequest(RpcMethod::kListLanguages, 0);
  return {.body = answer(state.context)
                      .dump(-1, ' ', false,
                            ordered_json::error_handler_t::replace)};
}

ordered_json Languages(const TranslationContext& context) {
  ordered_json list = ordered_json::array();
  for (const LibreLanguage& language : LibreLanguages(context)) {
    list.push_back({{"code", language.code},
                    {"name", language.name},
                    {"targets", language.targets}});
  }
  return list;
}

// Returns a target that is not merely a source.
ordered_json TargetAmong(const std::vector<LibreLanguage>& languages) {
  std::string target;
  for (const LibreLanguage& language : languages) {
    for (const std::string& code : language.targets) {
      target = code == language.code ? target : code;
    }
  }
  const LibreLanguage* found = FindLibreLanguage(languages, target);
  return {{"code", target}, {"name", found == nullptr ? "" : found->name}};
}

ordered_json Settings(const TranslationContext& context) {
  const bool has_tokens = context.tokens != nullptr;
  return {{"charLimit", context.request_limits.max_text_bytes},
          {"frontendTimeout", kFrontendTimeout},
          {"apiKeys", has_tokens},
          {"keyRequired", has_tokens},
          {"suggestions", false},
          {"filesTranslation", false},
          {"supportedFilesFormat", ordered_json::array()},
          {"language",
           {{"source", {{"code", "auto"}, {"name", "Auto Detect"}}},
            {"target", TargetAmong(LibreLanguages(context))}}}};
}

}  // namespace

HttpResponse LibreLanguageList(const HttpRequest& /*request*/,
                               const ServiceState& state) {
  return WhenOpen(state, Languages);
}

HttpResponse LibreSettings(const HttpRequest& /*request*/,
                           const ServiceState& state) {
  return WhenOpen(state, Settings);
}

HttpResponse LibreHealth(const HttpRequest& /*request*/,
                         const ServiceState& state) {
  return WhenOpen(state, [](const TranslationContext&) {
    return ordered_json{{"status", "ok"}};
  });
}

HttpResponse LibreNoSuggestions(const HttpRequest& /*request*/,
                                const ServiceState& /*state*/) {
  return LibreError(
      kHttpForbidden,
      absl::PermissionDeniedError("Suggestions are disabled on this server."));
}

HttpResponse LibreNoFiles(const HttpRequest& request,
                          const ServiceState& /*state*/) {
  return LibreError(request.method == "POST" ? kHttpForbidden : kHttpBadRequest,
                    absl::PermissionDeniedError(
                        "Files translation are disabled on this server."));
}

}  // namespace interpres
