// Corpus chrF2 (Popović 2015) exactly as sacreBLEU computes it by default:
// character n-grams up to 6, white space removed, no word n-grams.

#ifndef INTERPRES_MODEL_TRAINING_CHRF_H_
#define INTERPRES_MODEL_TRAINING_CHRF_H_

#include <span>
#include <string>

namespace interpres {

// 0 to 100. hypotheses.size() must equal references.size().
double CorpusChrf(std::span<const std::string> hypotheses,
                  std::span<const std::string> references);

// The signature to print beside the score, in sacreBLEU's notation.
std::string ChrfSignature();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHRF_H_
