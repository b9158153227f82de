#include "server/http/deepl_info.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/language/language_code.h"
#include "server/google/glossaries.h"
#include "server/http/deepl_request.h"
#include "server/http/short_http_call.h"
#include "server/service/language_list.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

// The limit of a client without a quota, as DeepL has it.
constexpr int64_t kUnlimited = 1'000'000'000'000;

HttpResponse Answered(const ordered_json& json) {
  return {.body = json.dump(-1, ' ', false,
                            ordered_json::error_handler_t::replace)};
}

// Returns the languages of a side of the pairs, by their codes.
std::map<std::string, std::string> LanguagesOfSide(
    const v1::ListLanguagesResponse& pairs, bool is_target) {
  std::map<std::string, std::string> names;
  for (const v1::LanguagePair& pair : pairs.pairs()) {
    const std::string& code =
        is_target ? pair.target_language() : pair.source_language();
    if (code.empty()) {
      continue;
    }
    if (!is_target) {
      const std::string source = DeepLSource(code);
      names.emplace(source, LanguageName(source));
      continue;
    }
    for (const std::string& target : DeepLTargets(code)) {
      names.emplace(target, LanguageName(target));
    }
  }
  return names;
}

absl::StatusOr<HttpResponse> Languages(const ServiceCall& call,
                                       const HttpRequest& request) {
  INTERPRES_ASSIGN_OR_RETURN(const Parameters parameters,
                             ReadParameters(request, R"({"type": "target"})"));
  const std::string type(parameters.First("type"));
  if (!type.empty() && type != "source" && type != "target") {
    return absl::InvalidArgumentError(absl::StrFormat(
        "type is \"%s\"; expected source or target; the default is source",
        type));
  }
  const bool is_target = type == "target";
  ordered_json list = ordered_json::array();
  const TranslationContext& context = call.context();
  for (const auto& [code, name] : LanguagesOfSide(
           DescribeLanguages(context.models, context.pivot_languages),
           is_target)) {
    ordered_json language = {{"language", code}, {"name", name}};
    if (is_target) {
      language["supports_formality"] = false;
    }
    list.push_back(std::move(language));
  }
  return Answered(list);
}

absl::StatusOr<HttpResponse> Usage(const ServiceCall& call,
                                   const HttpRequest& /*request*/) {
  CharacterQuota* const quota = call.context().quota;
  return Answered(
      {{"character_count", quota == nullptr ? 0 : quota->CountOf(call.owner())},
       {"character_limit", quota == nullptr ? kUnlimited : quota->limit()}});
}

absl::StatusOr<HttpResponse> GlossaryPairs(const ServiceCall& call,
                                           const HttpRequest& /*request*/) {
  ordered_json pairs = ordered_json::array();
  // Clients that find a pair here make a glossary before they translate.
  if (call.context().glossaries == nullptr || !google_api::MayChange(call)) {
    return Answered({{"supported_languages", std::move(pairs)}});
  }
  // A glossary needs a model that translates directly.
  const v1::ListLanguagesResponse direct =
      DescribeLanguages(call.context().models, {});
  for (const v1::LanguagePair& pair : direct.pairs()) {
    if (!pair.source_language().empty() && !pair.target_language().empty()) {
      pairs.push_back(
          {{"source_lang",
            absl::AsciiStrToLower(DeepLSource(pair.source_language()))},
           {"target_lang",
            absl::AsciiStrToLower(DeepLSource(pair.target_language()))}});
    }
  }
  return Answered({{"supported_languages", std::move(pairs)}});
}

std::unique_ptr<HttpCall> MakeInfo(
    const ServiceState& state, CallParts parts,
    absl::StatusOr<HttpResponse> (*run)(const ServiceCall& call,
                                        const HttpRequest& request)) {
  return std::make_unique<ShortHttpCall>(
      state, std::move(parts), RpcMethod::kListLanguages,
      ShortAnswer{.token = DeepLToken, .error = DeepLErrorOf, .run = run});
}

}  // namespace

std::unique_ptr<HttpCall> MakeDeepLLanguages(const ServiceState& state,
                                             CallParts parts) {
  return MakeInfo(state, std::move(parts), Languages);
}

std::unique_ptr<HttpCall> MakeDeepLUsage(const ServiceState& state,
                                         CallParts parts) {
  return MakeInfo(state, std::move(parts), Usage);
}

std::unique_ptr<HttpCall> MakeDeepLGlossaryPairs(const ServiceState& state,
                                                 CallParts parts) {
  return MakeInfo(state, std::move(parts), GlossaryPairs);
}

}  // namespace interpres
