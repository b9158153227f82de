// The family of Hugging Face's M2M-100 models, to which NLLB-200 belongs: many
// languages, pre-norm layers, and a token for the language of each side.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_M2M_100_H_
#define INTERPRES_MODEL_CHECKPOINT_M2M_100_H_

#include <string_view>

#include "model/checkpoint/model_family.h"

namespace interpres {

// Returns whether the text of a config.json names this family.
bool IsM2m100Config(std::string_view text);

// Its parse_tokenizer_config returns no languages, because a text may have any.
// It is never written.
extern const ModelFamily kM2m100;

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_M2M_100_H_
