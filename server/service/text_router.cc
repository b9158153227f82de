// Tested by tests/integration/server_languages_test.cc and
// server_pivot_test.cc.

#include "server/service/text_router.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/document/characters.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Adds the source languages of the directions to the target language.
void AddSources(const std::vector<ServedModelPtr>& models,
                std::string_view target_language,
                std::set<std::string>& sources) {
  LanguageMatcher target(target_language);
  const auto add = [&](const LanguageDirection& direction) {
    if (target.DistanceTo(direction.target)) {
      sources.insert(direction.source);
    }
  };
  for (const ServedModelPtr& model : models) {
    std::ranges::for_each(model->model().directions(), add);
  }
}

// Returns the languages from which a route leads to the target language.
std::vector<std::string> SourcesOf(const ModelRegistry& models,
                                   std::string_view target_language,
                                   const PivotRules& rules) {
  const std::vector<ServedModelPtr> served = models.List();
  std::set<std::string> direct;
  AddSources(served, target_language, direct);
  const std::vector<std::string> reached(direct.begin(), direct.end());
  std::set<std::string> through_pivot;
  for (const std::string& pivot : rules.languages) {
    if (rules.requested && NearestLanguage(pivot, reached)) {
      AddSources(served, pivot, through_pivot);
    }
  }
  for (const std::string& source : through_pivot) {
    if (!IsSameLanguage(source, target_language)) {
      direct.insert(source);
    }
  }
  return {direct.begin(), direct.end()};
}

// Returns whether a model translates from the language.
bool IsSource(const ModelRegistry& models, std::string_view language) {
  LanguageMatcher matcher(language);
  return std::ranges::any_of(models.List(), [&](const ServedModelPtr& model) {
    return std::ranges::any_of(
        model->model().directions(), [&](const LanguageDirection& direction) {
          return matcher.DistanceTo(direction.source).has_value();
        });
  });
}

bool HasLetter(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = FirstCodePoint(text);
    if (IsLetter(c.code)) {
      return true;
    }
    text.remove_prefix(c.length);
  }
  return false;
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

// Returns the source language of a text that takes the leg.
std::string SourceOf(const Leg& leg,
                     const std::vector<DetectedLanguage>& detected) {
  const std::vector<std::string>& sources = leg.direction.sources;
  return sources.size() == 1 ? sources.front() : FirstAmong(sources, detected);
}

}  // namespace

TextRouter::TextRouter(const ModelRegistry& models,
                       const v1::TranslateRequest& request, PivotRules rules)
    : models_(models),
      target_language_(request.target_language()),
      keeps_target_language_(request.keep_target_language()),
      rules_(std::move(rules)) {}

absl::StatusOr<std::unique_ptr<TextRouter>> TextRouter::Create(
    const ModelRegistry& models, const v1::TranslateRequest& request,
    PivotRules rules) {
  std::unique_ptr<TextRouter> router(
      new TextRouter(models, request, std::move(rules)));
  absl::StatusOr<Route> route =
      ChooseRoute(models,
                  {.name = request.model(),
                   .source_language = request.source_language(),
                   .target_language = request.target_language()},
                  router->rules_);
  const bool is_open = request.source_language().empty() &&
                       request.model().empty() &&
                       !request.target_language().empty();
  const bool may_pivot =
      router->rules_.requested && !router->rules_.languages.empty();
  const bool may_keep =
      router->keeps_target_language_ && absl::IsNotFound(route.status());
  if (is_open &&
      (may_pivot || may_keep || absl::IsInvalidArgument(route.status()))) {
    router->ChooseByLanguage(route);
    return router;
  }
  INTERPRES_RETURN_IF_ERROR(route.status());
  router->routes_.push_back(*std::move(route));
  if (request.source_language().empty()) {
    router->detector_ = std::make_unique<const ServedDetector>(models);
  }
  return router;
}

void TextRouter::ChooseByLanguage(const absl::StatusOr<Route>& route) {
  by_language_ = true;
  std::vector<std::string> languages =
      SourcesOf(models_, target_language_, rules_);
  // Among no languages, every text would be in the target language.
  const bool is_reached = !keeps_target_language_ || !languages.empty();
  if (keeps_target_language_ && IsSource(models_, target_language_)) {
    languages.push_back(target_language_);
  }
  detector_ = is_reached
                  ? std::make_unique<const ServedDetector>(models_, languages)
                  : std::make_unique<const ServedDetector>(models_);
  several_ = route.status();
  if (route.ok()) {
    routes_.push_back(*route);  // for texts without a language
  }
}

