// Tested by tests/server/http/http_port_test.cc.

#include "server/http/byte_stream.h"

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <utility>

namespace interpres {
namespace {

using boost::system::error_code;

void CloseSocket(TcpSocket& socket) {
  error_code ignored;
  socket.shutdown(TcpSocket::shutdown_both, ignored);
  socket.close(ignored);
}

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(TcpSocket socket) : socket_(std::move(socket)) {}

  void Handshake(Handler handler) override {
    boost::asio::post(socket_.get_executor(), [handler = std::move(handler)] {
      handler(error_code(), 0);
    });
  }
  void Read(boost::asio::mutable_buffer buffer, Handler handler) override {
    socket_.async_read_some(buffer, std::move(handler));
  }
  void Write(boost::asio::const_buffer buffer, Handler handler) override {
    socket_.async_write_some(buffer, std::move(handler));
  }
  void ShutdownWrite() override {
    error_code ignored;
    socket_.shutdown(TcpSocket::shutdown_send, ignored);
  }
  void Close() override { CloseSocket(socket_); }

 private:
  TcpSocket socket_;
};

class TlsStream final : public ByteStream {
 public:
  TlsStream(TcpSocket socket,
            std::shared_ptr<boost::asio::ssl::context> context)
      : context_(std::move(context)), stream_(std::move(socket), *context_) {}

  void Handshake(Handler handler) override {
    stream_.async_handshake(
        boost::asio::ssl::stream_base::server,
        [handler = std::move(handler)](error_code code) { handler(code, 0); });
  }
  void Read(boost::asio::mutable_buffer buffer, Handler handler) override {
    stream_.async_read_some(buffer, std::move(handler));
  }
  void Write(boost::asio::const_buffer buffer, Handler handler) override {
    stream_.async_write_some(buffer, std::move(handler));
  }
  // Sends no close_notify: every response says where it ends, by its length or
  // its last chunk, so that an attacker cannot cut one unnoticed.
  void ShutdownWrite() override {
    error_code ignored;
    stream_.next_layer().shutdown(TcpSocket::shutdown_send, ignored);
  }
  void Close() override { CloseSocket(stream_.next_layer()); }

 private:
  const std::shared_ptr<boost::asio::ssl::context> context_;
  boost::asio::ssl::stream<TcpSocket> stream_;
};

}  // namespace

std::unique_ptr<ByteStream> MakePlainStream(TcpSocket socket) {
  return std::make_unique<PlainStream>(std::move(socket));
}

std::unique_ptr<ByteStream> MakeTlsStream(
    TcpSocket socket, std::shared_ptr<boost::asio::ssl::context> context) {
  return std::make_unique<TlsStream>(std::move(socket), std::move(context));
}

}  // namespace interpres
