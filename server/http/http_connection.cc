// Tested by tests/server/http/http_port_test.cc.

#include "server/http/http_connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <new>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/http/request_headers.h"

namespace interpres {
namespace {

// A read of a head and of a body.
constexpr std::size_t kSmallRead = 4 << 10;
constexpr std::size_t kLargeRead = 64 << 10;
// How much of the next requests is read while a call is under way.
constexpr std::size_t kReadAhead = 16 << 10;

}  // namespace

HttpConnection::HttpConnection(Accepted accepted,
                               const HttpEnvironment& environment,
                               ConnectionSet& set)
    : membership_(set),
      environment_(environment),
      strand_(std::move(accepted.strand)),
      stream_(std::move(accepted.stream)),
      peer_(std::move(accepted.peer)),
      timer_(environment.options, environment.clock.Now()) {}

template <typename Step>
void HttpConnection::Post(Step step) {
  // Held here too, because `step` may run, and drop its reference, before post
  // returns.
  const std::shared_ptr<HttpConnection> self = shared_from_this();
  boost::asio::post(strand_, [self, step = std::move(step)]() mutable {
    self->CloseWithoutMemory([&] { step(*self); });
  });
}

template <typename Step>
void HttpConnection::CloseWithoutMemory(const Step& step) {
  try {
    step();
  } catch (const std::bad_alloc&) {
    CloseNow();
  }
}

void HttpConnection::Start() {
  membership_.Publish(weak_from_this());
  Post([](HttpConnection& self) { self.BeginHandshake(); });
}

void HttpConnection::BeginHandshake() {
  stream_->Handshake(
      [held = shared_from_this()](boost::system::error_code code, std::size_t) {
        held->OnHandshake(!code);
      });
}

void HttpConnection::OnHandshake(bool ok) {
  const bool goes_on = ok && state_ != State::kClosed;
  CloseWithoutMemory([&] { goes_on ? BeginRequest() : CloseNow(); });
}

void HttpConnection::CheckTimers() {
  Post([](HttpConnection& self) { self.OnTimer(self.Now()); });
}

void HttpConnection::CloseWhenIdle() {
  Post([](HttpConnection& self) {
    self.draining_ = true;
    self.EndIdle();
  });
}

void HttpConnection::Close() {
  Post([](HttpConnection& self) { self.CloseNow(); });
}

void HttpConnection::Send(HttpResponse response) {
  Post([response = std::move(response)](HttpConnection& self) mutable {
    self.OnResponse(std::move(response), /*is_whole=*/true);
  });
}

void HttpConnection::BeginStream(HttpResponse head) {
  Post([head = std::move(head)](HttpConnection& self) mutable {
    self.OnResponse(std::move(head), /*is_whole=*/false);
  });
}

void HttpConnection::StreamData(std::string data) {
  Post([data = std::move(data)](HttpConnection& self) {
    self.OnStreamData(data);
  });
}

void HttpConnection::EndStream() {
  Post([](HttpConnection& self) { self.OnEndOfStream(); });
}

void HttpConnection::BeginRequest() {
  state_ = State::kHead;
  timer_.Enter(Waiting::kRequest, Now());
  reader_.emplace(environment_.options.max_head_bytes,
                  environment_.options.max_body_bytes);
  head_ = {};
  keep_alive_ = true;
  output_.Reset();
  ++request_number_;
  Advance();
  if (draining_) {
    EndIdle();
  }
}

void HttpConnection::EndIdle() {
  if (!IsIdle()) {
    return;
  }
  if (request_number_ > 1) {
    CloseNow();
  } else {
    // The client may be sending its first request, which needs an answer.
    timer_.Enter(Waiting::kDrainRequest, Now());
  }
}

void HttpConnection::Advance() {
  bool changed = true;
  while (changed) {
    switch (state_) {
      case State::kHead:
        changed = AdvanceHead();
        break;
      case State::kBody:
        changed = AdvanceBody();
        break;
      default:
        changed = false;
    }
  }
  ReadOn();
}

bool HttpConnection::AdvanceHead() {
  const bool begins = timer_.waiting() != Waiting::kHead;
  if (begins) {
    // Empty lines may precede a request (RFC 9112, section 2.2).
    input_.erase(0, std::min(input_.find_first_not_of("\r\n"), input_.size()));
  }
  if (input_.empty()) {
    return false;
  }
  if (begins) {
    timer_.Enter(Waiting::kHead, Now());
  }
  input_.erase(0, reader_->ReadHead(input_));
  if (reader_->head_is_done()) {  // also if the head has an error
    head_ = reader_->head();
    head_.peer = peer_;
    SetRequestId(head_);
  }
  if (reader_->error()) {
    Refuse(reader_->error()->status, reader_->error()->reason);
    return false;
  }
  if (!reader_->head_is_done()) {
    return false;
  }
  OnHead();
  return true;
}

bool HttpConnection::AdvanceBody() {
  if (input_.empty()) {
    return false;
  }
  input_.erase(0, reader_->ReadBody(input_));
  if (reader_->error()) {
    memory_.reset();
    Refuse(reader_->error()->status, reader_->error()->reason);
    return false;
  }
  if (!reader_->is_done()) {
    return false;
  }
  StartCall();
  return true;
}

void HttpConnection::ReadOn() {
  const bool wants = state_ == State::kHead || state_ == State::kBody ||
                     state_ == State::kClosing;
  const bool reads_ahead = (state_ == State::kRoom || state_ == State::kCall) &&
                           input_.size() < kReadAhead;
  if (reading_ || input_over_ || !(wants || reads_ahead)) {
    return;
  }
  reading_ = true;
  const std::size_t size = state_ == State::kBody ? kLargeRead : kSmallRead;
  if (incoming_.size() != size) {
    incoming_ = std::vector<char>(size);
  }
  stream_->Read(boost::asio::buffer(incoming_),
                [self = shared_from_this()](boost::system::error_code code,
                                            std::size_t bytes) {
                  self->CloseWithoutMemory([&] { self->OnRead(!code, bytes); });
                });
}

void HttpConnection::OnRead(bool ok, std::size_t bytes) {
  reading_ = false;
  if (state_ == State::kClosed) {
    return;
  }
  if (!ok) {
    OnEndOfInput();
    return;
  }
  if (state_ != State::kClosing) {
    input_.append(incoming_.data(), bytes);
  }
  Advance();
}

void HttpConnection::OnEndOfInput() {
  input_over_ = true;
  keep_alive_ = false;
  // A client may end its side when it has sent its last request, but only the
  // response that is already being written still reaches it for certain.
  if (!output_.is_whole() || state_ == State::kClosing) {
    CloseNow();
  }
}

void HttpConnection::OnHead() {
  keep_alive_ = reader_->keep_alive();
  const absl::StatusOr<TimePoint> deadline =
      DeadlineOfRequest(head_.Header("x-request-timeout"), Now());
  if (!deadline.ok()) {
    Refuse(kHttpBadRequest, deadline.status());
    return;
  }
  head_.deadline = *deadline;
  HttpHandler::Verdict verdict = environment_.handler.CheckHead(head_);
  if (verdict.refusal) {
    SendRefusal(*std::move(verdict.refusal));
  } else if (reader_->is_done()) {
    StartCall();
  } else {
    AwaitRoom(verdict.client);
  }
}

void HttpConnection::AwaitRoom(uint64_t client) {
  state_ = State::kRoom;
  timer_.Enter(Waiting::kServer, Now());
  memory_ = std::make_unique<MessageMemory>(environment_.received, client);
  memory_->Await({.ready =
                      [self = shared_from_this()](absl::Status status) {
                        self->Post([status = std::move(status)](
                                       HttpConnection& on_strand) {
                          on_strand.OnRoom(status);
                        });
                      },
                  .too_slow =
                      [self = shared_from_this(),
                       number = request_number_](absl::Status status) {
                        self->Post([status = std::move(status),
                                    number](HttpConnection& on_strand) {
                          on_strand.OnTooSlow(status, number);
                        });
                      }});
}

void HttpConnection::OnRoom(const absl::Status& status) {
  if (state_ == State::kClosed) {
    memory_.reset();
    return;
  }
  if (!status.ok()) {
    memory_.reset();
    environment_.metrics.RecordRejection(Rejection::kReceiveMemory);
    Refuse(kHttpTooManyRequests, status);
    return;
  }
  state_ = State::kBody;
  timer_.Enter(Waiting::kBody, Now(), head_.deadline);
  if (reader_->expects_continue() && head_.knows_chunks && input_.empty()) {
    output_.AddContinue();
    Write();
  }
  Advance();
}

void HttpConnection::OnTooSlow(const absl::Status& status,
                               int64_t request_number) {
  if (state_ == State::kBody && request_number == request_number_) {
    memory_.reset();
    environment_.metrics.RecordRejection(Rejection::kReceiveMemory);
    Refuse(kHttpTooManyRequests, status);
  }
}

void HttpConnection::StartCall() {
  state_ = State::kCall;
  timer_.Enter(Waiting::kServer, Now());
  CallParts parts{.request = head_,
                  .sink = shared_from_this(),
                  .memory = std::move(memory_)};
  parts.request.body = reader_->TakeBody();
  if (parts.memory != nullptr) {
    parts.memory->Received(static_cast<int64_t>(parts.request.body.size()));
  }
  auto call = environment_.handler.MakeCall(std::move(parts));
  call->Start();
  // After Start, because the call keeps this connection: if Start throws, no
  // response will end the call.
  call_ = std::move(call);
}

void HttpConnection::Refuse(int status, const absl::Status& reason) {
  SendRefusal(environment_.handler.Refuse(head_, status, reason));
}

void HttpConnection::SendRefusal(HttpResponse response) {
  // The rest of the request would be taken for the next request.
  keep_alive_ = keep_alive_ && reader_->head_is_done() && reader_->is_done() &&
                !reader_->error();
  state_ = State::kRefused;
  timer_.Enter(Waiting::kServer, Now());
  BeginResponse(std::move(response), /*is_whole=*/true);
}

void HttpConnection::OnResponse(HttpResponse response, bool is_whole) {
  if (state_ != State::kClosed) {
    BeginResponse(std::move(response), is_whole);
  } else if (is_whole) {
    call_.reset();
  }
}

void HttpConnection::BeginResponse(HttpResponse response, bool is_whole) {
  environment_.handler.Complete(head_, response);
  keep_alive_ = output_.Begin(head_, response, is_whole,
                              keep_alive_ && !draining_ && !input_over_);
  Write();
}

void HttpConnection::OnStreamData(std::string_view data) {
  if (state_ != State::kClosed) {
    output_.AddData(data);
    Write();
  }
}

void HttpConnection::OnEndOfStream() {
  output_.End();
  if (state_ == State::kClosed) {
    call_.reset();
  } else {
    Write();
  }
}

void HttpConnection::Write() {
  if (writing_) {
    return;
  }
  const std::string_view pending = output_.Pending();
  if (pending.empty()) {
    timer_.EndWrite();
    if (output_.is_whole()) {
      FinishResponse();
    }
    return;
  }
  writing_ = true;
  timer_.BeginWrite(Now());
  stream_->Write(
      boost::asio::buffer(pending.data(), pending.size()),
      [self = shared_from_this()](boost::system::error_code code,
                                  std::size_t bytes) {
        self->CloseWithoutMemory([&] { self->OnWrite(!code, bytes); });
      });
}

void HttpConnection::OnWrite(bool ok, std::size_t bytes) {
  writing_ = false;
  if (!ok || state_ == State::kClosed) {
    CloseNow();
    return;
  }
  output_.Consume(bytes);
  Write();
}

void HttpConnection::FinishResponse() {
  call_.reset();
  if (keep_alive_) {
    BeginRequest();
    return;
  }
  if (input_over_) {
    CloseNow();
    return;
  }
  state_ = State::kClosing;
  timer_.Enter(Waiting::kClosing, Now());
  stream_->ShutdownWrite();
  input_.clear();
  ReadOn();
}

void HttpConnection::OnTimer(TimePoint now) {
  const bool is_stuck = timer_.WriteExpired(now);
  if (state_ == State::kClosed || !(is_stuck || timer_.ReadExpired(now))) {
    return;
  }
  const std::optional<TimeoutRefusal> refusal =
      RefusalAfter(timer_.waiting(), /*is_deadline=*/now >= head_.deadline);
  if (refusal && !is_stuck) {
    memory_.reset();
    Refuse(refusal->status, refusal->reason);
  } else {
    CloseNow();
  }
}

void HttpConnection::CloseNow() {
  if (state_ == State::kClosed) {
    // A write may have ended after the call.
    if (output_.is_whole()) {
      call_.reset();
    }
    return;
  }
  const State before = std::exchange(state_, State::kClosed);
  stream_->Close();
  if (before == State::kRoom ? memory_->Withdraw() : memory_ != nullptr) {
    memory_.reset();
  }
  if (output_.is_whole()) {
    call_.reset();
  } else if (call_ != nullptr) {
    call_->Cancel();
  }
}

}  // namespace interpres
