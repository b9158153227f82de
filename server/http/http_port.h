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

// The HTTP port: its threads, its listening sockets and its connections. Call
// order: Start, BeginDrain, Close; the last two may be absent. Only Sweep and
// connections() are thread-safe: one thread calls the other functions.
class HttpPort {
 public:
  // Null `tls` means no TLS. `environment` and `tls` must outlive the port.
  HttpPort(const HttpEnvironment& environment, const TlsFiles* tls);
  // Closes the port.
  ~HttpPort();  // NOLINT(bugprone-exception-escape): see the definition
  HttpPort(const HttpPort&) = delete;
  HttpPort& operator=(const HttpPort&) = delete;

  // Listens on each IP address that the host of HttpOptions::address has, and
  // starts the threads. Skips an IP address on which it cannot listen. Returns
  // INVALID_ARGUMENT for a malformed address, and UNAVAILABLE with the reason
  // if the server can listen on no IP address. REQUIRES: called once.
  absl::Status Start();
  // The port in use. 0 before Start.
  int port() const { return port_; }
  int64_t connections() const { return set_.size(); }

  // From now on, connections end after the request that is under way, and idle
  // connections end now. Connections that have had no request, also new ones,
  // have HttpOptions::linger for their first request. Does not block.
  void BeginDrain();
  // Does what BeginDrain does, and accepts no further connection. Cancels the
  // calls and closes the connections that remain after `grace`. Returns when
  // the last call is done. Does nothing before Start and after Close.
  void Close(std::chrono::seconds grace);

  // Ends the connections whose clients have exceeded a timeout of HttpOptions.
  // The port itself calls Sweep once a second. Thread-safe.
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
  // Accepts connections again a little later (100 ms), because the port has the
  // maximum number of connections or the system refused one.
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
