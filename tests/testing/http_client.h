// A blocking HTTP client that sends any bytes, also wrong ones.

#ifndef INTERPRES_TESTS_TESTING_HTTP_CLIENT_H_
#define INTERPRES_TESTS_TESTING_HTTP_CLIENT_H_

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace interpres {

struct HttpAnswer {
  int status = 0;  // 0 means that the connection ended instead
  std::map<std::string, std::string> headers = {};  // by lower-case names
  std::string body = {};
};

// One connection to a port of this machine. Not thread-safe.
class HttpTestClient {
 public:
  explicit HttpTestClient(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // So that a test that waits in vain fails.
    const timeval limit = {.tv_sec = 60, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address),
                      sizeof(address)),
              0);
  }
  ~HttpTestClient() { Close(); }
  HttpTestClient(const HttpTestClient&) = delete;
  HttpTestClient& operator=(const HttpTestClient&) = delete;

  void Close() {
    if (socket_ >= 0) {
      close(socket_);
      socket_ = -1;
    }
  }

  // Does not fail if the server has ended the connection.
  void Send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count =
          send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) {
        return;
      }
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  // Sends a request with the headers that every request needs. `headers` has
  // lines that end with \r\n.
  void SendRequest(const std::string& method, const std::string& target,
                   const std::string& body = "",
                   const std::string& headers = "") const {
    std::string request = absl::StrCat(method, " ", target,
                                       " HTTP/1.1\r\nHost: test\r\n", headers);
    if (method == "POST") {
      absl::StrAppend(&request, "Content-Length: ", body.size(), "\r\n");
    }
    Send(absl::StrCat(request, "\r\n", body));
  }

  // Reads one response. `has_body` is false for the response to HEAD.
  HttpAnswer Read(bool has_body = true) {
    HttpAnswer answer;
    std::string line = ReadLine();
    if (line.size() < 12) {
      return answer;
    }
    answer.status = std::atoi(line.substr(9, 3).c_str());
    for (line = ReadLine(); !line.empty(); line = ReadLine()) {
      const std::size_t colon = line.find(':');
      answer.headers[absl::AsciiStrToLower(line.substr(0, colon))] =
          std::string(absl::StripAsciiWhitespace(line.substr(colon + 1)));
    }
    if (!has_body) {
      return answer;
    }
    if (answer.headers.contains("content-length")) {
      answer.body = ReadBytes(
          std::strtoul(answer.headers["content-length"].c_str(), nullptr, 10));
    } else if (answer.headers.contains("transfer-encoding")) {
      answer.body = ReadChunks();
    }
    return answer;
  }

  HttpAnswer Get(const std::string& target, const std::string& headers = "") {
    SendRequest("GET", target, "", headers);
    return Read();
  }
  HttpAnswer PostJson(const std::string& target, const std::string& body,
                      const std::string& headers = "") {
    SendRequest("POST", target, body,
                "Content-Type: application/json\r\n" + headers);
    return Read();
  }

  std::string ReadLine() {
    while (input_.find("\r\n") == std::string::npos) {
      if (!Receive()) {
        return "";
      }
    }
    const std::size_t end = input_.find("\r\n");
    std::string line = input_.substr(0, end);
    input_.erase(0, end + 2);
    return line;
  }

  // Whether the server ends the connection, without another byte.
  bool IsEnded() { return input_.empty() && !Receive() && !timed_out_; }

 private:
  std::string ReadBytes(std::size_t count) {
    while (input_.size() < count && Receive()) {
    }
    EXPECT_GE(input_.size(), count) << "the body is cut";
    std::string bytes = input_.substr(0, count);
    input_.erase(0, count);
    return bytes;
  }
  std::string ReadChunks() {
    std::string body;
    for (;;) {
      const std::size_t size = std::strtoul(ReadLine().c_str(), nullptr, 16);
      body += ReadBytes(size);
      ReadLine();
      if (size == 0) {
        return body;
      }
    }
  }
  bool Receive() {
    char buffer[16384];
    const ssize_t count = recv(socket_, buffer, sizeof(buffer), 0);
    timed_out_ = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (count > 0) {
      input_.append(buffer, static_cast<std::size_t>(count));
    }
    return count > 0;
  }

  int socket_;
  std::string input_;
  bool timed_out_ = false;  // the last Receive
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_HTTP_CLIENT_H_
