// The bytes of a response that wait to be written.

#ifndef INTERPRES_SERVER_HTTP_RESPONSE_BUFFER_H_
#define INTERPRES_SERVER_HTTP_RESPONSE_BUFFER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace interpres {

// Formats responses as HTTP/1.1. Not thread-safe.
class ResponseBuffer {
 public:
  // Forgets the response that was written. REQUIRES: Pending() is empty.
  void Reset() { is_whole_ = false; }

  // Adds "100 Continue".
  void AddContinue();
  // Adds the head of the response to `request`, and its body. `is_whole` means
  // that the body is complete; otherwise AddData and End follow. `keep_alive`
  // is whether the connection could take another request. Returns whether the
  // connection takes another request.
  bool Begin(const HttpRequest& request, const HttpResponse& response,
             bool is_whole, bool keep_alive);
  // REQUIRES for both: Begin was called, and the response is not whole.
  void AddData(std::string_view data);
  void End();

  // Whether no further byte of the response will be added.
  bool is_whole() const { return is_whole_; }

  // Returns the bytes to write next. Empty means that nothing waits to be
  // written. The bytes stay where they are until they are consumed, also if
  // others are added.
  std::string_view Pending();
  // The first `bytes` of Pending() have been written.
  void Consume(std::size_t bytes);

 private:
  bool is_whole_ = false;
  bool has_body_ = true;  // false for HEAD
  bool is_chunked_ = false;
  std::string added_;
  std::string pending_;
  std::size_t written_ = 0;  // of pending_
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_RESPONSE_BUFFER_H_
