// Where the checkpoint of a model is.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace interpres {

struct ModelLocation {
  // The name of the model in requests.
  std::string name;
  std::filesystem::path path;
  // The version number of a directory NAME/NUMBER. Null for other directories.
  std::optional<int64_t> number = {};
  // A text that changes when the name, size, times or inode of a file in the
  // directory changes. Empty if the directory cannot be listed or has no
  // regular files.
  std::string fingerprint = {};
  // Whether the model is in the repository, so that its weights may leave
  // memory. False for a model that the operator names.
  bool in_repository = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_
