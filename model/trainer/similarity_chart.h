// A picture of the cosine similarities of words.

#ifndef INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_
#define INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_

#include <string>

#include "model/trainer/embedding_similarity.h"

namespace interpres {

// Returns an HTML <figure>: a title, a matrix of cosines with labels and a
// legend, and an explanation. A mouse over a cell shows its words and their
// cosine. REQUIRES: matrix.pieces has one element for each word, and
// matrix.cosines one for each pair of words.
std::string FormatSimilarityChart(const SimilarityMatrix& matrix);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SIMILARITY_CHART_H_
