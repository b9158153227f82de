// The stored multipliers of matrices that are packed as one.

#ifndef INTERPRES_MODEL_TRANSFORMER_JOINED_MULTIPLIERS_H_
#define INTERPRES_MODEL_TRANSFORMER_JOINED_MULTIPLIERS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "model/checkpoint/parameter_reader.h"

namespace interpres {

// The multipliers of a matrix that a file stores in 8 bits. A stored byte is a
// weight times its multiplier, rounded. Borrows its array.
struct StoredMultipliers {
  // The multiplier of the weights of each output, [outputs]. Empty means that
  // the file has no multipliers.
  std::span<const float> weights = {};
  float inputs = 0.0F;  // Int8MatrixValues::input_multiplier
};

// Joins the int8 multipliers of several stored matrices. The joined matrix has
// the outputs of the stored matrices, one after another. Not thread-safe.
class JoinedMultipliers {
 public:
  // Adds the multipliers `part` of the next stored matrix, which has `outputs`
  // outputs.
  void Add(const MatrixMultipliers& part, int64_t outputs) {
    all_stored_ &= part.weights > 0.0F;
    weights_.insert(weights_.end(), static_cast<std::size_t>(outputs),
                    part.weights);
    inputs_.insert(part.inputs);
  }

  // Returns the multipliers of the whole matrix. Returns no multipliers (empty
  // weights, and 0 for the inputs) if a stored matrix has no multiplier for its
  // weights. Returns 0 for the inputs if the stored matrices have different
  // multipliers for their inputs, because all of them get the same quantised
  // input. The result is valid until the next Add, and not longer than this
  // object.
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
