// Writes a model of another family in the files of MarianMT.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_CONVERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_CONVERSION_H_

#include <filesystem>

#include "absl/status/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Writes `model` to the directory `output` as a MarianMT model, as
// WriteModelDirectory does, with its shortlist.bin and languages.bin. In
// float32, and in the type of the model's weights, the written model translates
// as `model` does. The bias that keeps the padding symbol out of translations
// is the lowest number of `type` if `type` cannot hold it. The card of the
// written model names `model` as `converted_from`.
//
// Returns INVALID_ARGUMENT if the files of MarianMT cannot state the model; the
// message has the reason and the remedy. Otherwise returns the errors of
// ReadFile, ParameterReader::ReadFloat32 and WriteModelDirectory. REQUIRES:
// `type` is not quantised, `model` was read without prefer_int8, and the parent
// of `output` exists.
absl::Status ConvertToMarianMt(const ModelDirectory& model,
                               const std::filesystem::path& output,
                               DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_CONVERSION_H_
