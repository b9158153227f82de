#include "server/registry/decoding_limits.h"

#include <algorithm>

namespace interpres {

DecodingLimits MakeDecodingLimits(const TranslationModel& model,
                                  const EngineOptions& engine) {
  DecodingLimits limits;
  limits.max_beam_size = std::min(kMaxBeamSize, engine.max_rows);
  limits.max_length =
      static_cast<int32_t>(model.config().max_position_embeddings);
  limits.has_shortlist = model.shortlist() != nullptr;
  const GenerationConfig& generation = model.generation();
  limits.defaults.beam_size =
      std::clamp(generation.num_beams, 1, limits.max_beam_size);
  limits.defaults.length_penalty = generation.length_penalty;
  limits.defaults.max_length =
      std::clamp(generation.max_length, 1, limits.max_length);
  return limits;
}

}  // namespace interpres
