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
  // Maximum beam size of a request: at most kMaxBeamSize and the rows of an
  // engine.
  int32_t max_beam_size = kMaxBeamSize;
  // Maximum number of tokens of a translation: the number of positions of the
  // model.
  int32_t max_length = 1;
  // Whether the model has a shortlist.
  bool has_shortlist = false;
};

// Returns the limits of a model whose engines have these options. The default
// beam size, length penalty and maximum length come from the model's
// generation_config.json. Beam size and maximum length are clamped to the
// limits. REQUIRES: `engine` comes from TranslationModel::Resolve.
DecodingLimits MakeDecodingLimits(const TranslationModel& model,
                                  const EngineOptions& engine);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_DECODING_LIMITS_H_
