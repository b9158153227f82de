// The immutable weights of a Transformer, packed once for oneDNN and shared by
// every session.

#ifndef INTERPRES_MODEL_TRANSFORMER_WEIGHTS_H_
#define INTERPRES_MODEL_TRANSFORMER_WEIGHTS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "model/checkpoint/parameter_reader.h"
#include "model/config/model_config.h"
#include "model/kernels/compute_type.h"

namespace interpres {

// Immutable and thread-safe after construction.
class TransformerWeights {
 public:
  // Reads the parameters of the model that `config` describes. Converts the
  // matrices to `type` and packs them; the other parameters become float32.
  // `parameters` is not needed afterwards. Returns FAILED_PRECONDITION if the
  // CPU does not compute in `type`. Also returns the errors of
  // ValidateModelConfig, ParameterReader::ReadFloat32 and PackedMatrix::Create.
  // Throws std::bad_alloc without memory, std::system_error without threads.
  static absl::StatusOr<std::unique_ptr<const TransformerWeights>> Load(
      const ModelConfig& config, const ParameterReader& parameters,
      ComputeType type = ComputeType::kFloat32);
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
