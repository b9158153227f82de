// Between a connection and the call that answers its request.

#ifndef INTERPRES_SERVER_HTTP_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_HTTP_CALL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "server/admission/receive_budget.h"
#include "server/http/http_message.h"

namespace interpres {

// Takes the response of a call. Thread-safe. The call ends with Send, or with
// BeginStream, any number of StreamData, and EndStream. After Send or EndStream
// the sink may destroy the call immediately, on another thread.
class ResponseSink {
 public:
  virtual ~ResponseSink() = default;
  virtual void Send(HttpResponse response) = 0;
  // Sends the head of a response whose body comes in parts. `head.body` is the
  // first part.
  virtual void BeginStream(HttpResponse head) = 0;
  virtual void StreamData(std::string data) = 0;
  virtual void EndStream() = 0;
};

// The answer to one request. The sink holds the call until the call has ended
// and its response has been written.
class HttpCall {
 public:
  HttpCall() = default;
  virtual ~HttpCall() = default;
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;

  // Begins. May end the call before it returns. REQUIRES: called once.
  virtual void Start() = 0;
  // The sender no longer wants the response. The call still ends. REQUIRES:
  // Start has returned, and the call has not been destroyed.
  virtual void Cancel() = 0;
};

// The arguments of a new call.
struct CallParts {
  HttpRequest request;
  std::shared_ptr<ResponseSink> sink;
  // Holds the body. Null if the request has no body.
  std::unique_ptr<MessageMemory> memory = nullptr;
};

// Knows the routes. Thread-safe, because every connection uses it.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;

  // What happens to a request whose head has arrived.
  struct Verdict {
    // The response if the request is refused without its body.
    std::optional<HttpResponse> refusal = {};
    // The client key for the memory of the body.
    uint64_t client = 0;
  };
  virtual Verdict CheckHead(const HttpRequest& head) = 0;

  // Returns the call that answers the request. REQUIRES: CheckHead has not
  // refused the request.
  virtual std::unique_ptr<HttpCall> MakeCall(CallParts parts) = 0;

  // Returns the response to a request that cannot be received or has no room.
  // `head` has only the parts that arrived.
  virtual HttpResponse Refuse(const HttpRequest& head, int status,
                              const absl::Status& reason) = 0;

  // Adds the headers that every response to `head` has, and counts the
  // response. Called once for each response, before its head is written.
  virtual void Complete(const HttpRequest& head, HttpResponse& response) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_CALL_H_
