// Writes the weights of a model as the compute type int8 has them
// (model/checkpoint/int8_weights.h).

#ifndef INTERPRES_MODEL_TRANSFORMER_INT8_EXPORT_H_
#define INTERPRES_MODEL_TRANSFORMER_INT8_EXPORT_H_

#include <filesystem>

#include "absl/status/status.h"

namespace interpres {

// Quantises the weights of the model in the directory `path` as
// TransformerWeights::Load does, and writes them to kInt8File in this
// directory. Replaces an older file in one step. Returns INVALID_ARGUMENT if
// the model is an archive, and ABORTED if the weights were replaced meanwhile.
// Otherwise returns the errors of ReadModelDirectory,
// ParameterReader::ReadFloat32 and WriteInt8Weights.
absl::Status ExportInt8(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_INT8_EXPORT_H_
