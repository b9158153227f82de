// One connection of the HTTP port: reads requests and writes their responses,
// one after another.
//
//   strand        OnRead: the head is complete: OnHead, wait for room
//   any thread    room: post OnRoom
//   strand        OnRead: the body is complete: StartCall
//   text thread   the call ends: Send posts OnResponse
//   strand        OnWrite: the response is written: the next request
//
// The connection always reads a little ahead, so that it sees the end of a
// client whose call is under way.

#ifndef INTERPRES_SERVER_HTTP_HTTP_CONNECTION_H_
#define INTERPRES_SERVER_HTTP_HTTP_CONNECTION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "server/admission/receive_budget.h"
#include "server/base/clock.h"
#include "server/http/byte_stream.h"
#include "server/http/connection_set.h"
#include "server/http/connection_timer.h"
#include "server/http/http_call.h"
#include "server/http/http_message.h"
#include "server/http/http_options.h"
#include "server/http/request_reader.h"
#include "server/http/response_buffer.h"
#include "server/metrics/metrics.h"

namespace interpres {

// The objects that all connections of a port share. They must outlive the
// connections.
struct HttpEnvironment {
  const HttpOptions& options;
  HttpHandler& handler;
  ReceiveBudget& received;
  Clock& clock;
  Metrics& metrics;
};

// One connection of the HTTP port: reads requests, has HttpHandler answer them,
// and writes the responses, one after another. The private functions run on the
// strand, which guards the members.
class HttpConnection final
    : public ResponseSink,
      public std::enable_shared_from_this<HttpConnection> {
 public:
  // The parts of a connection that the port has accepted.
  struct Accepted {
    std::unique_ptr<ByteStream> stream;
    HttpStrand strand;  // of the stream
    std::string peer;   // as CallInfo::peer
  };
  HttpConnection(Accepted accepted, const HttpEnvironment& environment,
                 ConnectionSet& set);
  ~HttpConnection() override = default;

  // The functions below are thread-safe.

  // Begins the TLS handshake, if any, and then reads requests. REQUIRES: called
  // once, before the other functions.
  void Start();
  // Ends the connection if its client has exceeded a timeout of HttpOptions. A
  // request whose head or body is too slow first gets a response (408 or 504).
  void CheckTimers();
  // Ends the connection after the request that is under way, or now if no
  // request is under way. A connection that has had no request still waits
  // HttpOptions::linger for its first request.
  void CloseWhenIdle();
  // Ends the connection immediately and cancels its call.
  void Close();

  void Send(HttpResponse response) override;
  void BeginStream(HttpResponse head) override;
  void StreamData(std::string data) override;
  void EndStream() override;

 private:
  enum class State {
    kHandshake,
    kHead,     // waits for a request, or reads its head
    kRoom,     // waits for room for the body
    kBody,     // reads the body
    kCall,     // the call is under way, or its response is being written
    kRefused,  // the response to a refused request is being written
    kClosing,  // drops what the client still sends
    kClosed,
  };

  // Runs `step` on the strand later. The connection lives until `step` has
  // returned, and is closed if `step` throws std::bad_alloc.
  template <typename Step>
  void Post(Step step);
  // Calls `step`. Closes the connection if `step` throws std::bad_alloc.
  template <typename Step>
  void CloseWithoutMemory(const Step& step);

  void BeginHandshake();
  void OnHandshake(bool ok);
  void BeginRequest();
  // Whether the connection waits for the first byte of a request, and the drain
  // has not yet shortened the time for it.
  bool IsIdle() const {
    return state_ == State::kHead && timer_.waiting() == Waiting::kRequest;
  }
  // Closes an idle connection that has had a request. Gives an idle connection
  // without one HttpOptions::linger for its first request. Does nothing to
  // other connections. REQUIRES: the server drains.
  void EndIdle();
  // Parses the bytes of `input_` as far as the state allows, then starts the
  // next read.
  void Advance();
  // Each function parses bytes of `input_` for its state, and handles a
  // complete head or body. Returns whether the state may have changed, so that
  // more of `input_` may be usable.
  bool AdvanceHead();
  bool AdvanceBody();
  void ReadOn();
  void OnRead(bool ok, std::size_t bytes);
  // Handles the end of the input: the client sends no further byte, or is gone.
  // Closes the connection unless a complete response is being written.
  void OnEndOfInput();
  void OnHead();
  void AwaitRoom(uint64_t client);
  void OnRoom(const absl::Status& status);
  void OnTooSlow(const absl::Status& status, int64_t request_number);
  void StartCall();

  // Sends the error response of the handler instead of starting a call. If the
  // request has not arrived completely, drops its rest and ends the connection.
  void Refuse(int status, const absl::Status& reason);
  void SendRefusal(HttpResponse response);
  void OnResponse(HttpResponse response, bool is_whole);
  void BeginResponse(HttpResponse response, bool is_whole);
  void OnStreamData(std::string_view data);
  void OnEndOfStream();
  // Starts a write of the pending bytes of the response, unless a write is
  // pending. If no byte is pending and the response is whole, finishes it.
  void Write();
  void OnWrite(bool ok, std::size_t bytes);
  void FinishResponse();

  void OnTimer(TimePoint now);
  void CloseNow();
  TimePoint Now() const { return environment_.clock.Now(); }

  ConnectionSet::Membership membership_;  // first: destroyed last
  const HttpEnvironment& environment_;
  HttpStrand strand_;
  const std::unique_ptr<ByteStream> stream_;
  const std::string peer_;

  State state_ = State::kHandshake;
  ConnectionTimer timer_;
  // The buffer of a read. While a read is pending, only the read may change the
  // buffer.
  std::vector<char> incoming_;
  std::string input_;  // was read, and is not used yet
  bool reading_ = false;
  bool input_over_ = false;
  // Set by CloseWhenIdle.
  bool draining_ = false;

  // Reads the request that is under way. `head_` is empty until the head of the
  // request is complete. Null before the handshake has ended.
  std::optional<RequestReader> reader_;
  HttpRequest head_;
  bool keep_alive_ = true;
  std::unique_ptr<MessageMemory> memory_;
  int64_t request_number_ = 0;
  std::unique_ptr<HttpCall> call_;

  // The response under way.
  ResponseBuffer output_;
  bool writing_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_CONNECTION_H_
