// The head of a response as bytes.

#ifndef INTERPRES_SERVER_HTTP_RESPONSE_HEAD_H_
#define INTERPRES_SERVER_HTTP_RESPONSE_HEAD_H_

#include <optional>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace interpres {

// How a response says where its body ends.
struct Framing {
  // The size of the body in bytes. Null means that the body has chunks, or ends
  // with the connection, or that the status allows no body.
  std::optional<std::size_t> length = std::nullopt;
  bool chunked = false;
  bool keep_alive = true;
};

// Returns the status line, the headers and the empty line of a response.
// Control characters in the values of headers become spaces, so that a value
// cannot end its header. `date` is the value of the header Date.
std::string FormatHead(const HttpResponse& response, const Framing& framing,
                       std::string_view date);

// Returns the current time as a value of the header Date.
std::string HttpDate();

// Returns the data as one chunk (RFC 9112, section 7.1). REQUIRES: `data` is
// not empty, because an empty chunk ends the body.
std::string FormatChunk(std::string_view data);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";
inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_RESPONSE_HEAD_H_
