// An HTTP port whose calls the test answers.

#ifndef INTERPRES_TESTS_SERVER_HTTP_HTTP_PORT_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_HTTP_HTTP_PORT_FIXTURE_H_

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"
#include "server/http/http_port.h"
#include "server/http/http_status.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/http_client.h"

namespace interpres {

// Gives the calls to the test, except calls to /echo, which return their body.
// Thread-safe.
class FakeHandler final : public HttpHandler {
 public:
  Verdict CheckHead(const HttpRequest& head) override {
    if (head.path == "/refused") {
      return {.refusal = ErrorResponse(absl::UnauthenticatedError("no"))};
    }
    return {.client = 1};
  }
  std::unique_ptr<HttpCall> MakeCall(CallParts parts) override {
    return std::make_unique<Call>(*this, std::move(parts));
  }
  HttpResponse Refuse(const HttpRequest& /*head*/, int status,
                      const absl::Status& reason) override {
    return ErrorResponse(status, reason);
  }
  void Complete(const HttpRequest& head, HttpResponse& response) override {
    response.headers.emplace_back("x-path", head.path);
  }

  // Blocks until a call has started, and returns its sink.
  std::shared_ptr<ResponseSink> AwaitCall() ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    while (sinks_.empty()) {
      changed_.Wait(mutex_);
    }
    std::shared_ptr<ResponseSink> sink = std::move(sinks_.front());
    sinks_.pop_front();
    return sink;
  }
  void AwaitCancelled(int count) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    while (cancelled_ < count) {
      changed_.Wait(mutex_);
    }
  }

 private:
  class Call final : public HttpCall {
   public:
    Call(FakeHandler& handler, CallParts parts)
        : handler_(handler), parts_(std::move(parts)) {}
    void Start() override {
      if (parts_.request.path == "/echo") {
        parts_.sink->Send({.content_type = "text/plain",
                           .body = std::move(parts_.request.body)});
        return;
      }
      const MutexLock lock(handler_.mutex_);
      handler_.sinks_.push_back(parts_.sink);
      handler_.changed_.NotifyAll();
    }
    void Cancel() override {
      const MutexLock lock(handler_.mutex_);
      ++handler_.cancelled_;
      handler_.changed_.NotifyAll();
    }

   private:
    FakeHandler& handler_;
    CallParts parts_;
  };

  Mutex mutex_;
  CondVar changed_;
  std::deque<std::shared_ptr<ResponseSink>> sinks_ ABSL_GUARDED_BY(mutex_);
  int cancelled_ ABSL_GUARDED_BY(mutex_) = 0;
};

class HttpPortTest : public ::testing::Test {
 protected:
  static constexpr int64_t kMaxBody = 1 << 20;

  void SetUp() override {
    const absl::Status started = port_.Start();
    ASSERT_TRUE(started.ok()) << started;
  }

  static HttpOptions Options() {
    return {.address = "127.0.0.1:0",
            .idle_timeout = std::chrono::seconds(60),
            .read_timeout = std::chrono::seconds(30),
            // So long that a Sweeper of other times does not reach it.
            .write_timeout = std::chrono::hours(1000),
            // So that a Sweeper does not end it.
            .linger = std::chrono::hours(24 * 365),
            .max_body_bytes = kMaxBody};
  }

  // Blocks until the port has this number of connections.
  void AwaitConnections(int64_t count) {
    while (port_.connections() != count) {
      port_.Sweep();
    }
  }
  // Moves the clock and lets the connections look at it.
  void Advance(std::chrono::seconds time) {
    clock_.Advance(time);
    port_.Sweep();
  }
  // Advances the clock by `step` again and again, because the test cannot know
  // when the server has begun to wait for the client.
  class Sweeper {
   public:
    Sweeper(HttpPortTest& test, std::chrono::seconds step)
        : thread_([this, &test, step] {
            while (!ended_) {
              test.Advance(step);
              // Keeps the clock from running far ahead of the server.
              HttpTestClient(test.port_.port()).Get("/echo");
            }
          }) {}
    ~Sweeper() {
      ended_ = true;
      thread_.join();
    }
    Sweeper(const Sweeper&) = delete;
    Sweeper& operator=(const Sweeper&) = delete;

   private:
    std::atomic<bool> ended_ = false;
    std::thread thread_;  // last: uses the others
  };

  FakeClock clock_;
  Metrics metrics_;
  ReceiveBudget received_{{.total_bytes = 2 * kMaxBody,
                           .message_bytes = kMaxBody,
                           .max_receive = std::chrono::hours(1)},
                          clock_};
  FakeHandler handler_;
  const HttpOptions options_ = Options();
  const HttpEnvironment environment_{.options = options_,
                                     .handler = handler_,
                                     .received = received_,
                                     .clock = clock_,
                                     .metrics = metrics_};
  HttpPort port_{environment_, nullptr};
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_HTTP_HTTP_PORT_FIXTURE_H_
