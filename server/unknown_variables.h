// Finds INTERPRES_* environment variables that the server ignores.

#ifndef INTERPRES_SERVER_UNKNOWN_VARIABLES_H_
#define INTERPRES_SERVER_UNKNOWN_VARIABLES_H_

#include <string>
#include <vector>

namespace interpres {

struct UnknownVariable {
  std::string name;
  // The variable of the server whose name is most similar. Empty if no name is
  // similar.
  std::string nearest;

  friend bool operator==(const UnknownVariable&,
                         const UnknownVariable&) = default;
};

// Returns the names in `environment` that begin with INTERPRES_ and that no
// program of the project reads, in their order. `environment` has the names of
// variables without values. `server` lists the variables that the server reads.
// Leaves out the variables of the client and of the build and test scripts.
// Also leaves out the variables that Kubernetes sets for services named
// interpres or interpres-*. REQUIRES: each name in `server` begins with
// INTERPRES_.
std::vector<UnknownVariable> FindUnknownVariables(
    const std::vector<std::string>& environment,
    const std::vector<std::string>& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_UNKNOWN_VARIABLES_H_
