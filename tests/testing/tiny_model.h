// A small, valid checkpoint with random weights, for tests that need a model
// but not its quality. Same options, same bytes.

#ifndef INTERPRES_TESTS_TESTING_TINY_MODEL_H_
#define INTERPRES_TESTS_TESTING_TINY_MODEL_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/tensor/tensor.h"

namespace interpres {

struct TinyModelOptions {
  int64_t d_model = 16;
  int64_t heads = 2;
  int64_t layers = 2;  // on either side
  int64_t ffn_dim = 32;
  int64_t max_positions = 64;
  int32_t vocab_size = 160;
  Activation activation = Activation::kSwish;
  bool tagged = true;  // en and es tags, both directions; else en-es only
  DataType type = DataType::kFloat32;
  uint64_t seed = 1;
};

// The parts of the tiny model, for tests that change a part before they write
// the model.
struct TinyModel {
  ModelDescription description;
  // Values of ExpectedTensors(kMarianMt, description.config), in that order.
  std::vector<std::vector<float>> values;

  // Borrows `values`.
  std::vector<NamedTensor> Tensors() const;
};

absl::StatusOr<TinyModel> MakeTinyModel(const TinyModelOptions& options);

// Writes it to `path` (created or replaced).
absl::Status WriteTinyModel(const std::filesystem::path& path,
                            const TinyModelOptions& options);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TINY_MODEL_H_
