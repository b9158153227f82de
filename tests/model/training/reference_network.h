// The loss of the Transformer in double precision, one sentence at a time, in
// the plainest loops: what the network's loss and gradients are checked with.

#ifndef INTERPRES_TESTS_MODEL_TRAINING_REFERENCE_NETWORK_H_
#define INTERPRES_TESTS_MODEL_TRAINING_REFERENCE_NETWORK_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/training/batch.h"
#include "model/training/network.h"
#include "model/training/parameters.h"

namespace interpres {

struct ReferenceLoss {
  double smoothed = 0.0;
  double negative_log_likelihood = 0.0;
  // The log-probabilities of all tokens except the padding: one row for each
  // target token.
  std::vector<std::vector<double>> log_probabilities;
};

// From the MarianMT name of a tensor to the index of its first parameter. The
// tests write the names out, so that they do not depend on the description of
// the network.
using TensorOffsets = std::unordered_map<std::string, int64_t>;

class ReferenceNetwork {
 public:
  explicit ReferenceNetwork(const ParameterLayout& layout);

  ReferenceLoss Loss(const std::vector<double>& parameters,
                     const TrainingBatch& batch,
                     const LossOptions& options) const;

 private:
  ModelConfig config_;
  TensorOffsets offsets_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_TRAINING_REFERENCE_NETWORK_H_
