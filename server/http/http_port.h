// The HTTP port: its threads, its listening sockets and its connections.

#ifndef INTERPRES_SERVER_HTTP_HTTP_PORT_H_
#define INTERPRES_SERVER_HTTP_HTTP_PORT_H_

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "server/base/listen_address.h"
#include "server/http/byte_stream.h"
#include "server/http/connection_set.h"
#include "server/http/http_connection.h"
#include "server/http/tls_contexts.h"

namespace interpres {

// Not thread-safe: owned by one thread. Call order: Start, BeginDrain, Close.
class HttpPort {
 public:
  // Null `tls` means no TLS. All arguments must outlive the port.
  HttpPort(const HttpEnvironment& environment, const TlsFiles* tls);
  // Closes the port.
  ~HttpPort();  // NOLINT(bugprone-exception-escape): see the definition
  HttpPort(const HttpPort&) = delete;
  HttpPort& operator=(const HttpPort&) = delete;

  // Listens on each address that the host has, and starts the threads. Returns
  // INVALID_ARGUMENT for a malformed address, and UNAVAILABLE
  // (ExplainListenFailure) if the server cannot listen.
  absl::Status Start();
  // The port in use. 0 before Start.
  int port() const { return port_; }
  int64_t connections() const { return set_.size(); }

  // Idle connections end now, the others after their request. Connections
  // without a request yet have HttpOptions::linger for their first one.
  void BeginDrain();
  // Accepts no further connection. Closes the connections that remain after
  // `grace`, and returns when the last call is done. Does nothing if the port
  // is closed.
  void Close(std::chrono::seconds grace);

  // Ends the connections whose clients are too slow. The port calls this
  // function once a second. Thread-safe.
  void Sweep();

 private:
  struct Acceptor {
    explicit Acceptor(const HttpStrand& strand)
        : socket(strand), retry(strand) {}
    boost::asio::ip::tcp::acceptor socket;
    boost::asio::steady_timer retry;
  };

  absl::Status Listen(const ListenAddress& address);
  bool ListenOn(const boost::asio::ip::tcp::endpoint& endpoint);
  void Accept(Acceptor& acceptor);
  void OnAccept(Acceptor& acceptor, const boost::system::error_code& code,
                TcpSocket socket);
  // Accepts again a little later, because no connection is possible now.
  void AcceptLater(Acceptor& acceptor);
  void Serve(TcpSocket socket);
  void SweepLater();

  const HttpEnvironment& environment_;
  std::unique_ptr<TlsContexts> tls_;  // null without TLS
  int port_ = 0;
  std::atomic<bool> draining_ = false;
  ConnectionSet set_;
  boost::asio::io_context io_;
  std::optional<
      boost::asio::executor_work_guard<boost::asio::io_context::executor_type>>
      work_;  // null before Start and after Close
  HttpStrand accept_strand_;
  // Used on accept_strand_ after Start.
  std::vector<std::unique_ptr<Acceptor>> acceptors_;
  boost::asio::steady_timer sweep_;
  std::vector<std::thread> threads_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_PORT_H_
