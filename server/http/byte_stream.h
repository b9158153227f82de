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

// Not thread-safe: the strand of the socket runs the functions and the
// handlers. A handler runs once, later than the function that takes it. At most
// one Read and one Write may be pending.
class ByteStream {
 public:
  using Handler =
      std::function<void(boost::system::error_code, std::size_t bytes)>;

  ByteStream() = default;
  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Prepares the stream. REQUIRES: called once, before the other functions.
  virtual void Handshake(Handler handler) = 0;
  // Reads at least one byte into `buffer`, unless an error occurs.
  virtual void Read(boost::asio::mutable_buffer buffer, Handler handler) = 0;
  // Writes at least one byte of `buffer`, unless an error occurs.
  virtual void Write(boost::asio::const_buffer buffer, Handler handler) = 0;
  // Tells the peer that no further byte comes. REQUIRES: no Write is pending.
  virtual void ShutdownWrite() = 0;
  // Closes the connection. Pending handlers run with an error.
  virtual void Close() = 0;
};

// Runs the handlers of one connection one after another.
using HttpStrand = boost::asio::strand<boost::asio::io_context::executor_type>;
using TcpSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, HttpStrand>;

std::unique_ptr<ByteStream> MakePlainStream(TcpSocket socket);
// The stream holds `context` as long as it lives.
std::unique_ptr<ByteStream> MakeTlsStream(
    TcpSocket socket, std::shared_ptr<boost::asio::ssl::context> context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_BYTE_STREAM_H_
