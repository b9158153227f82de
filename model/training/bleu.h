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

// Returns the words of `line`, as code points. Splits like mteval-v13a, which
// is sacreBLEU's `13a` tokenizer.
std::vector<std::u32string> Tokenize13a(std::string_view line);

// Returns the BLEU score of `hypotheses`. Reference i belongs to hypothesis i.
// An empty corpus scores 0. REQUIRES: both lists have the same size.
BleuScore CorpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references);

// Returns the signature to print beside the score, in sacreBLEU's notation.
std::string BleuSignature();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BLEU_H_
