// A name for what a checkpoint computes, derived from its files.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "model/checkpoint/safetensors.h"

namespace interpres {

// XXH3 (64 bits) over the checksum of the weights and the bytes of config.json,
// generation_config.json, vocab.json, source.spm, target.spm and shortlist.bin,
// as 16 hex digits: two checkpoints with the same version translate alike. Not
// interpres.json, which says things about the model. `weights` are those of
// the directory. Errors are ReadFile's.
absl::StatusOr<std::string> ContentVersion(const std::filesystem::path& path,
                                           const SafetensorsFile& weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
