// HTTP requests and responses as the routes see them. Includes no header of the
// HTTP library.

#ifndef INTERPRES_SERVER_HTTP_HTTP_MESSAGE_H_
#define INTERPRES_SERVER_HTTP_HTTP_MESSAGE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/base/clock.h"

namespace interpres {

// Statuses of responses.
inline constexpr int kHttpOk = 200;
inline constexpr int kHttpCreated = 201;
inline constexpr int kHttpNoContent = 204;
inline constexpr int kHttpNotModified = 304;
inline constexpr int kHttpBadRequest = 400;
inline constexpr int kHttpForbidden = 403;
inline constexpr int kHttpNotFound = 404;
inline constexpr int kHttpMethodNotAllowed = 405;
inline constexpr int kHttpRequestTimeout = 408;
inline constexpr int kHttpTooLarge = 413;
inline constexpr int kHttpUnsupportedType = 415;
inline constexpr int kHttpExpectationFailed = 417;
inline constexpr int kHttpTooManyRequests = 429;
inline constexpr int kHttpHeadTooLarge = 431;
// The status of DeepL's API for a quota that is used up.
inline constexpr int kHttpQuotaExceeded = 456;
inline constexpr int kHttpNotImplemented = 501;
inline constexpr int kHttpUnavailable = 503;
inline constexpr int kHttpDeadlineExceeded = 504;

// Pairs of a lower-case name and a value, in the order of the message.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// Returns the first value of the header with this lower-case name, or an empty
// view if `headers` lack the name. The result is valid as long as `headers` do
// not change.
std::string_view HeaderValue(const HttpHeaders& headers, std::string_view name);

struct HttpRequest {
  std::string method = {};  // as the client sent it, for example "GET"
  std::string path = {};    // begins with "/", percent-decoded; or "*"
  std::string query = {};   // after "?", with percent-encoding
  HttpHeaders headers = {};
  std::string body = {};
  // False for HTTP/1.0, whose clients know no chunks.
  bool knows_chunks = true;
  // The sender's address, as CallInfo::peer.
  std::string peer = {};
  // The time at which the client stops waiting: the time at which the server
  // read the head, plus the header x-request-timeout. kNever means no deadline.
  TimePoint deadline = kNever;

  std::string_view Header(std::string_view name) const {
    return HeaderValue(headers, name);
  }
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";  // empty without a body
  std::string body = {};
  // Headers beside content-type, with lower-case names. The connection adds
  // date, content-length, transfer-encoding and connection.
  HttpHeaders headers = {};
};

// Returns the words of a status line for the HTTP status, for example "Not
// Found" for 404. Returns "<unknown-status>" for an unknown status.
std::string_view ReasonPhrase(int status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_MESSAGE_H_
