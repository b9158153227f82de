// The bytes of a response that wait to be written.

#ifndef INTERPRES_SERVER_HTTP_RESPONSE_BUFFER_H_
#define INTERPRES_SERVER_HTTP_RESPONSE_BUFFER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace interpres {

// Formats one response after another as HTTP/1.1, and holds the bytes that wait
// to be written. Not thread-safe.
class ResponseBuffer {
 public:
  // Prepares for the next response: is_whole() becomes false. REQUIRES: the
  // previous response has been written, so that Pending() is empty.
  void Reset() { is_whole_ = false; }

  // Adds "100 Continue".
  void AddContinue();
  // Adds the head of the response to `request`, and the body unless the method
  // is HEAD. `is_whole` means that the body is complete; otherwise AddData and
  // End follow. `keep_alive` says whether the connection could take another
  // request. Returns whether the connection takes another request. Returns
  // false if the end of the connection marks the end of the body.
  bool Begin(const HttpRequest& request, const HttpResponse& response,
             bool is_whole, bool keep_alive);
  // AddData adds the next part of the body, and End marks the end of the body.
  // REQUIRES for both: Begin was called, and is_whole() is false.
  void AddData(std::string_view data);
  void End();

  // Whether no further byte of the response will be added.
  bool is_whole() const { return is_whole_; }

  // Returns the bytes to write next. Empty means that no byte waits to be
  // written. The result is valid until Consume has removed all its bytes, also
  // if further bytes are added.
  std::string_view Pending();
  // Removes the first `bytes` bytes of Pending(), because they are written.
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
