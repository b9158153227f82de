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
  int64_t reference_length = 0;
};

// The words of a line by mteval-v13a, as sacreBLEU's `13a`, in code points.
std::vector<std::u32string> Tokenize13a(std::string_view line);

// hypotheses.size() must equal references.size(). An empty corpus scores 0.
BleuScore CorpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references);

// The signature to print beside the score, in sacreBLEU's notation.
std::string BleuSignature();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BLEU_H_
