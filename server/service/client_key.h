// Identifies the client of a call, for fair shares.

#ifndef INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
#define INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_

#include <cstdint>
#include <string_view>

namespace interpres {

// The fields of a call that identify its sender. Each may be empty.
struct CallSender {
  // "SCHEME TOKEN", as in the header `authorization`, also made of an API key.
  // Empty unless the server has checked and accepted the token.
  std::string_view authorization = {};
  // Value of the header `interpres-client`, which names a client that has no
  // token.
  std::string_view client_name = {};
  // In gRPC's form: ipv4:192.0.2.1:50000.
  std::string_view peer = {};
};

// Returns a hash that identifies the client. Senders with the same token have
// the same key. Without a token, senders with the same client name have the
// same key. Without both, senders on the same host have the same key. The keys
// are valid in this process only.
uint64_t ClientKey(const CallSender& sender);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CLIENT_KEY_H_
