// Addresses that the server listens on.

#ifndef INTERPRES_SERVER_BASE_LISTEN_ADDRESS_H_
#define INTERPRES_SERVER_BASE_LISTEN_ADDRESS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// The protocol of a port, which decides which addresses are allowed. kHttp has
// no Unix sockets. kMetrics has neither Unix sockets nor IPv6 addresses,
// because its library supports neither.
enum class ListenProtocol { kGrpc, kHttp, kMetrics };

// The address of a port: either a host and a port number, or a Unix socket.
struct ListenAddress {
  std::string host = {};  // an IP address without brackets, or a host name
  int port = 0;           // 0 lets the system choose a free port
  // "unix:PATH" or "unix-abstract:NAME". Empty means that the address is a host
  // and a port.
  std::string unix_socket = {};

  // Returns the address in the form that gRPC and the metrics server accept:
  // "host:port", "[v6]:port", or the Unix socket.
  std::string Target() const;
};

// Parses host:port; for kGrpc and kHttp also [v6]:port; for kGrpc also
// unix:PATH and unix-abstract:NAME. For kGrpc, the prefixes "ipv4:", "ipv6:"
// and "dns:" of gRPC are allowed and have no effect.
//
// Returns INVALID_ARGUMENT for any other text: no port, a port above 65535, a
// service name instead of a port. The message begins with `flag`, the option
// that holds the address.
absl::StatusOr<ListenAddress> ParseListenAddress(std::string_view text,
                                                 ListenProtocol protocol,
                                                 std::string_view flag);

// Returns whether only this machine can connect to the address: 127.0.0.0/8,
// ::1, "localhost", or a Unix socket. Returns false for any other host name,
// because the name may resolve to any address.
bool IsLoopback(const ListenAddress& address);

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LISTEN_ADDRESS_H_
