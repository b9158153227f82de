// Checks the address of a server before gRPC sees it. gRPC itself takes a port
// modulo 65536, and port 443 where the port is missing.

#ifndef INTERPRES_CLIENT_SERVER_ADDRESS_H_
#define INTERPRES_CLIENT_SERVER_ADDRESS_H_

#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// Returns OK if `address` is `HOST:PORT` or `[IPV6]:PORT`, with a port from 1
// to 65535. gRPC's `dns:`, `ipv4:` and `ipv6:` targets need a port too. Targets
// that have no port, such as `unix:PATH` and `xds:NAME`, are accepted. Returns
// INVALID_ARGUMENT otherwise. Does not resolve or connect. Thread-safe.
absl::Status CheckServerAddress(std::string_view address);

// Returns OK if `port` is a number from 1 to 65535 without a sign or leading
// zeros, INVALID_ARGUMENT otherwise. The message names `address`. Thread-safe.
absl::Status CheckPort(std::string_view port, std::string_view address);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_ADDRESS_H_
