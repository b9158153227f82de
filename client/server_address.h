// Checks the address of a server before gRPC sees it. gRPC itself takes a port
// modulo 65536, and port 443 where the port is missing.

#ifndef INTERPRES_CLIENT_SERVER_ADDRESS_H_
#define INTERPRES_CLIENT_SERVER_ADDRESS_H_

#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// Returns OK if `address` is `HOST:PORT`, `[IPV6]:PORT`, one of gRPC's `dns:`,
// `ipv4:` and `ipv6:` targets with a port, or a target without ports, such as
// `unix:PATH` and `xds:NAME`. A port is a number from 1 to 65535. Returns
// INVALID_ARGUMENT otherwise. Does not resolve or connect. Thread-safe.
absl::Status CheckServerAddress(std::string_view address);

// Returns OK if `port` is a number from 1 to 65535 without a sign or leading
// zeros, INVALID_ARGUMENT otherwise. The message names `address`. Thread-safe.
absl::Status CheckPort(std::string_view port, std::string_view address);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_ADDRESS_H_
