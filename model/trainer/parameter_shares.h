// How the numbers of a checkpoint are shared among the parts of the network.

#ifndef INTERPRES_MODEL_TRAINER_PARAMETER_SHARES_H_
#define INTERPRES_MODEL_TRAINER_PARAMETER_SHARES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/trainer/inspection.h"

namespace interpres {

struct ParameterShare {
  std::string group;
  int64_t elements = 0;
};

// Returns how many numbers each group of tensors of a checkpoint has. The order
// is: embeddings, the sublayers of the encoder and of the decoder, all layer
// norms together, the output bias, copies of other tensors. Leaves out groups
// without numbers. The numbers add up to inspection.elements.
std::vector<ParameterShare> ParameterShares(const Inspection& inspection);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_PARAMETER_SHARES_H_
