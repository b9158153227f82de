#include "server/probe_directory.h"

#include <filesystem>

namespace interpres {

std::string DefaultProbeDirectory(const char* xdg_cache_home,
                                  const char* home) {
  std::filesystem::path cache;
  if (xdg_cache_home != nullptr && xdg_cache_home[0] == '/') {
    cache = xdg_cache_home;
  } else if (home != nullptr && home[0] == '/') {
    cache = std::filesystem::path(home) / ".cache";
  } else {
    return "";
  }
  return cache / "interpres" / "probes";
}

}  // namespace interpres