std::size_t TextRouter::IndexOf(Route route) {
  const auto same_leg = [](const Leg& a, const Leg& b) {
    return a.model == b.model && a.direction.target == b.direction.target;
  };
  const auto found = std::ranges::find_if(routes_, [&](const Route& known) {
    return std::ranges::equal(known.legs, route.legs, same_leg);
  });
  if (found != routes_.end()) {
    return static_cast<std::size_t>(found - routes_.begin());
  }
  routes_.push_back(std::move(route));
  return routes_.size() - 1;
}

const absl::StatusOr<TextRouter::Start>& TextRouter::StartFrom(
    const std::string& language) {
  const auto known = starts_.find(language);
  if (known != starts_.end()) {
    return known->second;
  }
  absl::StatusOr<Route> route = ChooseRoute(
      models_,
      {.source_language = language, .target_language = target_language_},
      rules_);
  if (!route.ok()) {
    return starts_.emplace(language, route.status()).first->second;
  }
  Start start{.source = route->legs.front().direction.sources.front()};
  start.route = IndexOf(*std::move(route));
  return starts_.emplace(language, std::move(start)).first->second;
}

RoutedText TextRouter::Find(std::string_view text) {
  RoutedText routed;
  std::vector<DetectedLanguage> detected;
  if (detector_ != nullptr) {
    detected = detector_->Detect(text);
    routed.languages.detected =
        detected.empty() ? DetectedLanguage{.language = kUndetermined}
                         : detected.front();
  }
  // The interfaces that keep texts in the target language keep numbers, too.
  const bool lacks_language = detector_ != nullptr && keeps_target_language_ &&
                              detected.empty() && !HasLetter(text);
  if (lacks_language ||
      (!detected.empty() && Keeps(detected.front().language))) {
    routed.stays = true;
  } else if (!by_language_) {
    routed.route = 0;
    routed.languages.source = SourceOf(routes_.front().legs.front(), detected);
  } else if (!detected.empty()) {
    const absl::StatusOr<Start>& start = StartFrom(detected.front().language);
    routed.status = start.status();
    if (start.ok()) {
      routed.route = start->route;
      routed.languages.source = start->source;
    }
  }
  return routed;
}

bool TextRouter::Keeps(const std::string& language) {
  if (!keeps_target_language_ || !IsSameLanguage(language, target_language())) {
    return false;
  }
  return IsSameWrittenLanguage(language, target_language()) ||
         !IsDirectSource(language);
}

bool TextRouter::IsDirectSource(const std::string& language) {
  if (!by_language_) {
    const std::vector<std::string>& sources =
        routes_.front().legs.front().direction.sources;
    return std::ranges::any_of(sources, [&](const std::string& source) {
      return IsSameWrittenLanguage(source, language);
    });
  }
  const auto known = is_direct_source_.find(language);
  if (known != is_direct_source_.end()) {
    return known->second;
  }
  // Several models that fit equally well are an error, which Find reports.
  const absl::StatusOr<Route> route = ChooseRoute(
      models_,
      {.source_language = language, .target_language = target_language_}, {});
  return is_direct_source_.emplace(language, !absl::IsNotFound(route.status()))
      .first->second;
}

const std::string& TextRouter::target_language() const {
  return target_language_.empty() ? routes_.front().legs.back().direction.target
                                  : target_language_;
}

void TextRouter::TakeFirstRoute(RoutedText& text) const {
  if (routes_.empty()) {
    text.status = NoRoute();
    return;
  }
  text.route = 0;
  text.languages.source =
      SourceOf(routes_.front().legs.front(), /*detected=*/{});
}

absl::Status TextRouter::NoRoute() const {
  for (const auto& [language, start] : starts_) {
    if (!start.ok()) {
      return start.status();
    }
  }
  return absl::Status(several_.code(),
                      absl::StrFormat("%s; no language was detected in the "
                                      "texts",
                                      std::string(several_.message())));
}

}  // namespace interpres
