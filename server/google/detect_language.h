// Converts DetectLanguage of Google's interface to our request, and the
// response back.

#ifndef INTERPRES_SERVER_GOOGLE_DETECT_LANGUAGE_H_
#define INTERPRES_SERVER_GOOGLE_DETECT_LANGUAGE_H_

#include "absl/status/statusor.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "interpres/v1/translation.pb.h"

namespace interpres::google_api {

namespace v3 = ::google::cloud::translation::v3;

// Converts Google's request to a request of interpres.v1 with one text. Returns
// INVALID_ARGUMENT if a field is wrong or the content is missing.
absl::StatusOr<v1::DetectLanguageRequest> ToDetectLanguage(
    const v3::DetectLanguageRequest& request);

// Converts the response to Google's response. Returns the languages of the only
// text, or the error of the text. REQUIRES: the response answers a request of
// ToDetectLanguage.
absl::StatusOr<v3::DetectLanguageResponse> FromDetectLanguage(
    const v1::DetectLanguageResponse& response);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_DETECT_LANGUAGE_H_
