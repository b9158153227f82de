// Which of the served models a request means.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/language_direction.h"

namespace interpres {

// What a request says about it; each may be "".
struct ModelQuery {
  std::string_view name = {};
  std::string_view source_language = {};
  std::string_view target_language = {};
};

// What is known about a served model. An unknown language of a direction is "".
struct ModelOffer {
  std::string_view name;
  const std::vector<LanguageDirection>& directions;
};

// The index of the model that answers the query:
//
// - the one of that name, if it names one;
// - else the only one there is, whatever it translates (it says so itself);
// - else the only one with a direction between the languages. One that states
//   the languages asked for comes before one that does not state its own.
//
// NOT_FOUND: none; INVALID_ARGUMENT: several. The message names candidates, and
// what to set.
absl::StatusOr<std::size_t> ChooseModel(const ModelQuery& query,
                                        std::span<const ModelOffer> offers);

// The same for a request that has a `name` and no languages: the one of that
// name, or without it the only one there is.
absl::StatusOr<std::size_t> ChooseNamedModel(
    std::string_view name, std::span<const ModelOffer> offers);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_
