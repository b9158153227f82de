// The special pieces around the pieces of a text.

#ifndef INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
#define INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_

namespace interpres {

// The model family chooses the template (model/checkpoint/model_family.h). Only
// the tokenizer interprets the template.
enum class TokenTemplate {
  // Source: [tag] pieces </s>. Target: pieces </s>. The tag names the target
  // language. No target token is forced.
  kMarian,
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
