// What `interpres-train evaluate` prints.

#ifndef INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
#define INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_

#include <string>

#include "model/training/evaluation.h"

namespace interpres {

// For people: one score per line with its signature, then the failures with
// their line numbers.
std::string FormatEvaluation(const Evaluation& evaluation);

// The same as one JSON object on one line.
std::string FormatEvaluationJson(const Evaluation& evaluation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EVALUATION_REPORT_H_
