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

// The computation of the response to one request, which the call sends to a
// ResponseSink. The sink holds the call until the call has ended and its
// response has been written, or its connection has been closed.
class HttpCall {
 public:
  HttpCall() = default;
  virtual ~HttpCall() = default;
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;

  // Begins the call and does not wait for its end. The call may end before
  // Start returns. REQUIRES: called once.
  virtual void Start() = 0;
  // Cancels the call, because the sender no longer wants the response. Other
  // threads may work on the call. Unless the call has ended, it must still end
  // with Send or EndStream. REQUIRES: called once, after Start has returned.
  virtual void Cancel() = 0;
};

// The arguments of a new call.
struct CallParts {
  HttpRequest request;
  std::shared_ptr<ResponseSink> sink;
  // The part of the receive budget that the body uses, until this object is
  // destroyed. Null if the request has no body.
  std::unique_ptr<MessageMemory> memory = nullptr;
};

// Checks requests, makes the calls that answer them, and refuses requests. All
// connections use one handler. Thread-safe.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;

  // The decision about a request whose head has arrived.
  struct Verdict {
    // The response that refuses the request before its body is read. Null means
    // that the request is accepted.
    std::optional<HttpResponse> refusal = {};
    // The client key that the memory of the body is counted for. Has no meaning
    // if the request is refused.
    uint64_t client = 0;
  };
  // Checks the complete head of a request before its body is read, and returns
  // the decision. May count a refusal in the metrics.
  virtual Verdict CheckHead(const HttpRequest& head) = 0;

  // Returns the call that answers `parts.request` through `parts.sink`. The
  // caller must call Start of the call. REQUIRES: CheckHead has not refused the
  // request.
  virtual std::unique_ptr<HttpCall> MakeCall(CallParts parts) = 0;

  // Returns the response to a request that cannot be received, or whose body
  // has no room in memory. `status` is the HTTP status, and `reason` is the
  // error for the body. `head` has only the parts that arrived.
  virtual HttpResponse Refuse(const HttpRequest& head, int status,
                              const absl::Status& reason) = 0;

  // Adds the headers that every response to `head` has, and counts the
  // response. Called once for each response, before its head is written.
  virtual void Complete(const HttpRequest& head, HttpResponse& response) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_CALL_H_
