// Identifies the client of a call, for fair shares.

#ifndef INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
#define INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_

#include <cstdint>
#include <string_view>

namespace interpres {

// The fields of a call that identify its sender. Each may be empty.
struct CallSender {
  // The header of that name, if the server has checked the token.
  std::string_view authorization = {};
  // The header `interpres-client`, which names a client that has no token.
  std::string_view client_name = {};
  // In gRPC's form: ipv4:192.0.2.1:50000.
  std::string_view peer = {};
};

// Returns the same number for senders with the same token. Without a token,
// compares the names; without a name, the hosts. The numbers are valid in this
// process only.
uint64_t ClientKey(const CallSender& sender);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
