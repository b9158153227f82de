// Corpus chrF2 (Popović 2015) exactly as sacreBLEU computes it by default:
// character n-grams up to 6, white space removed, no word n-grams.

#ifndef INTERPRES_MODEL_TRAINING_CHRF_H_
#define INTERPRES_MODEL_TRAINING_CHRF_H_

#include <span>
#include <string>

namespace interpres {

// Returns the corpus chrF2 of `hypotheses`, 0 to 100. Reference i belongs to
// hypothesis i. Returns 0 for empty lists. REQUIRES: both lists have the same
// size.
double CorpusChrf(std::span<const std::string> hypotheses,
                  std::span<const std::string> references);

// Returns the settings of CorpusChrf as a signature in sacreBLEU's notation, to
// print beside a score.
std::string ChrfSignature();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHRF_H_
