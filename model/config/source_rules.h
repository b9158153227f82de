// How a source text is prepared before SentencePiece cuts it into pieces.

#ifndef INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_
#define INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_

namespace interpres {

// The family of a checkpoint chooses the rules, and only the tokenizer applies
// them.
enum class SourceRules {
  kNone,
  // The preprocessing of the models that OPUS-MT publishes as zip archives
  // (model/tokenizer/opus_mt_rules.h).
  kOpusMt,
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_SOURCE_RULES_H_
