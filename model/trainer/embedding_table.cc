// Tested by embedding_neighbours_test.cc.

#include "model/trainer/embedding_table.h"

#include "model/base/status.h"

namespace interpres {

absl::StatusOr<EmbeddingTable> EmbeddingTable::Read(
    const ModelDirectory& model) {
  const ModelConfig& config = model.description.config;
  const auto width = static_cast<std::size_t>(config.d_model);
  const int64_t tokens = config.source_vocab_size();
  std::vector<float> values(static_cast<std::size_t>(tokens) * width);
  const int64_t shape[] = {tokens, config.d_model};
  INTERPRES_RETURN_IF_ERROR(model.parameters().ReadFloat32(
      config.has_source_embedding() ? kSourceEmbeddingId : kEmbeddingId, shape,
      values));
  return EmbeddingTable(std::move(values), width);
}

}  // namespace interpres
