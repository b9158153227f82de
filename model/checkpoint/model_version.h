// A name for what a checkpoint computes, derived from its files.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "model/checkpoint/safetensors.h"

namespace interpres {

// Returns XXH3 (64 bits) over the checksum of the weights and the bytes of
// config.json, generation_config.json, vocab.json, source.spm, target.spm and
// shortlist.bin, as 16 hex digits. Two checkpoints with the same version give
// the same translations. interpres.json does not count, because it only
// describes the model. `weights` is the weights file of the directory. Errors
// are ReadFile's.
absl::StatusOr<std::string> ContentVersion(const std::filesystem::path& path,
                                           const SafetensorsFile& weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
