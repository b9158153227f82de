#include "server/grpc/health_service.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <string>

namespace interpres {
namespace {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

HealthCheckRequest RequestFor(const std::string& service) {
  HealthCheckRequest request;
  request.set_service(service);
  return request;
}

// The service on a separate port.
class HealthServiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&health_);
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    stub_ = Health::NewStub(
        grpc::CreateChannel("127.0.0.1:" + std::to_string(port),
                            grpc::InsecureChannelCredentials()));
  }
  void TearDown() override {
    health_.EndWatches();
    server_->Shutdown();
  }

  grpc::Status Check(const std::string& service,
                     HealthCheckResponse::ServingStatus& status) {
    grpc::ClientContext context;
    HealthCheckResponse response;
    grpc::Status result =
        stub_->Check(&context, RequestFor(service), &response);
    status = response.status();
    return result;
  }

  static constexpr size_t kMaxWatches = 3;

  HealthService health_{{"one.Service", "another.Service"}, kMaxWatches};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Health::Stub> stub_;
};

// The next status that a Watch writes, or its end.
class Watcher {
 public:
  Watcher(Health::Stub& stub, const std::string& service)
      : reader_(stub.Watch(&context_, RequestFor(service))) {}

  std::string Next() {
    HealthCheckResponse response;
    if (!reader_->Read(&response)) {
      return "end";
    }
    return HealthCheckResponse::ServingStatus_Name(response.status());
  }
  grpc::Status Finish() { return reader_->Finish(); }
  void Cancel() { context_.TryCancel(); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<HealthCheckResponse>> reader_;
};

TEST_F(HealthServiceTest, CheckStartsNotServingAndFollows) {
  HealthCheckResponse::ServingStatus status = HealthCheckResponse::UNKNOWN;
  for (const char* service : {"", "one.Service", "another.Service"}) {
    health_.SetServing(false);
    ASSERT_TRUE(Check(service, status).ok()) << service;
    EXPECT_EQ(status, HealthCheckResponse::NOT_SERVING) << service;
    health_.SetServing(true);
    ASSERT_TRUE(Check(service, status).ok()) << service;
    EXPECT_EQ(status, HealthCheckResponse::SERVING) << service;
  }
}

TEST_F(HealthServiceTest, IsNotServingAtFirst) {
  HealthCheckResponse::ServingStatus status = HealthCheckResponse::UNKNOWN;
  ASSERT_TRUE(Check("", status).ok());
  EXPECT_EQ(status, HealthCheckResponse::NOT_SERVING);
}

TEST_F(HealthServiceTest, CheckOfAnUnknownServiceIsNotFound) {
  health_.SetServing(true);
  HealthCheckResponse::ServingStatus status = HealthCheckResponse::UNKNOWN;
  const grpc::Status result = Check("no.Service", status);
  EXPECT_EQ(result.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_NE(result.error_message().find("ask for \"\""), std::string::npos);
}

TEST_F(HealthServiceTest, WatchTellsEveryChangeAndNothingElse) {
  Watcher watcher(*stub_, "one.Service");
  EXPECT_EQ(watcher.Next(), "NOT_SERVING");
  health_.SetServing(false);  // no change, no message
  health_.SetServing(true);
  EXPECT_EQ(watcher.Next(), "SERVING");
  health_.SetServing(false);
  EXPECT_EQ(watcher.Next(), "NOT_SERVING");
  health_.EndWatches();
  EXPECT_EQ(watcher.Next(), "end");
  EXPECT_EQ(watcher.Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(HealthServiceTest, WatchOfAnUnknownServiceStaysOpen) {
  Watcher watcher(*stub_, "no.Service");
  EXPECT_EQ(watcher.Next(), "SERVICE_UNKNOWN");
  health_.SetServing(true);  // still unknown
  health_.EndWatches();
  EXPECT_EQ(watcher.Next(), "end");
}

TEST_F(HealthServiceTest, AWatchThatComesAfterTheEndEndsToo) {
  health_.EndWatches();
  Watcher watcher(*stub_, "");
  EXPECT_EQ(watcher.Next(), "NOT_SERVING");
  EXPECT_EQ(watcher.Next(), "end");
  EXPECT_EQ(watcher.Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(HealthServiceTest, WatchesAreLimitedInNumber) {
  std::list<Watcher> watchers;
  for (size_t i = 0; i < kMaxWatches; ++i) {
    watchers.emplace_back(*stub_, "");
    EXPECT_EQ(watchers.back().Next(), "NOT_SERVING");
  }
  Watcher refused(*stub_, "");
  EXPECT_EQ(refused.Next(), "end");
  const grpc::Status status = refused.Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("3 concurrent Watch calls"),
            std::string::npos);
  // A watch that ends makes room.
  watchers.front().Cancel();
  EXPECT_EQ(watchers.front().Next(), "end");
  watchers.pop_front();
  std::string next;
  while ((next = Watcher(*stub_, "").Next()) == "end") {
  }
  EXPECT_EQ(next, "NOT_SERVING");
}

TEST_F(HealthServiceTest, ACancelledWatchLeavesTheOthers) {
  Watcher gone(*stub_, "");
  Watcher stays(*stub_, "");
  EXPECT_EQ(gone.Next(), "NOT_SERVING");
  EXPECT_EQ(stays.Next(), "NOT_SERVING");
  gone.Cancel();
  EXPECT_EQ(gone.Next(), "end");
  EXPECT_EQ(gone.Finish().error_code(), grpc::StatusCode::CANCELLED);
  health_.SetServing(true);
  EXPECT_EQ(stays.Next(), "SERVING");
}

}  // namespace
}  // namespace interpres
