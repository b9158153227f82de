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
  // host:port or [IPv6]:port. Empty means that the listener is disabled.
  std::string address = {};
  // The origins (https://example.org) whose pages may call the server, or "*"
  // for every origin. Empty means that browsers refuse other pages.
  std::vector<std::string> cors_origins = {};
  // "on" or "off": whether the server has the web page.
  std::string page = "on";
  // Maximum number of connections. Further ones wait in the operating system.
  int64_t max_connections = 4096;
  // Maximum time without a request on a connection.
  std::chrono::seconds idle_timeout{75};
  // Maximum time for the TLS handshake and for the head of a request, and,
  // counted again, for its body.
  std::chrono::seconds read_timeout{30};
  // Maximum time in which the client accepts no byte of a response.
  std::chrono::seconds write_timeout{30};
  // Time in which the server still reads, and drops, what the client sends
  // after the server has ended the connection. Otherwise the operating system
  // could drop a response that the client has not read. Also the time that a
  // new connection has for its first request when the server drains.
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
