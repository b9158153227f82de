// A picture of the cosine similarities of words.

#ifndef INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_
#define INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_

#include <string>

#include "model/trainer/embedding_similarity.h"

namespace interpres {

// Returns a <figure> with a title, a matrix with labels and a legend, and a
// sentence that explains it. A mouse over a cell shows its words and their
// cosine. REQUIRES: the sizes of the fields of `matrix` fit each other.
std::string FormatSimilarityChart(const SimilarityMatrix& matrix);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_
