// Corpus BLEU (Papineni et al. 2002) exactly as sacreBLEU computes it by
// default: one reference, cased, 13a tokenisation, exponential smoothing.

#ifndef INTERPRES_MODEL_TRAINING_BLEU_H_
#define INTERPRES_MODEL_TRAINING_BLEU_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

struct BleuScore {
  static constexpr int32_t kMaxOrder = 4;

  double score = 0.0;                          // 0 to 100
  std::array<double, kMaxOrder> precisions{};  // per cent, smoothed
  double brevity_penalty = 1.0;                // 0 to 1
  int64_t hypothesis_length = 0;               // words
  int64_t reference_length = 0;                // words
};

// Returns the words of `line`, each as a string of code points. Splits like
// mteval-v13a, which is sacreBLEU's `13a` tokenizer. An invalid byte of UTF-8
// becomes the code point U+DC00 + the byte.
std::vector<std::u32string> Tokenize13a(std::string_view line);

// Returns the corpus BLEU of `hypotheses`, 0 to 100, in the field `score`.
// Reference i belongs to hypothesis i. The score is 0 for empty lists.
// REQUIRES: both lists have the same size.
BleuScore CorpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references);

// Returns the settings of CorpusBleu as a signature in sacreBLEU's notation, to
// print beside a score.
std::string BleuSignature();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BLEU_H_
