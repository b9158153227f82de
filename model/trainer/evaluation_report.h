// The output of `interpres-train evaluate`.

#ifndef INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
#define INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_

#include <string>

#include "model/training/evaluation.h"

namespace interpres {

// Returns text for people: one score per line with its signature, then the
// failures with their line numbers.
std::string FormatEvaluation(const Evaluation& evaluation);

// Returns the same content as one JSON object on one line.
std::string FormatEvaluationJson(const Evaluation& evaluation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
