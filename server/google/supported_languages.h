// Answers GetSupportedLanguages of Google's interface.

#ifndef INTERPRES_SERVER_GOOGLE_SUPPORTED_LANGUAGES_H_
#define INTERPRES_SERVER_GOOGLE_SUPPORTED_LANGUAGES_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "interpres/v1/translation.pb.h"
#include "server/service/translation_context.h"

namespace interpres::google_api {

namespace v3 = ::google::cloud::translation::v3;

// Returns the languages of the pairs, sorted by code, each once. Ignores the
// pairs that `model` does not translate, or only through a pivot language. An
// empty `model` means all pairs. Adds the names of the languages in the
// language `display`. An empty `display` means no names.
v3::SupportedLanguages LanguagesOf(const v1::ListLanguagesResponse& pairs,
                                   const std::string& model,
                                   std::string_view display);

// Returns the languages that the server translates, or that the model of the
// request translates. Returns INVALID_ARGUMENT if a field is wrong, and
// NOT_FOUND if the server does not serve the model.
absl::StatusOr<v3::SupportedLanguages> SupportedLanguagesOf(
    const TranslationContext& context,
    const v3::GetSupportedLanguagesRequest& request);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_SUPPORTED_LANGUAGES_H_
