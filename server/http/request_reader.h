// Reads one HTTP/1 request from bytes. Hides the parser of the HTTP library.

#ifndef INTERPRES_SERVER_HTTP_REQUEST_READER_H_
#define INTERPRES_SERVER_HTTP_REQUEST_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/http/content_coding.h"
#include "server/http/http_message.h"

namespace interpres {

// Why a request cannot be read, and the HTTP status of the answer.
struct ReadError {
  int status = 400;
  absl::Status reason = {};
};

// Reads one HTTP/1 request from bytes: first its head with ReadHead, then its
// body with ReadBody. error() says whether they failed. Not thread-safe.
class RequestReader {
 public:
  RequestReader(int64_t max_head_bytes, int64_t max_body_bytes);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // Reads a part of the head, or its rest, from `bytes`. Returns the number of
  // bytes that were read: the caller must keep the other bytes. Sets error() if
  // the head cannot be used or memory is short. REQUIRES: !head_is_done(), and
  // error() is null.
  std::size_t ReadHead(std::string_view bytes);
  bool head_is_done() const;

  // Reads a part of the body, or its rest, from `bytes`. Returns the number of
  // bytes that were read: the caller must keep the other bytes, at most
  // `max_head_bytes`. Decompresses a complete body by its Content-Encoding.
  // Sets error() if the body is malformed, if the body is too large before or
  // after the decompression, or if memory is short. REQUIRES: head_is_done(),
  // !is_done(), and error() is null.
  std::size_t ReadBody(std::string_view bytes);
  // Whether the whole request was read. True after the head if the request has
  // no body.
  bool is_done() const;

  // The error that ReadHead or ReadBody found. Null means that the request is
  // good so far.
  const std::optional<ReadError>& error() const { return error_; }

  // The request without its body. After an error, only the parts before the
  // error. REQUIRES: head_is_done().
  const HttpRequest& head() const { return request_; }
  // Whether the client may send another request on the same connection.
  // REQUIRES: head_is_done().
  bool keep_alive() const;
  // Whether the client waits for "100 Continue" before it sends the body.
  bool expects_continue() const { return expects_continue_; }

  // Moves the body out of this object and returns it. REQUIRES: is_done(), and
  // called once.
  std::string TakeBody();

 private:
  class Parser;
  // Fills request_ from the head, or error_.
  void FinishHead();
  // Decompresses the complete body, or sets error_.
  void DecodeBody();
  void Fail(int status, std::string_view message);
  void FailForMemory();

  const std::size_t max_head_bytes_;
  const int64_t max_body_bytes_;
  std::unique_ptr<Parser> parser_;
  std::size_t head_bytes_ = 0;  // that were read
  HttpRequest request_;
  std::optional<ReadError> error_;
  bool expects_continue_ = false;
  ContentCoding coding_ = ContentCoding::kIdentity;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_REQUEST_READER_H_
