// The model and the languages of one TranslateRequest.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_LANGUAGES_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_LANGUAGES_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/engine/directions.h"
#include "server/registry/model_registry.h"
#include "server/service/served_detector.h"
#include "server/service/text_languages.h"

namespace interpres {

// Returns the model for the request (ChooseModel). If the request has no source
// language and several models reach its target language, the language of its
// texts chooses. Then returns INVALID_ARGUMENT if the texts are in several
// languages, or if no language was detected. Otherwise returns the errors of
// ModelRegistry::Choose.
absl::StatusOr<ServedModelPtr> ChooseModelFor(
    const ModelRegistry& models, const v1::TranslateRequest& request);

struct RequestLanguages {
  ResolvedDirection direction = {};
  // Null if the request names the source language.
  std::unique_ptr<const ServedDetector> detector = {};

  // Returns the languages of a text of the request. Takes up to a millisecond
  // for a long text.
  TextLanguages Of(std::string_view text) const;
};

// Resolves the languages of the request against the directions of the model.
// `models` serve the languages that can be detected. Returns the errors of
// TranslationModel::ResolveDirection.
absl::StatusOr<RequestLanguages> ResolveLanguages(
    const ServedModel& model, const ModelRegistry& models,
    const v1::TranslateRequest& request);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LANGUAGES_H_
