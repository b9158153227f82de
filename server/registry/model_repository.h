// Finds the checkpoints to serve, in the layout of NVIDIA Triton:
//
//   REPOSITORY/NAME/config.json ...      a model with one version, or
//   REPOSITORY/NAME/3/config.json ...    a model with several versions; the
//   REPOSITORY/NAME/12/config.json ...   highest good number is served

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/registry/model_location.h"

namespace interpres {

// The places that the operator names.
struct ModelSources {
  // Single models. Each is a directory with a checkpoint, a directory with
  // subdirectories with numbers as names, one for each version, or a zip
  // archive.
  std::vector<std::filesystem::path> models = {};
  // The directory whose subdirectories and zip archives are models. Empty means
  // no repository.
  std::filesystem::path repository = {};
};

// A model and its checkpoints.
struct FoundModel {
  std::string name;
  // The checkpoints of the model, one for each version, highest version first.
  // At least one element.
  std::vector<ModelLocation> candidates;
};

// Returns the models of `sources`, sorted by name. Does not read the
// checkpoints: a directory without a checkpoint is found too, and loading it
// then explains the defect.
//
// Every directory of a repository is a model, except "lost+found" and names
// that begin with "." or end in ".tmp" (checkpoints that are being written).
// Every file NAME.zip is a model, too, unless NAME begins with "."; other files
// are skipped. Versions are decimal numbers of up to 18 digits that do not
// begin with 0. A broken link counts as a directory.
//
// Returns
// - NOT_FOUND if the repository does not exist, or if it has no model and
//   `sources.models` is empty,
// - FAILED_PRECONDITION, with the path, if the repository or an entry cannot be
//   read (no permission, a file system that does not answer),
// - INVALID_ARGUMENT if two models have the same name, or if a name is not
//   UTF-8.
absl::StatusOr<std::vector<FoundModel>> FindModels(const ModelSources& sources);

// Returns a text that changes when a regular file in the directory `model`, or
// the archive `model`, changes (ModelLocation::fingerprint). Empty if no file
// can be found.
std::string Fingerprint(const std::filesystem::path& model);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_
