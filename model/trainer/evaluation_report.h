// The output of `interpres-train evaluate`.

#ifndef INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
#define INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_

#include <string>

#include "model/training/evaluation.h"

namespace interpres {

// Returns an evaluation as text for people: lines with BLEU and chrF, each with
// its signature, perplexity and speed. Then come the number of translations at
// the length limit, if above 0, and the failures with their line numbers.
std::string FormatEvaluation(const Evaluation& evaluation);

// Returns the scores and the failures of an evaluation as one JSON object on
// one line, with a line end. A perplexity that is infinite or unknown is null.
std::string FormatEvaluationJson(const Evaluation& evaluation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
