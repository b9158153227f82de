// Who a call comes from, for fair shares.

#ifndef INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
#define INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_

#include <cstdint>
#include <string_view>

namespace interpres {

// What a call says of its sender; "" for what it does not say.
struct CallSender {
  // The header of that name, if the server has checked the token.
  std::string_view authorization = {};
  // The header `interpres-client`, which names a client that has no token.
  std::string_view client_name = {};
  // As gRPC writes it: ipv4:192.0.2.1:50000.
  std::string_view peer = {};
};

// The same number for the same token, else for the same name, else for
// the same host; within this process only.
uint64_t ClientKey(const CallSender& sender);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
