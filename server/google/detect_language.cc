#include "server/google/detect_language.h"

#include "model/base/status.h"
#include "server/google/resource_name.h"
#include "server/google/translate_text.h"
#include "server/service/canonical_code.h"

namespace interpres::google_api {

absl::StatusOr<v1::DetectLanguageRequest> ToDetectLanguage(
    const v3::DetectLanguageRequest& request) {
  INTERPRES_RETURN_IF_ERROR(CheckParent(request.parent()));
  INTERPRES_RETURN_IF_ERROR(CheckDetectionModel(request.model()));
  INTERPRES_RETURN_IF_ERROR(CheckLabels(request.labels()));
  if (!request.has_content()) {
    return absl::InvalidArgumentError(
        "content is missing; expected the text whose language to detect");
  }
  v1::DetectLanguageRequest converted;
  INTERPRES_ASSIGN_OR_RETURN(const v1::TextFormat format,
                             FormatOf(request.mime_type()));
  converted.set_format(format);
  converted.add_texts(request.content());
  return converted;
}

absl::StatusOr<v3::DetectLanguageResponse> FromDetectLanguage(
    const v1::DetectLanguageResponse& response) {
  const v1::DetectionResult& result = response.results(0);
  if (result.has_error()) {
    return StatusFrom(result.error());
  }
  v3::DetectLanguageResponse converted;
  for (const v1::DetectedLanguage& language : result.languages()) {
    v3::DetectedLanguage& added = *converted.add_languages();
    added.set_language_code(language.language());
    added.set_confidence(language.confidence());
  }
  return converted;
}

}  // namespace interpres::google_api
