#include "client/server_address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "model/base/port_number.h"

namespace interpres {
namespace {

// Targets of gRPC that name no port.
constexpr std::array<std::string_view, 4> kWithoutPorts = {
    "unix:", "unix-abstract:", "xds:", "google-c2p:"};
// Targets of gRPC whose endpoints have ports.
constexpr std::array<std::string_view, 3> kWithPorts = {
    "dns:", "ipv4:", "ipv6:"};

absl::Status Invalid(std::string_view address, std::string_view problem,
                     std::string_view remedy) {
  return absl::InvalidArgumentError(
      absl::StrCat("server address is \"", std::string(address), "\"",
                   std::string(problem), "; ", std::string(remedy)));
}

// Checks one `HOST:PORT` of `address`.
absl::Status CheckEndpoint(std::string_view endpoint,
                           std::string_view address) {
  const size_t colon = endpoint.rfind(':');
  const size_t bracket = endpoint.rfind(']');
  const bool has_port = colon != std::string_view::npos &&
                        (bracket == std::string_view::npos || bracket < colon);
  const std::string_view host = endpoint.substr(0, has_port ? colon : 0);
  // More colons are an IPv6 address, which needs brackets beside a port.
  if (!has_port || host.empty() ||
      (bracket == std::string_view::npos &&
       host.find(':') != std::string_view::npos)) {
    return Invalid(address, "",
                   "expected HOST:PORT, or [IPV6]:PORT; correct the address, "
                   "for example 127.0.0.1:50051");
  }
  return CheckPort(endpoint.substr(colon + 1), address);
}

// The endpoints of a `dns:` target follow its authority: `dns://1.2.3.4/HOST`.
std::string_view WithoutAuthority(std::string_view target) {
  if (!target.starts_with("//")) {
    return target;
  }
  const size_t slash = target.find('/', 2);
  return slash == std::string_view::npos ? "" : target.substr(slash + 1);
}

}  // namespace

absl::Status CheckPort(std::string_view port, std::string_view address) {
  if (!ParsePort(port).has_value() || port.front() == '0') {
    return Invalid(address,
                   absl::StrCat(" with port \"", std::string(port), "\""),
                   absl::StrCat("expected a port from 1 to ", kMaxPort,
                                "; correct the port"));
  }
  return absl::OkStatus();
}

absl::Status CheckServerAddress(std::string_view address) {
  const auto begins = [&address](std::string_view scheme) {
    return address.starts_with(scheme);
  };
  if (std::any_of(kWithoutPorts.begin(), kWithoutPorts.end(), begins)) {
    return absl::OkStatus();
  }
  const auto* const scheme =
      std::find_if(kWithPorts.begin(), kWithPorts.end(), begins);
  std::string_view endpoints =
      scheme == kWithPorts.end()
          ? address
          : WithoutAuthority(address.substr(scheme->size()));
  // `ipv4:` and `ipv6:` take a list.
  while (true) {
    const size_t comma = endpoints.find(',');
    if (absl::Status status =
            CheckEndpoint(endpoints.substr(0, comma), address);
        !status.ok()) {
      return status;
    }
    if (comma == std::string_view::npos) {
      return absl::OkStatus();
    }
    endpoints.remove_prefix(comma + 1);
  }
}

}  // namespace interpres
