// Reads a model as Marian wrote it and OPUS-MT publishes it: decoder.yml, the
// weights and the vocabulary that decoder.yml names, source.spm and target.spm.

#ifndef INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"

namespace interpres {

// The file that a native Marian model must have.
inline constexpr char kDecoderYml[] = "decoder.yml";

// Reads and checks all files of the model. interpres.json is optional, as in
// any model. The languages are from README.md, if the model has this file.
// Returns NOT_FOUND if a required file is missing, and INVALID_ARGUMENT if a
// file is damaged or describes a model that is not supported. The message names
// the file, the defect and a remedy. The result has no path and no shortlist,
// which the caller sets; a shortlist counts in the version already.
absl::StatusOr<ModelDirectory> ReadNativeMarian(const ModelFiles& files);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_
