// For tests that run in each compute type.

#ifndef INTERPRES_TESTS_TESTING_COMPUTE_TYPES_H_
#define INTERPRES_TESTS_TESTING_COMPUTE_TYPES_H_

#include <gtest/gtest.h>

#include <string>

#include "model/kernels/compute_type.h"

namespace interpres {

inline auto AllComputeTypes() {
  return testing::Values(ComputeType::kFloat32, ComputeType::kBFloat16,
                         ComputeType::kInt8);
}

inline std::string NameOfComputeType(
    const testing::TestParamInfo<ComputeType>& instance) {
  return std::string(ComputeTypeName(instance.param));
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_COMPUTE_TYPES_H_
