// The dropout mask of a matrix, named instead of stored.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_

#include <cstdint>

namespace interpres {

// Which elements of a [rows, columns] matrix are dropped. Element (i, j) is
// kept, and multiplied by 1 / (1 - probability), if
//   RandomBits(CombineKeys(row_keys[i], use), j) >= probability * 2^32.
// A row's key names its sentence and position, `use` names the sublayer: the
// masks do not depend on the composition of the batch.
// (Srivastava et al., "Dropout", 2014, in its inverted form.)
struct DropoutMask {
  float probability = 0.0f;  // in [0, 1); 0 keeps everything
  const uint64_t* row_keys = nullptr;
  uint64_t use = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_H_
