// The models that translate a text, one after another.

#ifndef INTERPRES_SERVER_SERVICE_ROUTE_H_
#define INTERPRES_SERVER_SERVICE_ROUTE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/engine/directions.h"
#include "server/registry/model_choice.h"
#include "server/registry/model_registry.h"

namespace interpres {

// One translation by one model.
struct Leg {
  ServedModelPtr model;  // not null
  ResolvedDirection direction = {};
};

// The legs of a text in their order: one, or two through a pivot language.
struct Route {
  std::vector<Leg> legs;

  bool is_direct() const { return legs.size() == 1; }
};

// When a route may have two legs.
struct PivotRules {
  // The languages that the server permits between two legs, in the order of
  // preference. Codes of BCP 47.
  std::vector<std::string> languages = {};
  // Whether the request asks for pivots.
  bool requested = false;
};

// Returns the route for the query: the model that ModelRegistry::Choose
// chooses, in the direction that is nearest to the languages. If no model has
// such a direction, and the query names two languages, returns two legs through
// the first pivot language that connects them.
//
// Returns the errors of ModelRegistry::Choose and
// TranslationModel::ResolveDirection. A NOT_FOUND says what `rules` lack.
absl::StatusOr<Route> ChooseRoute(const ModelRegistry& models,
                                  const ModelQuery& query,
                                  const PivotRules& rules);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_ROUTE_H_
