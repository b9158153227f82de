// Refuses options that would expose secrets or the admin service.

#ifndef INTERPRES_SERVER_EXPOSURE_H_
#define INTERPRES_SERVER_EXPOSURE_H_

#include "absl/status/status.h"
#include "server/server_options.h"

namespace interpres {

// Checks the translation address, the HTTP address and the admin address of
// `options`. An empty address is disabled and passes. Returns INVALID_ARGUMENT
// if
// - an address is malformed,
// - other machines can connect to an address, and the options have a token file
//   but neither TLS nor `plaintext_tokens`, or
// - other machines can connect to the admin address, and the options have
//   neither a token file nor client authorities.
absl::Status CheckExposure(const ServerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_SERVER_EXPOSURE_H_
