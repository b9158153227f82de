#include "server/http/deepl_request.h"

#include <array>
#include <nlohmann/json.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "model/language/language_code.h"
#include "server/http/http_status.h"
#include "server/http/request_headers.h"
#include "server/quota/character_quota.h"
#include "server/service/field_names.h"

namespace interpres {
namespace {

constexpr std::array kDeepLFieldNames = {
    FieldName{"texts has", "text has"},
    FieldName{"source_language", "source_lang"},
    FieldName{"target_language", "target_lang"},
    FieldName{"glossary_name", "glossary_id"},
    FieldName{"send the terms in glossary, or start", "start"},
    FieldName{"the name of the glossary", "glossary_id"},
    // Only a request with a glossary refuses pivot languages.
    FieldName{"set allow_pivot", "leave glossary_id out"},
    FieldName{"set model", "ask the operator to serve one model for each pair"},
    FieldName{"CreateGlossary", "POST /v2/glossaries"},
    FieldName{"ListLanguages", "/v2/languages"}};

}  // namespace

std::string DeepLToken(const HttpRequest& request) {
  constexpr std::string_view kScheme = "DeepL-Auth-Key ";
  const std::string_view header = request.Header("authorization");
  if (absl::StartsWithIgnoreCase(AsAbsl(header), AsAbsl(kScheme))) {
    return absl::StrCat("Bearer ", AsAbsl(header.substr(kScheme.size())));
  }
  if (!header.empty()) {
    return std::string(header);
  }
  const absl::StatusOr<Parameters> parameters =
      ReadParameters(request, /*example=*/"");
  return parameters.ok() ? AuthorizationOfKey(parameters->First("auth_key"))
                         : std::string();
}

HttpResponse DeepLErrorOf(const absl::Status& status) {
  if (absl::IsUnauthenticated(status)) {
    return DeepLError(kHttpForbidden, absl::PermissionDeniedError(
                                          "the authentication key is missing "
                                          "or wrong"));
  }
  return DeepLError(IsQuotaExceeded(status) ? kHttpQuotaExceeded
                                            : HttpStatusOf(status.code()),
                    status);
}

HttpResponse DeepLError(int http_status, const absl::Status& status) {
  const nlohmann::ordered_json json = {
      {"message",
       std::string(WithHttpFieldNames(status, kDeepLFieldNames).message())}};
  return {.status = http_status,
          .body = json.dump(-1, ' ', false,
                            nlohmann::json::error_handler_t::replace),
          .headers = ErrorHeaders(status)};
}

absl::StatusOr<std::optional<bool>> DeepLFlag(const Parameters& parameters,
                                              const std::string& name) {
  const std::string_view value = parameters.First(name);
  if (value.empty()) {
    return std::optional<bool>();
  }
  if (value == "1" || absl::EqualsIgnoreCase(AsAbsl(value), "true")) {
    return std::optional(true);
  }
  if (value == "0" || absl::EqualsIgnoreCase(AsAbsl(value), "false")) {
    return std::optional(false);
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected true or false", name, std::string(value)));
}

const Parameter* DeepLList(const Parameters& parameters,
                           const std::string& name) {
  const Parameter* found = parameters.Find(name);
  return found != nullptr ? found : parameters.Find(name + "[]");
}

std::vector<std::string> DeepLTags(const Parameters& parameters,
                                   const std::string& name) {
  std::vector<std::string> tags;
  const Parameter* found = DeepLList(parameters, name);
  if (found == nullptr) {
    return tags;
  }
  const std::vector<std::string> parts =
      absl::StrSplit(absl::StrJoin(found->values, ","), ',');
  for (const std::string& part : parts) {
    const absl::string_view tag = absl::StripAsciiWhitespace(part);
    if (!tag.empty()) {
      tags.emplace_back(tag);
    }
  }
  return tags;
}

std::string DeepLSource(std::string_view code) {
  const std::optional<LanguageCode> parsed = ParseLanguageCode(code);
  if (!parsed) {
    return "";
  }
  return parsed->language == "no" ? "NB"
                                  : absl::AsciiStrToUpper(parsed->language);
}

std::vector<std::string> DeepLTargets(std::string_view code) {
  const std::string whole =
      absl::StrReplaceAll(absl::AsciiStrToUpper(AsAbsl(code)), {{"_", "-"}});
  if (whole == "EN") {
    return {"EN-GB", "EN-US"};
  }
  if (whole == "PT") {
    return {"PT-BR", "PT-PT"};
  }
  if (whole == "NO") {
    return {"NB"};
  }
  return {whole};
}

}  // namespace interpres
