// The default of --probe-directory.

#ifndef INTERPRES_SERVER_PROBE_DIRECTORY_H_
#define INTERPRES_SERVER_PROBE_DIRECTORY_H_

#include <string>

namespace interpres {

// Returns the directory of the probes in the user's cache directory: in
// `xdg_cache_home`, the value of XDG_CACHE_HOME, or else in `.cache` of `home`,
// the value of HOME. Only absolute paths count. Null means that the variable is
// not set. Returns an empty path if there is no cache directory. Source: XDG
// Base Directory Specification.
std::string DefaultProbeDirectory(const char* xdg_cache_home, const char* home);

}  // namespace interpres

#endif  // INTERPRES_SERVER_PROBE_DIRECTORY_H_
