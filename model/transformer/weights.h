// The immutable weights of a Transformer, packed once for oneDNN and shared by
// every session.

#ifndef INTERPRES_MODEL_TRANSFORMER_WEIGHTS_H_
#define INTERPRES_MODEL_TRANSFORMER_WEIGHTS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "model/checkpoint/safetensors.h"
#include "model/config/model_config.h"

namespace interpres {

// Immutable and thread-safe after construction.
class TransformerWeights {
 public:
  // Converts to float32 and packs. `file` is not needed afterwards.
  static absl::StatusOr<std::unique_ptr<const TransformerWeights>> Load(
      const ModelConfig& config, const SafetensorsFile& file);
  ~TransformerWeights();

  const ModelConfig& config() const;

 private:
  friend class TransformerSession;
  struct Data;
  explicit TransformerWeights(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_WEIGHTS_H_
