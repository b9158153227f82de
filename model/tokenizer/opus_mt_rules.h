// The preprocessing of OPUS-MT's native Marian models: the texts that those
// models were trained on went through these rules.
// https://github.com/Helsinki-NLP/OPUS-MT-train, scripts/preprocess-spm.sh

#ifndef INTERPRES_MODEL_TOKENIZER_OPUS_MT_RULES_H_
#define INTERPRES_MODEL_TOKENIZER_OPUS_MT_RULES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

struct PreparedText {
  std::string text;
  // The byte text[i] comes from the character that begins at the byte
  // offsets[i] of the original text. The last element, offsets[text.size()], is
  // the size of the original text. The offsets do not decrease.
  std::vector<int64_t> offsets;
};

// Prepares a source text for an OPUS-MT model, by the rules that prepared the
// texts that the model was trained on:
// - Most full-width, CJK and curly punctuation becomes ASCII punctuation, and
//   full-width digits become ASCII digits.
// - An ideographic or a full-width full stop becomes a full stop and a space.
// - Control, format and private characters become spaces, except the newline.
// - A run of spaces becomes one space. Spaces at the ends are dropped.
//
// Unlike OPUS-MT's published script, changes a full-width 1 to 1, not to a
// quotation mark. Keeps unassigned characters. REQUIRES: `text` is valid UTF-8.
// Thread-safe.
PreparedText PrepareForOpusMt(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_OPUS_MT_RULES_H_
