// Reads a model as Marian wrote it and OPUS-MT publishes it: decoder.yml, the
// weights and the vocabulary that decoder.yml names, source.spm and target.spm.

#ifndef INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"

namespace interpres {

// The name of the file that every native Marian model has.
inline constexpr char kDecoderYml[] = "decoder.yml";

// Reads and checks all files of a native Marian model: decoder.yml, the weights
// and the vocabularies that it names, source.spm and target.spm. interpres.json
// is optional. The languages are from README.md, and empty if the file is
// absent or does not state them.
//
// Returns NOT_FOUND if a required file is missing, and INVALID_ARGUMENT if a
// file is damaged or describes a model that is not supported. Otherwise returns
// the errors of ModelFiles::Read and ModelFiles::Open. The message names the
// file and the defect. The result has no path and no shortlist, which the
// caller sets. A file shortlist.bin counts in the version already. `on_spm` is
// as in ReadOptions.
absl::StatusOr<ModelDirectory> ReadNativeMarian(const ModelFiles& files,
                                                const SpmObserver& on_spm);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_FILES_H_
