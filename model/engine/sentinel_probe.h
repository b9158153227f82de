// Finds out which sentinels a model copies.

#ifndef INTERPRES_MODEL_ENGINE_SENTINEL_PROBE_H_
#define INTERPRES_MODEL_ENGINE_SENTINEL_PROBE_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/document/sentinel.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Translates a few built-in sentences of the language direction.source with
// sentinels of each form. Returns the first form of kSentinelForms whose
// sentinels all come back, or kNone if there is no such form. Also returns
// kNone if the language has no built-in sentences. The languages with sentences
// are `en`, `es`, `de`, `fr`, `it` and `pt`, in exactly this spelling. Takes as
// long as 16 short translations. Returns the errors of TranslateAll.
// Thread-safe.
absl::StatusOr<SentinelForm> FindCopiedSentinels(
    const TranslationModel& model, const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SENTINEL_PROBE_H_
