// The special pieces around the pieces of a text.

#ifndef INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
#define INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_

namespace interpres {

// The spellings of the special pieces in a vocabulary.
inline constexpr char kEndPiece[] = "</s>";
inline constexpr char kUnknownPiece[] = "<unk>";
inline constexpr char kPaddingPiece[] = "<pad>";

// Which special tokens stand around the pieces of a text. The model family
// chooses the template (model/checkpoint/model_family.h), and only the
// tokenizer interprets it.
enum class TokenTemplate {
  // The template of Marian models. A source is: [tag] pieces </s>. A target is:
  // pieces </s>. The optional tag names the target language. No target token is
  // forced.
  kMarian,
  // The template of M2M-100 and NLLB-200. A source is: tag pieces </s>. The tag
  // names the source language. A target is: tag pieces </s>. The tag names the
  // target language and is forced.
  kM2m100,
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
