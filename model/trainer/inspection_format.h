// The report of an inspection, as text or as JSON.

#ifndef INTERPRES_MODEL_TRAINER_INSPECTION_FORMAT_H_
#define INTERPRES_MODEL_TRAINER_INSPECTION_FORMAT_H_

#include <string>
#include <vector>

#include "model/trainer/embedding_neighbours.h"
#include "model/trainer/inspection.h"

namespace interpres {

// Returns the contents of a checkpoint and the neighbours of tokens as text for
// people. A tensor that has the same shape and type in several layers of a
// stack takes one line.
std::string FormatInspection(const Inspection& inspection,
                             const std::vector<NeighbourList>& neighbours);

// Returns the contents of a checkpoint and the neighbours of tokens as one JSON
// object on one line, with a line end. The object lists every tensor.
std::string FormatInspectionJson(const Inspection& inspection,
                                 const std::vector<NeighbourList>& neighbours);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECTION_FORMAT_H_
