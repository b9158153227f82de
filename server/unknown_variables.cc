#include "server/unknown_variables.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

#include "model/base/nearest_name.h"

namespace interpres {
namespace {

constexpr std::string_view kPrefix = "INTERPRES_";

// Read by the other programs and scripts of the repository. A test compares
// this list with their sources.
constexpr std::array<std::string_view, 26> kOthers = {
    // The client.
    "INTERPRES_ADMIN", "INTERPRES_CLIENT_CERTIFICATE", "INTERPRES_CLIENT_KEY",
    "INTERPRES_CLIENT_NAME", "INTERPRES_CLIENT_TOKEN_FILE",
    "INTERPRES_PRIORITY", "INTERPRES_SERVER", "INTERPRES_TLS",
    "INTERPRES_TLS_CA", "INTERPRES_TLS_SERVER_NAME", "INTERPRES_TOKEN",
    // Builds and tests.
    "INTERPRES_BINARY_DIR", "INTERPRES_BUILD_DIR", "INTERPRES_CA",
    "INTERPRES_CONFORMANCE_VENV", "INTERPRES_DATA", "INTERPRES_JOBS",
    "INTERPRES_PEERS_VENV", "INTERPRES_PYTHON310", "INTERPRES_SIMD_TARGET",
    "INTERPRES_SMALL_URL", "INTERPRES_SOURCE_DIR", "INTERPRES_TIDY_BASE",
    "INTERPRES_TIDY_SECONDS", "INTERPRES_TRANSPORT", "INTERPRES_URL"};

// Kubernetes sets variables for each service of the namespace unless the pod
// says enableServiceLinks: false. The service interpres-proxy has the prefix
// INTERPRES_PROXY_.
bool IsKubernetesService(const std::string& name) {
  static const std::regex pattern(
      "INTERPRES_([A-Z0-9_]+_)?"
      "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|"
      "PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");
  return std::regex_match(name, pattern);
}

template <typename Names>
bool Contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<UnknownVariable> FindUnknownVariables(
    const std::vector<std::string>& environment,
    const std::vector<std::string>& server) {
  // The common prefix would make all names similar.
  std::vector<std::string> suffixes;
  suffixes.reserve(server.size());
  for (const std::string& name : server) {
    suffixes.push_back(name.substr(kPrefix.size()));
  }
  std::vector<UnknownVariable> unknown;
  for (const std::string& name : environment) {
    if (name.starts_with(kPrefix) && !Contains(server, name) &&
        !Contains(kOthers, name) && !IsKubernetesService(name)) {
      const std::string nearest =
          NearestName(name.substr(kPrefix.size()), suffixes);
      unknown.push_back(
          {.name = name,
           .nearest = nearest.empty() ? "" : std::string(kPrefix) + nearest});
    }
  }
  return unknown;
}

}  // namespace interpres
