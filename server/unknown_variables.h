// Finds INTERPRES_* environment variables that the server ignores.

#ifndef INTERPRES_SERVER_UNKNOWN_VARIABLES_H_
#define INTERPRES_SERVER_UNKNOWN_VARIABLES_H_

#include <string>
#include <vector>

namespace interpres {

struct UnknownVariable {
  std::string name;
  // A variable of the server with a similar name. Empty if no name is similar.
  std::string nearest;

  friend bool operator==(const UnknownVariable&,
                         const UnknownVariable&) = default;
};

// Returns the variables of `environment` that begin with INTERPRES_ and that no
// program reads, in their order. `server` lists the variables of the server.
// The variables of the client and of the build and test scripts are known too,
// and so are those that Kubernetes sets for services named interpres or
// interpres-*.
std::vector<UnknownVariable> FindUnknownVariables(
    const std::vector<std::string>& environment,
    const std::vector<std::string>& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_UNKNOWN_VARIABLES_H_
