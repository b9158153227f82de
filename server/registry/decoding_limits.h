// What the options of a request may be, for one model.

#ifndef INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_
#define INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_

#include <cstdint>

#include "model/decoding/decoding_options.h"
#include "model/engine/translation_model.h"

namespace interpres {

// What the model and its engines allow, and what they do unless told.
struct DecodingLimits {
  DecodingOptions defaults;
  // The widest beam that fits into an engine.
  int32_t max_beam_size = kMaxBeamSize;
  // The model's positions.
  int32_t max_length = 1;
  // Whether the model has one.
  bool has_shortlist = false;
};

// Those of a model whose engines have these options. The defaults are the
// model's own (generation_config.json), within the limits.
DecodingLimits MakeDecodingLimits(const TranslationModel& model,
                                  const EngineOptions& engine);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_
