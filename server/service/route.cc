#include "server/service/route.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

absl::StatusOr<Leg> ChooseLeg(const ModelRegistry& models,
                              const ModelQuery& query) {
  INTERPRES_ASSIGN_OR_RETURN(ServedModelPtr model, models.Choose(query));
  INTERPRES_ASSIGN_OR_RETURN(ResolvedDirection direction,
                             model->model().ResolveDirection(
                                 query.source_language, query.target_language));
  return Leg{.model = std::move(model), .direction = std::move(direction)};
}

absl::StatusOr<Route> ChooseLegsThrough(const ModelRegistry& models,
                                        const ModelQuery& query,
                                        const std::string& pivot) {
  INTERPRES_ASSIGN_OR_RETURN(
      Leg first, ChooseLeg(models, {.name = query.name,
                                    .source_language = query.source_language,
                                    .target_language = pivot}));
  INTERPRES_ASSIGN_OR_RETURN(
      Leg second,
      ChooseLeg(models, {.name = query.name,
                         .source_language = pivot,
                         .target_language = query.target_language}));
  Route route;
  route.legs.push_back(std::move(first));
  route.legs.push_back(std::move(second));
  return route;
}

absl::Status NotFound(const absl::Status& direct, const std::string& remedy) {
  return absl::NotFoundError(
      absl::StrFormat("%s; %s", std::string(direct.message()), remedy));
}

// Chooses two legs, because no model translates directly, as `direct` says.
absl::StatusOr<Route> ChoosePivot(const ModelRegistry& models,
                                  const ModelQuery& query,
                                  const PivotRules& rules,
                                  const absl::Status& direct) {
  for (const std::string& pivot : rules.languages) {
    absl::StatusOr<Route> route = ChooseLegsThrough(models, query, pivot);
    if (absl::IsNotFound(route.status())) {
      continue;
    }
    if (!rules.requested) {
      return NotFound(
          direct, absl::StrFormat("set allow_pivot to translate through \"%s\"",
                                  pivot));
    }
    return route;
  }
  if (!rules.requested) {
    return direct;
  }
  return NotFound(
      direct,
      rules.languages.empty()
          ? "allow_pivot is set, but this server permits no pivot language; "
            "start it with --pivot"
          : absl::StrFormat("no pivot language connects them; permitted: %s",
                            absl::StrJoin(rules.languages, ", ")));
}

}  // namespace

absl::StatusOr<Route> ChooseRoute(const ModelRegistry& models,
                                  const ModelQuery& query,
                                  const PivotRules& rules) {
  absl::StatusOr<Leg> direct = ChooseLeg(models, query);
  if (direct.ok()) {
    Route route;
    route.legs.push_back(*std::move(direct));
    return route;
  }
  const bool needs_pivot =
      !query.source_language.empty() && !query.target_language.empty() &&
      !IsSameLanguage(query.source_language, query.target_language);
  if (!absl::IsNotFound(direct.status()) || !needs_pivot) {
    return direct.status();
  }
  return ChoosePivot(models, query, rules, direct.status());
}

}  // namespace interpres
