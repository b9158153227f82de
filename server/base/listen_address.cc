#include "server/base/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/port_number.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr uint32_t kIpv4LoopbackNet = 127;  // the first byte of 127.0.0.0/8

// The scope ("%eth0") is not part of the address that inet_pton reads.
bool ParseIpv6(const std::string& host, in6_addr& address) {
  const std::string unscoped = host.substr(0, host.find('%'));
  return inet_pton(AF_INET6, unscoped.c_str(), &address) == 1;
}

bool IsIpv6(const std::string& host) {
  in6_addr address = {};
  return ParseIpv6(host, address);
}

bool IsHostName(std::string_view host) {
  return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_';
  });
}

// A text that is being parsed, for the message about what is wrong with it.
struct Input {
  std::string_view text;
  std::string_view flag;
  std::string_view example_port;

  absl::Status Error(std::string_view expected, std::string_view remedy) const {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(flag), " is \"", AsAbsl(text), "\"; expected ",
                     AsAbsl(expected), "; ", AsAbsl(remedy)));
  }
};

absl::StatusOr<int> PortOf(std::string_view port, const Input& input) {
  const std::optional<int> number = ParsePort(port);
  if (!number.has_value()) {
    return input.Error(
        "a port from 0 to 65535",
        absl::StrCat("write a number after the last colon, for example ",
                     AsAbsl(input.example_port),
                     "; 0 lets the system choose a free port"));
  }
  return *number;
}

// The parts before and after the colon of the port.
struct HostAndPort {
  std::string_view host;
  std::string_view port;
};

absl::StatusOr<HostAndPort> Split(std::string_view text, const Input& input) {
  if (text.starts_with('[')) {
    const size_t end = text.find("]:");
    if (end == std::string_view::npos ||
        !IsIpv6(std::string(text.substr(1, end - 1)))) {
      return input.Error("[IPv6 address]:port",
                         absl::StrCat("write, for example, [::1]:",
                                      AsAbsl(input.example_port)));
    }
    return HostAndPort{text.substr(1, end - 1), text.substr(end + 2)};
  }
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return input.Error("host:port",
                       absl::StrCat("add a port, for example 127.0.0.1:",
                                    AsAbsl(input.example_port)));
  }
  if (text.find(':', colon + 1) != std::string_view::npos) {
    return input.Error(
        "host:port or [IPv6 address]:port",
        absl::StrCat("write an IPv6 address in brackets, for example [::1]:",
                     AsAbsl(input.example_port)));
  }
  if (!IsHostName(text.substr(0, colon))) {
    return input.Error(
        "a host name or an IP address before the port",
        "write 127.0.0.1 for this machine only, or 0.0.0.0 for all of its "
        "network interfaces");
  }
  return HostAndPort{text.substr(0, colon), text.substr(colon + 1)};
}

absl::StatusOr<ListenAddress> ParseUnixSocket(const Input& input) {
  const std::string_view path = input.text.substr(input.text.find(':') + 1);
  if (path.empty() || path == "///" || path == "//") {
    return input.Error("unix:PATH", "add the path of the socket");
  }
  return ListenAddress{.unix_socket = std::string(input.text)};
}

std::string_view ExamplePort(ListenProtocol protocol) {
  switch (protocol) {
    case ListenProtocol::kGrpc:
      return "50051";
    case ListenProtocol::kHttp:
      return "8080";
    case ListenProtocol::kMetrics:
      break;
  }
  return "9464";
}

// Removes the prefix that leaves host:port.
std::string_view WithoutScheme(std::string_view text) {
  for (const std::string_view scheme : {"dns:///", "dns:", "ipv4:", "ipv6:"}) {
    if (text.starts_with(scheme)) {
      return text.substr(scheme.size());
    }
  }
  return text;
}

}  // namespace

std::string ListenAddress::Target() const {
  if (!unix_socket.empty()) {
    return unix_socket;
  }
  return host.find(':') == std::string::npos
             ? absl::StrCat(host, ":", port)
             : absl::StrCat("[", host, "]:", port);
}

absl::StatusOr<ListenAddress> ParseListenAddress(std::string_view text,
                                                 ListenProtocol protocol,
                                                 std::string_view flag) {
  const bool grpc = protocol == ListenProtocol::kGrpc;
  const Input input = {
      .text = text, .flag = flag, .example_port = ExamplePort(protocol)};
  if (grpc &&
      (text.starts_with("unix:") || text.starts_with("unix-abstract:"))) {
    return ParseUnixSocket(input);
  }
  INTERPRES_ASSIGN_OR_RETURN(const HostAndPort parts,
                             Split(grpc ? WithoutScheme(text) : text, input));
  INTERPRES_ASSIGN_OR_RETURN(const int port, PortOf(parts.port, input));
  ListenAddress address = {.host = std::string(parts.host), .port = port};
  if (protocol == ListenProtocol::kMetrics && IsIpv6(address.host)) {
    return input.Error(
        "a host name or an IPv4 address, because metrics are not served over "
        "IPv6",
        absl::StrCat("write, for example, 0.0.0.0:", port));
  }
  return address;
}

bool IsLoopback(const ListenAddress& address) {
  if (!address.unix_socket.empty() ||
      absl::EqualsIgnoreCase(address.host, "localhost")) {
    return true;
  }
  in6_addr v6 = {};
  if (ParseIpv6(address.host, v6)) {
    return IN6_IS_ADDR_LOOPBACK(&v6);
  }
  in_addr v4 = {};
  return inet_pton(AF_INET, address.host.c_str(), &v4) == 1 &&
         ntohl(v4.s_addr) >> 24 == kIpv4LoopbackNet;
}

}  // namespace interpres
