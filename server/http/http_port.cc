#include "server/http/http_port.h"

#include <boost/asio/post.hpp>
#include <future>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/listen_failure.h"
#include "server/base/thread_name.h"

namespace interpres {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds kSweepInterval{1};
// For example when the process has no free file descriptor.
constexpr std::chrono::milliseconds kAcceptRetry{100};

// Returns the address as gRPC writes it, so that a client has the same client
// key on both ports.
std::string PeerOf(const TcpSocket& socket) {
  error_code code;
  const tcp::endpoint endpoint = socket.remote_endpoint(code);
  if (code) {
    return "";
  }
  const std::string host = endpoint.address().to_string();
  return endpoint.address().is_v6()
             ? absl::StrCat("ipv6:[", host, "]:", endpoint.port())
             : absl::StrCat("ipv4:", host, ":", endpoint.port());
}

}  // namespace

HttpPort::HttpPort(const HttpEnvironment& environment, const TlsFiles* tls)
    : environment_(environment),
      tls_(tls == nullptr ? nullptr : std::make_unique<TlsContexts>(*tls)),
      set_(environment.metrics),
      io_(environment.options.threads),
      accept_strand_(boost::asio::make_strand(io_)),
      sweep_(io_) {}

// An exception of Boost here ends the process: no call could be completed.
// NOLINTNEXTLINE(bugprone-exception-escape)
HttpPort::~HttpPort() { Close(std::chrono::seconds(0)); }

absl::Status HttpPort::Start() {
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress address,
      ParseListenAddress(environment_.options.address, ListenProtocol::kHttp,
                         kHttpAddressFlag));
  INTERPRES_RETURN_IF_ERROR(Listen(address));
  work_.emplace(io_.get_executor());
  for (const auto& acceptor : acceptors_) {
    Accept(*acceptor);
  }
  SweepLater();
  for (int32_t i = 0; i < environment_.options.threads; ++i) {
    threads_.emplace_back([this] {
      NameThisThread("http");
      io_.run();
    });
  }
  return absl::OkStatus();
}

absl::Status HttpPort::Listen(const ListenAddress& address) {
  tcp::resolver resolver(io_);
  error_code code;
  const auto found = resolver.resolve(
      address.host, std::to_string(address.port),
      tcp::resolver::passive | tcp::resolver::numeric_service, code);
  port_ = address.port;
  if (!code) {
    for (const auto& entry : found) {
      tcp::endpoint endpoint = entry.endpoint();
      // All addresses of a host have the port that the system chose first.
      endpoint.port(static_cast<uint16_t>(port_));
      ListenOn(endpoint);
    }
  }
  if (acceptors_.empty()) {
    port_ = 0;
    return ExplainListenFailure(address, kHttpAddressFlag);
  }
  return absl::OkStatus();
}

bool HttpPort::ListenOn(const tcp::endpoint& endpoint) {
  auto acceptor = std::make_unique<Acceptor>(accept_strand_);
  error_code code;
  acceptor->socket.open(endpoint.protocol(), code);
  if (!code) {
    acceptor->socket.set_option(tcp::acceptor::reuse_address(true), code);
  }
  if (!code) {
    acceptor->socket.bind(endpoint, code);
  }
  if (!code) {
    acceptor->socket.listen(boost::asio::socket_base::max_listen_connections,
                            code);
  }
  if (code) {
    return false;
  }
  port_ = acceptor->socket.local_endpoint(code).port();
  acceptors_.push_back(std::move(acceptor));
  return true;
}

void HttpPort::Accept(Acceptor& acceptor) {
  if (set_.size() >= environment_.options.max_connections) {
    AcceptLater(acceptor);
    return;
  }
  acceptor.socket.async_accept(
      boost::asio::make_strand(io_),
      [this, &acceptor](const error_code& code, TcpSocket socket) {
        OnAccept(acceptor, code, std::move(socket));
      });
}

void HttpPort::OnAccept(Acceptor& acceptor, const error_code& code,
                        TcpSocket socket) {
  if (code == boost::asio::error::operation_aborted ||
      !acceptor.socket.is_open()) {
    return;
  }
  if (code) {
    AcceptLater(acceptor);
    return;
  }
  // Without memory for its connection, the socket is closed.
  (void)WithinMemory(absl::OkStatus(), [this, &socket] {
    Serve(std::move(socket));
    return absl::OkStatus();
  });
  Accept(acceptor);
}

void HttpPort::AcceptLater(Acceptor& acceptor) {
  acceptor.retry.expires_after(kAcceptRetry);
  acceptor.retry.async_wait([this, &acceptor](const error_code& code) {
    if (!code && acceptor.socket.is_open()) {
      Accept(acceptor);
    }
  });
}

void HttpPort::Serve(TcpSocket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const HttpStrand strand = socket.get_executor();
  std::string peer = PeerOf(socket);
  std::unique_ptr<ByteStream> stream;
  if (tls_ == nullptr) {
    stream = MakePlainStream(std::move(socket));
  } else if (auto context = tls_->Current()) {
    stream = MakeTlsStream(std::move(socket), std::move(context));
  } else {
    return;
  }
  const auto connection = std::make_shared<HttpConnection>(
      HttpConnection::Accepted{.stream = std::move(stream),
                               .strand = strand,
                               .peer = std::move(peer)},
      environment_, set_);
  connection->Start();
  if (draining_.load()) {
    connection->CloseWhenIdle();
  }
}

void HttpPort::SweepLater() {
  sweep_.expires_after(kSweepInterval);
  sweep_.async_wait([this](const error_code& code) {
    if (!code) {
      Sweep();
      SweepLater();
    }
  });
}

void HttpPort::Sweep() {
  // Without memory, the next sweep finds the connections.
  (void)WithinMemory(absl::OkStatus(), [this] {
    set_.ForEach([](HttpConnection& connection) { connection.CheckTimers(); });
    return absl::OkStatus();
  });
}

void HttpPort::BeginDrain() {
  draining_.store(true);
  set_.ForEach([](HttpConnection& connection) { connection.CloseWhenIdle(); });
}

void HttpPort::Close(std::chrono::seconds grace) {
  if (!work_) {
    return;
  }
  BeginDrain();
  std::promise<void> closed;
  boost::asio::post(accept_strand_, [this, &closed] {
    error_code ignored;
    for (const auto& acceptor : acceptors_) {
      acceptor->socket.close(ignored);
      acceptor->retry.cancel();
    }
    closed.set_value();
  });
  // From here on, no connection is added.
  closed.get_future().wait();
  set_.AwaitNone(environment_.clock, environment_.clock.Now() + grace);
  set_.ForEach([](HttpConnection& connection) { connection.Close(); });
  set_.AwaitNone(environment_.clock, kNever);
  work_.reset();
  io_.stop();
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
}

}  // namespace interpres
