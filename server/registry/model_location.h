// Where the checkpoint of a model is.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace interpres {

struct ModelLocation {
  // What requests call it.
  std::string name;
  std::filesystem::path path;
  // Of a directory NAME/NUMBER: the number of the version.
  std::optional<int64_t> number = {};
  // Changes whenever a file in it does (name, size, times, inode); "" if the
  // directory cannot be listed.
  std::string fingerprint = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_LOCATION_H_
