// How much memory a session gets.

#ifndef INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
#define INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_

#include "model/config/generation_config.h"
#include "model/config/model_config.h"
#include "model/engine/translation_model.h"
#include "model/kernels/compute_type.h"
#include "model/transformer/session.h"

namespace interpres {

// The self-attention cache of an engine, unless the widest and longest single
// sentence needs more.
inline constexpr int64_t kCacheBudgetBytes = int64_t{512} << 20;

// A session for the engine: the widest possible sentence always fits, and all
// rows at the model's default max_length do if kCacheBudgetBytes allows it.
SessionOptions SizeSession(const ModelConfig& config,
                           const GenerationConfig& generation,
                           const EngineOptions& options, ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
