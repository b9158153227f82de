// A real server on a free port, over a tiny model with random weights, and a
// client for the server.

#ifndef INTERPRES_TESTS_INTEGRATION_SERVER_FIXTURE_H_
#define INTERPRES_TESTS_INTEGRATION_SERVER_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "interpres/v1/translation.grpc.pb.h"
#include "server/server_app.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {

// Number of positions of the test model. A text can be made to take this number
// of decoder steps.
inline constexpr int64_t kTestPositions = 512;

// A Translate call that runs on a thread while the test does something else.
// The destructor cancels the call.
class PendingCall {
 public:
  PendingCall(v1::TranslationService::StubInterface& stub,
              v1::TranslateRequest request)
      : request_(std::move(request)), thread_([this, &stub] {
          status_ = stub.Translate(&context_, request_, &response_);
        }) {}
  ~PendingCall() {
    if (thread_.joinable()) {
      Cancel();
      thread_.join();
    }
  }
  PendingCall(const PendingCall&) = delete;
  PendingCall& operator=(const PendingCall&) = delete;

  void Cancel() { context_.TryCancel(); }
  const grpc::Status& Await() {
    if (thread_.joinable()) {
      thread_.join();
    }
    return status_;
  }
  const v1::TranslateResponse& response() const { return response_; }

 private:
  grpc::ClientContext context_;
  const v1::TranslateRequest request_;
  v1::TranslateResponse response_;
  grpc::Status status_;
  std::thread thread_;  // last: uses all others
};

class ServerFixture : public ::testing::Test {
 protected:
  // Returns options for one worker, four slots, and ports that the system
  // chooses. There is no cache of results, so that every text is translated.
  static ServerOptions SmallServer();
  // Returns options for texts of a mebibyte: 64 slots, the queue of the
  // defaults, which is smaller than such a text, and a cache of results. Equal
  // sentences share a translation, so that the test is fast.
  static ServerOptions LargeTextServer();

  // Creates, loads and opens the server. Serves the tiny model unless `options`
  // names other models.
  void Start(const ServerOptions& options);
  // Creates the server without loading a model, so that calls get UNAVAILABLE.
  void Listen(const ServerOptions& options);

  std::shared_ptr<grpc::Channel> channel() const { return channel_; }
  v1::TranslationService::Stub& stub() const { return *stub_; }

  // Translates into Spanish.
  grpc::Status Translate(const v1::TranslateRequest& request,
                         v1::TranslateResponse& response) const;
  // Translates as a client that accepts responses of up to 64 MiB.
  grpc::Status TranslateLarge(
      const v1::TranslateRequest& request, v1::TranslateResponse& response,
      std::chrono::system_clock::time_point deadline =
          std::chrono::system_clock::time_point::max()) const;
  // Returns a request into Spanish with rules against repetition, so that no
  // text is translated a second time.
  static v1::TranslateRequest Request(std::initializer_list<const char*> texts);
  // Minutes of work for one slot.
  static v1::TranslateRequest EndlessRequest();

  // Returns the value of a metric from a scrape over HTTP. If `name` ends with
  // labels, returns the value with these labels, otherwise the sum over all
  // labels.
  double Metric(std::string_view name) const;
  // Blocks until the metric `name` is at least `value`. Fails after five
  // minutes, and so does AwaitAtMost.
  void AwaitAtLeast(std::string_view name, double value) const;
  // Blocks until the metric `name` is at most `value`.
  void AwaitAtMost(std::string_view name, double value) const;

  const std::filesystem::path& model_path() const { return model_path_; }
  ServerApp& app() { return *app_; }
  int port() const { return app_->port(); }
  void Stop() { app_.reset(); }

 private:
  TempDir directory_;
  std::filesystem::path model_path_ = directory_.path() / "tiny";
  std::unique_ptr<ServerApp> app_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::TranslationService::Stub> stub_;
};

// Returns the body of an HTTP GET of /metrics from `port` of this machine.
// Returns "" if the request fails.
std::string ScrapeMetrics(int port);

}  // namespace interpres

#endif  // INTERPRES_TESTS_INTEGRATION_SERVER_FIXTURE_H_
