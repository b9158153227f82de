// A checkpoint on disk: the directory of a MarianMT model (docs/
// checkpoint_format.md), read whole and checked, or written whole.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/parameter_reader.h"
#include "model/checkpoint/safetensors.h"
#include "model/checkpoint/shortlist.h"
#include "model/config/generation_config.h"
#include "model/config/language_direction.h"
#include "model/config/model_config.h"

namespace interpres {

// A sentence with its expected translation; the self-test force-decodes it.
struct GoldenSentence {
  std::string target_language;  // "" for a model without tags
  std::string source;
  std::string target;
  // The sum of the log-probabilities of the target's tokens and end symbol.
  double log_probability = 0.0;
};

// interpres.json: ours, optional.
struct ModelCard {
  // Names this version of the model: letters, digits, ".", "_" and "-", at
  // most 64. Empty: derived from the content of the files.
  std::string version;
  std::vector<LanguageDirection> directions;
  std::vector<GoldenSentence> golden;
  // Absolute tolerance per target token of the golden log-probabilities.
  double golden_tolerance = 0.02;
  // Free-form provenance: data, command, commit, scores.
  std::map<std::string, std::string> provenance;
};

// Everything but the weights of a checkpoint.
struct ModelDescription {
  ModelConfig config;
  GenerationConfig generation;
  std::map<std::string, int32_t> vocabulary;  // vocab.json
  std::string source_spm;                     // file contents
  std::string target_spm;
  ModelCard card;
};

// A checkpoint that was read: a description and memory-mapped weights whose
// names, shapes and types match the configuration.
struct ModelDirectory {
  std::filesystem::path path;
  const ModelFamily* family = nullptr;  // not null once read
  // Of interpres.json, else ContentVersion (model/checkpoint/model_version.h).
  std::string version;
  ModelDescription description;
  std::optional<Shortlist> shortlist;
  std::unique_ptr<const SafetensorsFile> weights;

  // Must not outlive the directory's weights.
  ParameterReader parameters() const { return {*family, *weights}; }
};

// Reads and checks every file. The status names the file, the key or tensor,
// what was expected and what was found. NOT_FOUND if a file is missing. Where
// another checkpoint takes its place meanwhile, the files are all of one.
absl::StatusOr<ModelDirectory> ReadModelDirectory(
    const std::filesystem::path& path);

// Creates the missing parents of `path` and checks that WriteModelDirectory
// could write there, which it does much later.
absl::Status PrepareModelDirectory(const std::filesystem::path& path);

// After it, checks that WriteModelDirectory could write there again and again:
// not on a file system that cannot exchange directories, such as NFS.
absl::Status CheckReplacing(const std::filesystem::path& path);

// Writes the directory atomically: into a sibling temporary directory, synced,
// then renamed over `path`. `tensors` are stored as `type`. A shortlist of the
// checkpoint that was there goes with it: it was learned for that one.
absl::Status WriteModelDirectory(const std::filesystem::path& path,
                                 const ModelDescription& description,
                                 const std::vector<NamedTensor>& tensors,
                                 DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_
