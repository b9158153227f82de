// A name for what a checkpoint computes, derived from its files.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_

#include <filesystem>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// A file that a version depends on.
struct VersionedFile {
  std::string name;
  std::string bytes;
};

// Identifies a file of weights by its name and the checksum of its content.
struct WeightsIdentity {
  std::string file;      // without its directory
  std::string checksum;  // TensorSource::checksum
};

WeightsIdentity IdentityOf(const TensorSource& weights);

// Returns a hash (64 bits) of the identity of the weights, and of the names and
// contents of `files` in their order, as 16 hex digits.
std::string VersionOf(const WeightsIdentity& weights,
                      std::span<const VersionedFile> files);

// Returns a hash (64 bits) of the checkpoint in the directory `path`, as 16 hex
// digits. It covers the identity of the weights, and the names and contents of
// config.json, generation_config.json, vocab.json, source.spm, target.spm,
// shortlist.bin, sentencepiece.bpe.model and tokenizer.json. Missing files are
// skipped. Two checkpoints with the same hash give the same translations.
// interpres.json does not count, because it only describes the model. Int8
// weights count as the weights that they were made from. Returns an error if a
// file cannot be read.
absl::StatusOr<std::string> ContentVersion(const std::filesystem::path& path,
                                           const WeightsIdentity& weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_VERSION_H_
