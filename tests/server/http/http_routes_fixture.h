// The routes over a tiny model whose jobs nothing takes.

#ifndef INTERPRES_TESTS_SERVER_HTTP_HTTP_ROUTES_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_HTTP_HTTP_ROUTES_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"
#include "server/http/http_routes.h"
#include "tests/server/service/service_fixture.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {

// Keeps a response. Thread-safe.
class RecordingSink final : public ResponseSink {
 public:
  void Send(HttpResponse response) override {
    const MutexLock lock(mutex_);
    response_ = std::move(response);
    ended_ = true;
    changed_.NotifyAll();
  }
  void BeginStream(HttpResponse head) override {
    const MutexLock lock(mutex_);
    response_ = std::move(head);
  }
  void StreamData(std::string data) override {
    const MutexLock lock(mutex_);
    response_.body += data;
  }
  void EndStream() override {
    const MutexLock lock(mutex_);
    ended_ = true;
    changed_.NotifyAll();
  }

  // Blocks until the call has ended.
  HttpResponse Await() ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    while (!ended_) {
      changed_.Wait(mutex_);
    }
    return response_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_ ABSL_GUARDED_BY(mutex_);
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
};

class HttpRoutesTest : public ServiceTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(temp_.path() / "tiny", {}).ok());
    auto model = ServedModel::Load(
        {.name = "tiny", .path = temp_.path() / "tiny"},
        {.compute_type = "float32", .workers = 0, .queue = {}},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    models_.Put(*std::move(model));
    routes_.Open();
  }

  // A call and its sink.
  struct Running {
    std::shared_ptr<RecordingSink> sink = {};
    std::unique_ptr<HttpCall> call = {};
  };

  static HttpRequest Post(const std::string& path, const std::string& body,
                          const std::string& type = "application/json") {
    return {.method = "POST",
            .path = path,
            .headers = {{"content-type", type}},
            .body = body,
            .peer = "ipv4:192.0.2.1:5"};
  }
  static HttpRequest Get(const std::string& path) {
    return {.method = "GET", .path = path};
  }

  Running Start(HttpRequest request) {
    Running running{.sink = std::make_shared<RecordingSink>()};
    running.call =
        routes_.MakeCall({.request = std::move(request), .sink = running.sink});
    running.call->Start();
    return running;
  }

  // The response to a request, as a connection would send it.
  HttpResponse Ask(const HttpRequest& request) {
    HttpHandler::Verdict verdict = routes_.CheckHead(request);
    HttpResponse response = verdict.refusal ? *std::move(verdict.refusal)
                                            : Start(request).sink->Await();
    routes_.Complete(request, response);
    return response;
  }

  static nlohmann::json Json(const HttpResponse& response) {
    return nlohmann::json::parse(response.body);
  }

  const TempDir temp_;
  HttpOptions options_;
  HttpRoutes routes_{options_, context_};
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_HTTP_HTTP_ROUTES_FIXTURE_H_
