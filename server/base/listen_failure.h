// Why a server could not listen. gRPC and the metrics server hide the reason.

#ifndef INTERPRES_SERVER_BASE_LISTEN_FAILURE_H_
#define INTERPRES_SERVER_BASE_LISTEN_FAILURE_H_

#include <string_view>

#include "absl/status/status.h"
#include "server/base/listen_address.h"

namespace interpres {

// Returns UNAVAILABLE with the reason and a remedy. Examples: the host name is
// unknown, the IP address does not belong to this machine, another program
// listens on the port, or the user may not use the port. The message begins
// with `flag`, the option that holds the address.
//
// Call it after a library failed to listen on the address. It resolves the host
// name and tries to listen itself, so it can take seconds.
absl::Status ExplainListenFailure(const ListenAddress& address,
                                  std::string_view flag);

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LISTEN_FAILURE_H_
