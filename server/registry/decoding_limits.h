// The limits and defaults of the options of a request, for one model.

#ifndef INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_
#define INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_

#include <cstdint>

#include "model/decoding/decoding_options.h"
#include "model/engine/translation_model.h"

namespace interpres {

struct DecodingLimits {
  // Options of a request that sets none.
  DecodingOptions defaults;
  // The largest beam that fits into an engine.
  int32_t max_beam_size = kMaxBeamSize;
  // Maximum tokens of a translation: the positions of the model.
  int32_t max_length = 1;
  // Whether the model has a shortlist.
  bool has_shortlist = false;
};

// Returns the limits of a model whose engines have these options. The defaults
// come from the model's generation_config.json, clamped to the limits.
DecodingLimits MakeDecodingLimits(const TranslationModel& model,
                                  const EngineOptions& engine);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_
