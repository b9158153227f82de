#include "server/google/supported_languages.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/language/language_code.h"
#include "server/google/resource_name.h"
#include "server/service/language_list.h"
#include "server/service/model_description.h"

namespace interpres::google_api {
namespace {

struct Support {
  bool source = false;
  bool target = false;
};

bool Translates(const std::string& model, const v1::LanguagePair& pair) {
  return model.empty() ||
         (pair.pivot_language().empty() &&
          std::ranges::find(pair.models(), model) != pair.models().end());
}

}  // namespace

v3::SupportedLanguages LanguagesOf(const v1::ListLanguagesResponse& pairs,
                                   const std::string& model,
                                   std::string_view display) {
  std::map<std::string, Support> languages;
  for (const v1::LanguagePair& pair : pairs.pairs()) {
    if (Translates(model, pair)) {
      languages[pair.source_language()].source = true;
      languages[pair.target_language()].target = true;
    }
  }
  languages.erase("");  // of a model that does not state its languages
  v3::SupportedLanguages response;
  for (const auto& [code, support] : languages) {
    v3::SupportedLanguage& added = *response.add_languages();
    added.set_language_code(code);
    added.set_support_source(support.source);
    added.set_support_target(support.target);
    if (!display.empty()) {
      added.set_display_name(LanguageNameIn(display, code));
    }
  }
  return response;
}

absl::StatusOr<v3::SupportedLanguages> SupportedLanguagesOf(
    const TranslationContext& context,
    const v3::GetSupportedLanguagesRequest& request) {
  INTERPRES_RETURN_IF_ERROR(CheckParent(request.parent()));
  const std::string& display = request.display_language_code();
  if (!display.empty() && !ParseLanguageCode(display)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "display_language_code is \"%s\"; expected a BCP 47 code, or no code",
        display));
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string model,
                             ModelNameOf(request.model()));
  if (!model.empty()) {
    INTERPRES_RETURN_IF_ERROR(
        DescribeNamedModel(context.models, model).status());
  }
  return LanguagesOf(DescribeLanguages(context.models, context.pivot_languages),
                     model, display);
}

}  // namespace interpres::google_api
