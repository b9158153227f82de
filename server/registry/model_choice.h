// Chooses the model for a request.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/language_direction.h"

namespace interpres {

// The fields of a request that choose a model. An empty field states no model
// or no language.
struct ModelQuery {
  std::string_view name = {};
  std::string_view source_language = {};
  std::string_view target_language = {};
};

// A served model and its directions. A language in `directions` is empty if the
// model does not state the language.
struct ModelOffer {
  std::string_view name;
  const std::vector<LanguageDirection>& directions;
};

// Returns the index in `offers` of the model for the query:
//
// - the model with the name of the query, if the query has a name;
// - otherwise the only served model, even if it does not translate between the
//   languages (the model itself then returns an error);
// - otherwise the only model whose direction is nearest to the languages
//   (LanguageMatcher; the target language counts first). A direction that
//   states both languages is nearer than a direction that lacks a language. If
//   the query has both languages, then of equally near models those with at
//   most 50 directions precede. An empty language of the query matches every
//   language.
//
// Returns NOT_FOUND if no model matches, and INVALID_ARGUMENT if several models
// are equally near. The message lists up to 16 models; for INVALID_ARGUMENT,
// also the field to set.
absl::StatusOr<std::size_t> ChooseModel(const ModelQuery& query,
                                        std::span<const ModelOffer> offers);

// Chooses the model for a request without languages. Returns the index in
// `offers` of the model with this name, or of the only served model if `name`
// is empty. Returns NOT_FOUND if no model matches. Returns INVALID_ARGUMENT if
// `name` is empty and several models are served.
absl::StatusOr<std::size_t> ChooseNamedModel(
    std::string_view name, std::span<const ModelOffer> offers);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_CHOICE_H_
