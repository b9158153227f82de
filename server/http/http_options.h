// How the HTTP listener treats its connections.

#ifndef INTERPRES_SERVER_HTTP_HTTP_OPTIONS_H_
#define INTERPRES_SERVER_HTTP_HTTP_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace interpres {

// The option that holds the address.
inline constexpr char kHttpAddressFlag[] = "--http-address";

struct HttpOptions {
  // The address to listen on: host:port or [IPv6]:port. Empty means that the
  // HTTP listener is disabled.
  std::string address = {};
  // The origins (https://example.org) whose pages may call the server, or "*"
  // for every origin. Empty means that browsers let only the server's own page
  // read its responses.
  std::vector<std::string> cors_origins = {};
  // "on" or "off": whether the server has the web page.
  std::string page = "on";
  // Maximum number of connections. Further connections wait in the operating
  // system. If the server listens on several addresses, each further address
  // may add one connection.
  int64_t max_connections = 4096;
  // Maximum time that a connection waits for the first byte of a request. Then
  // the server closes the connection.
  std::chrono::seconds idle_timeout{75};
  // Maximum times for the TLS handshake, for the head of a request from its
  // first byte, and for the body. Each of the three has the whole time. Then
  // the server closes the connection, after a response (408) to a request.
  std::chrono::seconds read_timeout{30};
  // Maximum time in which the client accepts no byte of a response. Then the
  // server closes the connection.
  std::chrono::seconds write_timeout{30};
  // Time in which the server still reads, and drops, bytes of the client after
  // the server has ended the connection. Otherwise the operating system could
  // drop a response that the client has not read. Also the time that a new
  // connection has for its first request when the server drains.
  std::chrono::seconds linger{2};
  // Maximum size of the request line and the headers together, in bytes.
  int64_t max_head_bytes = 16 << 10;
  // Maximum size of a body, in bytes.
  int64_t max_body_bytes = 5 << 20;
  // Threads that read and write.
  int32_t threads = 2;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_OPTIONS_H_
