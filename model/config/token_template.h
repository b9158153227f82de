// The special pieces around the pieces of a text.

#ifndef INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
#define INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_

namespace interpres {

// The spellings of the end symbol, the unknown piece and the padding piece in a
// vocabulary.
inline constexpr char kEndPiece[] = "</s>";
inline constexpr char kUnknownPiece[] = "<unk>";
inline constexpr char kPaddingPiece[] = "<pad>";

// Which special tokens stand around the pieces of a text. The model family
// chooses the template (model/checkpoint/model_family.h), and the tokenizer
// adds the special tokens.
enum class TokenTemplate {
  // The template of Marian models. A source is: [tag] pieces </s>. A target is:
  // pieces </s>. The optional tag names the target language. No target token is
  // forced.
  kMarian,
  // The template of M2M-100 and NLLB-200. A source is: tag pieces </s>. The tag
  // names the source language. A target is: tag pieces </s>. The tag names the
  // target language and is forced. A language that the caller does not name has
  // no tag.
  kM2m100,
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_TOKEN_TEMPLATE_H_
