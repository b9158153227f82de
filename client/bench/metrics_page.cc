#include "client/bench/metrics_page.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <memory>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/server_address.h"
#include "model/base/file_descriptor.h"

namespace interpres {
namespace {

constexpr std::string_view kScheme = "http://";
constexpr int kTimeoutSeconds = 10;

struct Address {
  std::string host;
  std::string port = "80";
  std::string path = "/";
};

absl::StatusOr<Address> ParseUrl(const std::string& url) {
  if (!url.starts_with(kScheme)) {
    return absl::InvalidArgumentError(
        absl::StrCat("metrics URL is ", url,
                     "; expected http://HOST:PORT/metrics; correct the URL"));
  }
  Address address;
  std::string rest = url.substr(kScheme.size());
  if (const size_t slash = rest.find('/'); slash != std::string::npos) {
    address.path = rest.substr(slash);
    rest.resize(slash);
  }
  // The colons in brackets belong to an IPv6 address.
  const size_t bracket = rest.find(']');
  if (const size_t colon = rest.rfind(':');
      colon != std::string::npos &&
      (bracket == std::string::npos || bracket < colon)) {
    address.port = rest.substr(colon + 1);
    rest.resize(colon);
  }
  if (absl::Status status = CheckPort(address.port, url); !status.ok()) {
    return status;
  }
  address.host = rest.starts_with('[') && rest.ends_with(']')
                     ? rest.substr(1, rest.size() - 2)
                     : rest;
  return address;
}

absl::Status Unavailable(const std::string& url, const std::string& reason) {
  return absl::UnavailableError(
      absl::StrCat("cannot read ", url, ": ", reason,
                   "; check that the server serves metrics at this address"));
}

std::string LastError() { return std::generic_category().message(errno); }

// Connects to the first address that answers. Returns the socket, or -1 if no
// address answers.
int Connect(const addrinfo* addresses) {
  const timeval timeout{.tv_sec = kTimeoutSeconds, .tv_usec = 0};
  for (const addrinfo* a = addresses; a != nullptr; a = a->ai_next) {
    const int descriptor =
        socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
    if (descriptor < 0) {
      continue;
    }
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    if (connect(descriptor, a->ai_addr, a->ai_addrlen) == 0) {
      return descriptor;
    }
    close(descriptor);
  }
  return -1;
}

bool SendAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent =
        send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

// Receives until the server closes the connection, which ends an HTTP/1.0
// answer.
bool ReceiveAll(int descriptor, std::string& bytes) {
  std::array<char, 16384> buffer{};
  while (true) {
    const ssize_t received = recv(descriptor, buffer.data(), buffer.size(), 0);
    if (received <= 0) {
      return received == 0;
    }
    bytes.append(buffer.data(), static_cast<size_t>(received));
  }
}

}  // namespace

absl::StatusOr<std::string> FetchMetrics(const std::string& url) {
  const absl::StatusOr<Address> address = ParseUrl(url);
  if (!address.ok()) {
    return address.status();
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(address->host.c_str(),
                                    address->port.c_str(), &hints, &found);
      error != 0) {
    return Unavailable(url, gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(
      found, freeaddrinfo);
  const FileDescriptor socket(Connect(addresses.get()));
  const std::string request = absl::StrCat(
      "GET ", address->path, " HTTP/1.0\r\nHost: ", address->host, "\r\n\r\n");
  std::string answer;
  if (socket.value() < 0 || !SendAll(socket.value(), request) ||
      !ReceiveAll(socket.value(), answer)) {
    return Unavailable(url, LastError());
  }
  const std::string status_line = answer.substr(0, answer.find("\r\n"));
  const size_t body = answer.find("\r\n\r\n");
  if (!status_line.starts_with("HTTP/1.") ||
      status_line.find(" 200") == std::string::npos ||
      body == std::string::npos) {
    return Unavailable(url, absl::StrCat("the answer begins with \"",
                                         status_line.substr(0, 60), "\""));
  }
  return answer.substr(body + 4);
}

double SumOfSamples(std::string_view page, std::string_view name) {
  double sum = 0.0;
  for (const absl::string_view line :
       absl::StrSplit(absl::string_view(page.data(), page.size()), '\n')) {
    const std::string_view sample(line.data(), line.size());
    if (!sample.starts_with(name)) {
      continue;
    }
    std::string_view rest = sample.substr(name.size());
    if (rest.starts_with('{')) {
      // Label values may hold spaces and escaped quotes, but the value follows
      // the last closing brace.
      rest.remove_prefix(rest.rfind('}') + 1);
    }
    double value = 0.0;
    if (rest.starts_with(' ') &&
        absl::SimpleAtod(absl::string_view(rest.data() + 1, rest.size() - 1),
                         &value)) {
      sum += value;
    }
  }
  return sum;
}

double MeanBetween(std::string_view before, std::string_view after,
                   const std::string& name) {
  const std::string count_name = name + "_count";
  const std::string sum_name = name + "_sum";
  const double count =
      SumOfSamples(after, count_name) - SumOfSamples(before, count_name);
  if (count <= 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return (SumOfSamples(after, sum_name) - SumOfSamples(before, sum_name)) /
         count;
}

}  // namespace interpres
