// Tested by tests/integration/server_languages_test.cc.

#include "server/service/request_languages.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Bytes of all texts together that are examined to choose a model, so that the
// choice takes a few milliseconds.
constexpr std::size_t kChoiceBytes = 64 << 10;

// Returns the source languages of the directions to the target language.
std::vector<std::string> SourcesOf(const ModelRegistry& models,
                                   std::string_view target_language) {
  LanguageMatcher target(target_language);
  std::set<std::string> sources;
  const auto add = [&](const LanguageDirection& direction) {
    if (target.DistanceTo(direction.target)) {
      sources.insert(direction.source);
    }
  };
  for (const ServedModelPtr& model : models.List()) {
    std::ranges::for_each(model->model().directions(), add);
  }
  return {sources.begin(), sources.end()};
}

// The language of the texts of a request, and the first text in it.
struct CommonLanguage {
  std::string language = {};
  int text = 0;
};

// Returns the language of all texts with letters.
absl::StatusOr<CommonLanguage> DetectCommonLanguage(
    const ServedDetector& detector, const v1::TranslateRequest& request) {
  const std::size_t bytes =
      kChoiceBytes / static_cast<std::size_t>(request.texts_size());
  CommonLanguage common;
  for (int i = 0; i < request.texts_size(); ++i) {
    const std::vector<DetectedLanguage> detected =
        detector.Detect(std::string_view(request.texts(i)).substr(0, bytes));
    if (detected.empty() || detected.front().language == common.language) {
      continue;
    }
    if (!common.language.empty()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "texts[%d] is in \"%s\" and texts[%d] in \"%s\", as detected, and "
          "different models translate them; set source_language or model, or "
          "send a request for each language",
          common.text, common.language, i, detected.front().language));
    }
    common = {.language = detected.front().language, .text = i};
  }
  return common;
}

// Chooses the model of a request without a source language, for which Choose
// returned `several`.
absl::StatusOr<ServedModelPtr> ChooseByText(const ModelRegistry& models,
                                            const v1::TranslateRequest& request,
                                            const absl::Status& several) {
  const ServedDetector detector(models,
                                SourcesOf(models, request.target_language()));
  INTERPRES_ASSIGN_OR_RETURN(const CommonLanguage common,
                             DetectCommonLanguage(detector, request));
  if (common.language.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s; no language was detected in the texts",
                        std::string(several.message())));
  }
  return models.Choose({.source_language = common.language,
                        .target_language = request.target_language()});
}

// Returns the first of the detected languages that is one of `sources`, in the
// spelling of `sources`. Returns "" if none is.
std::string FirstAmong(const std::vector<std::string>& sources,
                       const std::vector<DetectedLanguage>& detected) {
  for (const DetectedLanguage& language : detected) {
    // Faster than NearestLanguage, and nearly always enough.
    if (std::ranges::find(sources, language.language) != sources.end()) {
      return language.language;
    }
    const std::optional<std::size_t> nearest =
        NearestLanguage(language.language, sources);
    if (nearest) {
      return sources[*nearest];
    }
  }
  return "";
}

}  // namespace

absl::StatusOr<ServedModelPtr> ChooseModelFor(
    const ModelRegistry& models, const v1::TranslateRequest& request) {
  absl::StatusOr<ServedModelPtr> chosen =
      models.Choose({.name = request.model(),
                     .source_language = request.source_language(),
                     .target_language = request.target_language()});
  const bool is_open = request.source_language().empty() &&
                       request.model().empty() &&
                       !request.target_language().empty();
  if (absl::IsInvalidArgument(chosen.status()) && is_open) {
    return ChooseByText(models, request, chosen.status());
  }
  return chosen;
}

TextLanguages RequestLanguages::Of(std::string_view text) const {
  TextLanguages languages;
  std::vector<DetectedLanguage> detected;
  if (detector != nullptr) {
    detected = detector->Detect(text);
    languages.detected = detected.empty()
                             ? DetectedLanguage{.language = kUndetermined}
                             : detected.front();
  }
  languages.source = direction.sources.size() == 1
                         ? direction.sources.front()
                         : FirstAmong(direction.sources, detected);
  return languages;
}

absl::StatusOr<RequestLanguages> ResolveLanguages(
    const ServedModel& model, const ModelRegistry& models,
    const v1::TranslateRequest& request) {
  RequestLanguages languages;
  INTERPRES_ASSIGN_OR_RETURN(
      languages.direction,
      model.model().ResolveDirection(request.source_language(),
                                     request.target_language()));
  if (request.source_language().empty()) {
    languages.detector = std::make_unique<const ServedDetector>(models);
  }
  return languages;
}

}  // namespace interpres
