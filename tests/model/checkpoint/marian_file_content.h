// What tests look at in a parsed file of Marian.

#ifndef INTERPRES_TESTS_MODEL_CHECKPOINT_MARIAN_FILE_CONTENT_H_
#define INTERPRES_TESTS_MODEL_CHECKPOINT_MARIAN_FILE_CONTENT_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// Returns "ok", or the message of the error.
inline std::string MessageOfMarianFile(
    const absl::StatusOr<MarianFile>& parsed) {
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

// Returns the elements of a tensor.
inline std::vector<float> ValuesInMarianFile(const MarianFile& file,
                                             const std::string& name) {
  const TensorSource source(file.name, file.tensors, file.checksum);
  const StoredTensor* tensor = source.Find(name);
  EXPECT_NE(tensor, nullptr) << name;
  std::vector<float> values(static_cast<std::size_t>(tensor->size()));
  EXPECT_TRUE(source.ReadFloat32(name, tensor->shape, values).ok()) << name;
  return values;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_CHECKPOINT_MARIAN_FILE_CONTENT_H_
