// Finds the checkpoints that are to be served.
//
//   REPOSITORY/NAME/config.json ...      a model of one version, or
//   REPOSITORY/NAME/3/config.json ...    a model of several, of which the
//   REPOSITORY/NAME/12/config.json ...   highest good number is served
//
// The layout of a model repository of NVIDIA Triton.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/registry/model_location.h"

namespace interpres {

// What the operator asks for.
struct ModelSources {
  // Directories of models, each laid out as REPOSITORY/NAME is.
  std::vector<std::filesystem::path> models = {};
  // "" for none.
  std::filesystem::path repository = {};
};

// A model, and where to load it from.
struct FoundModel {
  std::string name;
  // At least one; the highest version first.
  std::vector<ModelLocation> candidates;
};

// The models by name. Says nothing about what is in the checkpoints: a
// directory without one is found too, so that loading it says what is missing.
// Of a repository every directory is a model but those whose names begin with
// "." or end in ".tmp" (checkpoints that are being written), and "lost+found";
// files are skipped. Versions are decimal numbers that do not begin with 0.
//
// A link to nowhere counts as a directory.
//
// NOT_FOUND: the repository is not there, or has no model at all.
// FAILED_PRECONDITION: something in it, or it, cannot be looked at (no
// permission, a file system that does not answer), so that nobody knows what is
// there; names the path.
// INVALID_ARGUMENT: a name that two directories share, or that is not UTF-8.
absl::StatusOr<std::vector<FoundModel>> FindModels(const ModelSources& sources);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_REPOSITORY_H_
