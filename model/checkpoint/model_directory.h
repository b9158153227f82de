// A checkpoint on disk: the directory of a MarianMT model (docs/
// checkpoint_format.md), read whole and checked.

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

// The contents of interpres.json, a file of this project. The file is optional.
struct ModelCard {
  // The name of this version of the model: at most 64 letters, digits, ".", "_"
  // and "-". Empty means ContentVersion.
  std::string version;
  std::vector<LanguageDirection> directions;
  std::vector<GoldenSentence> golden;
  // Absolute tolerance per target token of the golden log-probabilities.
  double golden_tolerance = 0.02;
  // Free-form provenance: data, command, commit, scores.
  std::map<std::string, std::string> provenance;
};

// A checkpoint without the weights.
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
  const ModelFamily* family = nullptr;  // ReadModelDirectory sets it
  // The version in interpres.json; without it, ContentVersion
  // (model/checkpoint/model_version.h).
  std::string version;
  ModelDescription description;
  std::optional<Shortlist> shortlist;
  std::unique_ptr<const SafetensorsFile> weights;

  // Must not outlive the directory's weights.
  ParameterReader parameters() const { return {*family, *weights}; }
};

// Reads and checks every file. The status names the file, the key or tensor,
// the expected and the found value. NOT_FOUND if a file is missing. If another
// checkpoint replaces the directory during the call, all files are from one of
// the two.
absl::StatusOr<ModelDirectory> ReadModelDirectory(
    const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_
