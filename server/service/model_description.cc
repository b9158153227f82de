#include "server/service/model_description.h"

#include <cstdint>
#include <string>

#include "model/base/status.h"

namespace interpres {

v1::Model DescribeModel(const ServedModel& served) {
  const TranslationModel& model = served.model();
  const DecodingLimits& limits = served.decoding_limits();
  v1::Model description;
  description.set_name(served.name());
  for (const LanguageDirection& direction : model.directions()) {
    v1::LanguageDirection& added = *description.add_directions();
    added.set_source_language(direction.source);
    added.set_target_language(direction.target);
  }
  description.set_max_source_tokens(
      static_cast<int32_t>(model.config().max_position_embeddings));
  description.set_max_target_tokens(limits.max_length);
  description.set_default_beam_size(limits.defaults.beam_size);
  description.set_default_length_penalty(limits.defaults.length_penalty);
  description.set_compute_type(std::string(model.compute_type()));
  description.set_parameters(CountParameters(model.config()));
  description.set_version(model.version());
  description.set_has_shortlist(limits.has_shortlist);
  description.set_family(std::string(model.family_name()));
  description.set_resident(served.is_resident());
  return description;
}

v1::ListModelsResponse DescribeModels(const ModelRegistry& models) {
  v1::ListModelsResponse response;
  for (const ServedModelPtr& model : models.List()) {
    *response.add_models() = DescribeModel(*model);
  }
  return response;
}

absl::StatusOr<v1::Model> DescribeNamedModel(const ModelRegistry& models,
                                             std::string_view name) {
  INTERPRES_ASSIGN_OR_RETURN(const ServedModelPtr model,
                             models.ChooseNamed(name));
  return DescribeModel(*model);
}

}  // namespace interpres
