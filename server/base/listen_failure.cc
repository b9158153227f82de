#include "server/base/listen_failure.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

std::string Reason(int error) { return std::generic_category().message(error); }

// Listens on the address for a moment. Returns 0 or the errno of the call that
// failed. The option SO_REUSEADDR is set because both libraries set it: without
// it, closed connections would look like another program.
int TryToListen(const addrinfo& address) {
  const int socket_fd = socket(address.ai_family, address.ai_socktype, 0);
  if (socket_fd < 0) {
    return errno;
  }
  const int on = 1;
  setsockopt(socket_fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  int error = 0;
  if (bind(socket_fd, address.ai_addr, address.ai_addrlen) != 0 ||
      listen(socket_fd, 1) != 0) {
    error = errno;
  }
  close(socket_fd);
  return error;
}

// Returns the expectation and the remedy for the errno of an attempt.
std::string Advice(int error) {
  switch (error) {
    case EADDRINUSE:
      return "expected a port that no other program listens on; find that "
             "program with \"ss -ltnp\" and stop it, or choose another port";
    case EADDRNOTAVAIL:
      return "expected an IP address of this machine; list its addresses with "
             "\"ip address\", or write 0.0.0.0 to listen on all of them";
    case EACCES:
    case EPERM:
      return "expected a port that this user may listen on; choose a port "
             "above 1023, or grant CAP_NET_BIND_SERVICE";
    case 0:
      return "expected to listen, and a second attempt succeeded; start the "
             "server again";
    default:
      return absl::StrCat("expected to listen (", Reason(error),
                          "); choose another address");
  }
}

std::string AdviceForTcp(const ListenAddress& address) {
  addrinfo hints = {};
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure =
      getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(),
                  &hints, &found);
  if (failure != 0) {
    return absl::StrCat("expected a host name that resolves (",
                        gai_strerror(failure),
                        "); correct the name, or write an IP address");
  }
  const Addresses addresses(found);
  int error = 0;
  for (const addrinfo* next = found; next != nullptr && error == 0;
       next = next->ai_next) {
    error = TryToListen(*next);
  }
  return Advice(error);
}

}  // namespace

absl::Status ExplainListenFailure(const ListenAddress& address,
                                  std::string_view flag) {
  const std::string advice =
      address.unix_socket.empty()
          ? AdviceForTcp(address)
          : "expected a socket that this user can create; check that the "
            "directory exists and is writable, and that the path is at most "
            "107 bytes long";
  return absl::UnavailableError(
      absl::StrCat(AsAbsl(flag), " is \"", address.Target(), "\"; ", advice));
}

}  // namespace interpres
