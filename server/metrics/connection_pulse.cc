#include "server/metrics/connection_pulse.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <chrono>
#include <cstdint>

#include "model/base/file_descriptor.h"

namespace interpres {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(5);

// Returns an address of no family if `host` is a name.
sockaddr_in AddressOf(const std::string& host, int port) {
  sockaddr_in address = {};
  address.sin_port = htons(static_cast<uint16_t>(port));
  if (inet_pton(AF_INET, host.c_str(), &address.sin_addr) == 1) {
    address.sin_family = AF_INET;
  }
  return address;
}

}  // namespace

ConnectionPulse::ConnectionPulse(const std::string& host, int port)
    : address_(AddressOf(host, port)),
      task_(clock_, kInterval, [this] { Connect(); }) {}

void ConnectionPulse::Connect() const {
  const FileDescriptor descriptor(
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  static_cast<void>(connect(descriptor.value(),
                            reinterpret_cast<const sockaddr*>(&address_),
                            sizeof(address_)));
}

}  // namespace interpres
