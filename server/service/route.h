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

// One translation by one model, in one direction. A route has one or two legs.
struct Leg {
  ServedModelPtr model;  // not null
  ResolvedDirection direction = {};
};

// The models that translate a text, in their order. A route has one leg, or two
// legs if the text is translated through a pivot language.
struct Route {
  std::vector<Leg> legs;

  bool is_direct() const { return legs.size() == 1; }
};

// Rules that decide whether a route may have two legs through a pivot language.
struct PivotRules {
  // The pivot languages that the server permits between two legs, most
  // preferred first. Codes of BCP 47. Empty means that no route has two legs.
  std::vector<std::string> languages = {};
  // Whether the request has allow_pivot. If false, no route has two legs.
  bool requested = false;
};

// Returns the route for the query: the model that ModelRegistry::Choose
// chooses, in the direction that is nearest to the languages. If no model
// translates directly, returns two legs through the first pivot language that
// connects the languages. This needs `rules.requested`, and a query that names
// two different languages.
//
// Returns NOT_FOUND if no route exists. If a pivot language could help, the
// message says how. Returns INVALID_ARGUMENT if several models match equally
// well, or if the query has no target language and several languages match.
absl::StatusOr<Route> ChooseRoute(const ModelRegistry& models,
                                  const ModelQuery& query,
                                  const PivotRules& rules);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_ROUTE_H_
