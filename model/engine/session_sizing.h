// The sizes of a session.

#ifndef INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
#define INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_

#include <cstdint>

#include "model/config/generation_config.h"
#include "model/config/model_config.h"
#include "model/engine/translation_model.h"
#include "model/kernels/compute_type.h"
#include "model/transformer/session.h"

namespace interpres {

// Maximum bytes of the self-attention cache of one engine. A cache that one
// sentence of maximum beam and maximum length needs may be larger.
inline constexpr int64_t kCacheBudgetBytes = int64_t{512} << 20;

// Returns the default number of slots (concurrent sentences of an engine) for a
// model whose weights take `weight_bytes` bytes. Each step reads all decoder
// weights. If the weights exceed the CPU cache, more slots amortise the read.
// If the weights fit, more slots only evict them
// (docs/experiments/engine_profile.md).
int32_t DefaultSlots(int64_t weight_bytes);

// Returns `options` with 0 in `slots` replaced by DefaultSlots(weight_bytes). 0
// in `max_rows` is replaced by four times the number of slots. Other values are
// unchanged.
EngineOptions ResolveEngineOptions(const EngineOptions& options,
                                   int64_t weight_bytes);

// Returns the options of the TransformerSession of an engine with `options`.
// One sentence of maximum beam and maximum length always fits. If
// kCacheBudgetBytes allows it, options.max_rows rows of generation.max_length
// tokens fit.
// REQUIRES: `options` comes from ResolveEngineOptions.
SessionOptions SizeSession(const ModelConfig& config,
                           const GenerationConfig& generation,
                           const EngineOptions& options, ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
