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
  // The version number of a checkpoint in a directory NAME/NUMBER. Null for
  // other directories and for archives.
  std::optional<int64_t> number = {};
  // A text that changes when the name, size, times or inode of a regular file
  // directly in the checkpoint's directory changes, or of its archive. Empty if
  // the directory cannot be listed or has no regular files.
  std::string fingerprint = {};
  // Whether the model is in the repository, so that its weights may leave
  // memory while it is idle. False for a model that the operator names
  // (--model).
  bool in_repository = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_
