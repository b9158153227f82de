// Finds a tensor of a layout by its MarianMT name, which the tests write out so
// that they do not depend on the description of the network.

#ifndef INTERPRES_TESTS_MODEL_TRAINING_TENSOR_OFFSET_H_
#define INTERPRES_TESTS_MODEL_TRAINING_TENSOR_OFFSET_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "model/training/parameters.h"

namespace interpres {

// Fails the test if the layout has no such tensor.
inline int64_t TensorOffset(const ParameterLayout& layout,
                            const std::string& name) {
  const auto found =
      std::ranges::find(layout.slots(), name, &ParameterSlot::name);
  if (found == layout.slots().end()) {
    ADD_FAILURE() << "no tensor " << name;
    return 0;
  }
  return found->offset;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_TRAINING_TENSOR_OFFSET_H_
