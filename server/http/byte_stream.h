// A connection as a stream of bytes: plain, or encrypted by TLS. Virtual,
// because both serve the same HttpConnection.

#ifndef INTERPRES_SERVER_HTTP_BYTE_STREAM_H_
#define INTERPRES_SERVER_HTTP_BYTE_STREAM_H_

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>

namespace interpres {

// The bytes of one connection, plain or through TLS. A handler runs once, after
// the function that takes the handler has returned. The handler gets the error,
// if any, and the number of bytes. At most one Read and one Write may be
// pending. Not thread-safe: the functions and the handlers run on the strand of
// the socket.
class ByteStream {
 public:
  using Handler =
      std::function<void(boost::system::error_code, std::size_t bytes)>;

  ByteStream() = default;
  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Performs the TLS handshake, as the server. A plain stream only runs the
  // handler. The handler gets 0 bytes. REQUIRES: called once, before Read and
  // Write.
  virtual void Handshake(Handler handler) = 0;
  // Reads at least one byte into `buffer`, and then runs the handler. The end
  // of the input counts as an error. REQUIRES: `buffer` stays valid until the
  // handler runs.
  virtual void Read(boost::asio::mutable_buffer buffer, Handler handler) = 0;
  // Writes at least one byte of `buffer`, and then runs the handler with the
  // number of bytes or an error. REQUIRES: `buffer` stays valid until the
  // handler runs.
  virtual void Write(boost::asio::const_buffer buffer, Handler handler) = 0;
  // Tells the peer that no further byte comes. Ignores errors. REQUIRES: no
  // Write is pending.
  virtual void ShutdownWrite() = 0;
  // Closes the connection. Pending handlers run with an error.
  virtual void Close() = 0;
};

// Runs the handlers of one connection one after another.
using HttpStrand = boost::asio::strand<boost::asio::io_context::executor_type>;
using TcpSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, HttpStrand>;

std::unique_ptr<ByteStream> MakePlainStream(TcpSocket socket);
// Returns a stream that encrypts the bytes of `socket` with TLS, as the server.
// The stream keeps `context` alive.
std::unique_ptr<ByteStream> MakeTlsStream(
    TcpSocket socket, std::shared_ptr<boost::asio::ssl::context> context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_BYTE_STREAM_H_
