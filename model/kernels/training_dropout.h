// The dropout mask of a matrix, computed from keys instead of stored.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_

#include <cstdint>

namespace interpres {

// The dropout mask of a [rows, columns] matrix (Srivastava et al., "Dropout",
// 2014, in its inverted form). Dropout multiplies element (i, j) by 1 / (1 -
// probability) if
//   RandomBits(CombineKeys(row_keys[i], mask_id), j)
//       >= floor(probability * 2^32),
// and by 0 otherwise. Probability 0 disables dropout. The key of a row names
// its sentence and position, so that a mask does not depend on the composition
// of the batch.
struct DropoutMask {
  float probability = 0.0f;            // in [0, 1); 0 disables dropout
  const uint64_t* row_keys = nullptr;  // [rows]; null if disabled
  uint64_t mask_id = 0;                // dropout mask id: names the sublayer
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_
