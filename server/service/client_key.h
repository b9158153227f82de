// Who a call comes from, for fair shares.

#ifndef INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
#define INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_

#include <cstdint>
#include <string_view>

namespace interpres {

// Names a client where there are no tokens, which callers cannot choose.
inline constexpr char kClientNameMetadata[] = "interpres-client";

// What a call says of its sender; "" for what it does not say.
struct CallSender {
  // Metadata of that name, where tokens are checked.
  std::string_view authorization = {};
  // kClientNameMetadata.
  std::string_view client_name = {};
  // As gRPC writes it: ipv4:192.0.2.1:50000.
  std::string_view peer = {};
};

// The same number for the same token, else for the same name, else for
// the same host; within this process only.
uint64_t ClientKey(const CallSender& sender);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
