// The family of Hugging Face's M2M-100 models, to which NLLB-200 belongs: many
// languages, pre-norm layers, and a token for the language of each side.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_M2M_100_H_
#define INTERPRES_MODEL_CHECKPOINT_M2M_100_H_

#include <string_view>

#include "model/checkpoint/model_family.h"

namespace interpres {

// Returns whether `text`, a config.json, has the model_type "m2m_100". False if
// `text` is malformed.
bool IsM2m100Config(std::string_view text);

// The family of the M2M-100 and NLLB-200 models. Its parse_tokenizer_config
// returns no languages, because a text may have any. Models of the family are
// not written, so serialize_config and serialize_tokenizer_config are null.
extern const ModelFamily kM2m100;

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_M2M_100_H_
