// How a source text is prepared before SentencePiece cuts it into pieces.

#ifndef INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_
#define INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_

namespace interpres {

// The rules that change a source text before SentencePiece cuts the text into
// pieces. The loader of a checkpoint chooses the rules. Only the tokenizer
// applies them. kNone leaves the text unchanged.
enum class SourceRules {
  kNone,
  // The preprocessing of the models that OPUS-MT publishes as zip archives
  // (model/tokenizer/opus_mt_rules.h).
  kOpusMt,
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_
