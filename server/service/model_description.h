// The descriptions of the served models in the interface.

#ifndef INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_
#define INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/registry/model_registry.h"
#include "server/registry/served_model.h"

namespace interpres {

// Returns the description of one model.
v1::Model DescribeModel(const ServedModel& served);

// Answers ListModels.
v1::ListModelsResponse DescribeModels(const ModelRegistry& models);

// Answers GetModel. An empty name means the only served model. Returns
// NOT_FOUND if no model matches, and INVALID_ARGUMENT if the name is empty and
// several models are served.
absl::StatusOr<v1::Model> DescribeNamedModel(const ModelRegistry& models,
                                             std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_MODEL_DESCRIPTION_H_
