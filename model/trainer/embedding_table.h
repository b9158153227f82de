// The embeddings of the source tokens of a checkpoint.

#ifndef INTERPRES_MODEL_TRAINER_EMBEDDING_TABLE_H_
#define INTERPRES_MODEL_TRAINER_EMBEDDING_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// The embeddings of the source tokens of a checkpoint, copied as float32,
// [source tokens, d_model]. With one embedding for both languages, the table is
// also the table of the target tokens. Immutable. Thread-safe.
class EmbeddingTable {
 public:
  // Reads the table of `model`. Returns NOT_FOUND if the checkpoint lacks the
  // tensor. Returns INVALID_ARGUMENT if the tensor has another shape than the
  // model's configuration says, or has a value that is not finite.
  static absl::StatusOr<EmbeddingTable> Read(const ModelDirectory& model);

  // Returns the embedding of the token `id`, d_model numbers. The result is
  // valid as long as the table. REQUIRES: 0 <= id < the number of source
  // tokens.
  std::span<const float> row(int32_t id) const {
    return std::span<const float>(values_).subspan(
        static_cast<std::size_t>(id) * width_, width_);
  }

 private:
  EmbeddingTable(std::vector<float> values, std::size_t width)
      : values_(std::move(values)), width_(width) {}

  std::vector<float> values_;
  std::size_t width_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_TABLE_H_
