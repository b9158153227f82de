// Refuses options that would expose secrets or the admin service.

#ifndef INTERPRES_SERVER_EXPOSURE_H_
#define INTERPRES_SERVER_EXPOSURE_H_

#include "absl/status/status.h"
#include "server/server_options.h"

namespace interpres {

// Returns INVALID_ARGUMENT if other machines can connect to
// - an address that accepts bearer tokens without TLS, unless
//   --plaintext-tokens is set, or
// - the admin address, and neither tokens nor client certificates guard it.
// Also if one of the addresses is malformed.
absl::Status CheckExposure(const ServerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_SERVER_EXPOSURE_H_
