// The stored multipliers of matrices that are packed as one.

#ifndef INTERPRES_MODEL_TRANSFORMER_JOINED_MULTIPLIERS_H_
#define INTERPRES_MODEL_TRANSFORMER_JOINED_MULTIPLIERS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "model/checkpoint/parameter_reader.h"
#include "model/kernels/packed_matrix.h"

namespace interpres {

// The multipliers of a matrix that consists of several stored matrices, whose
// outputs come one after another. Not thread-safe.
class JoinedMultipliers {
 public:
  // Adds a stored matrix with `outputs` outputs.
  void Add(const MatrixMultipliers& part, int64_t outputs) {
    all_stored_ &= part.weights > 0.0F;
    weights_.insert(weights_.end(), static_cast<std::size_t>(outputs),
                    part.weights);
    inputs_.insert(part.inputs);
  }

  // Returns the multipliers of the whole matrix, or none if a part has none.
  // The rows of an input are quantised once for all parts. So the multiplier of
  // the inputs is 0 if the parts have different ones. The result is valid until
  // the next Add, as long as this object.
  StoredMultipliers Join() const {
    if (!all_stored_) {
      return {};
    }
    return {.weights = weights_,
            .inputs = inputs_.size() == 1 ? *inputs_.begin() : 0.0F};
  }

 private:
  bool all_stored_ = true;
  std::vector<float> weights_;
  std::set<float> inputs_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_JOINED_MULTIPLIERS_H_
