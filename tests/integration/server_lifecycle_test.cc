// Cancellation, deadlines, a full queue, health, reflection and shutdown
// against a real server.

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;
using ::testing::HasSubstr;

class ServerLifecycleTest : public ServerFixture {
 protected:
  // One text that takes a few steps.
  grpc::Status TranslateOne() {
    v1::TranslateRequest request = Request({"the cat"});
    request.mutable_options()->set_max_length(4);
    v1::TranslateResponse response;
    return Translate(request, response);
  }

  grpc::Status Check(const std::string& service,
                     HealthCheckResponse::ServingStatus& health) {
    grpc::ClientContext context;
    HealthCheckRequest request;
    request.set_service(service);
    HealthCheckResponse response;
    grpc::Status status =
        Health::NewStub(channel())->Check(&context, request, &response);
    health = response.status();
    return status;
  }
};

TEST_F(ServerLifecycleTest, ACancelledCallFreesItsSlots) {
  Start(SmallServer());
  PendingCall endless(stub(), EndlessRequest());
  AwaitAtLeast("interpres_active_slots", 1);
  endless.Cancel();
  EXPECT_EQ(endless.Await().error_code(), grpc::StatusCode::CANCELLED);
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_active_slots", 0);
  EXPECT_EQ(Metric("interpres_queue_texts"), 0);
  EXPECT_GT(Metric("interpres_cancelled_texts_total"), 100);
  EXPECT_TRUE(TranslateOne().ok());
}

TEST_F(ServerLifecycleTest, AnOldConnectionIsClosedGently) {
  ServerOptions options = SmallServer();
  options.connections.max_age = std::chrono::seconds(1);
  Start(options);
  ASSERT_TRUE(TranslateOne().ok());
  const auto deadline =
      std::chrono::system_clock::now() + std::chrono::seconds(60);
  EXPECT_TRUE(channel()->WaitForStateChange(GRPC_CHANNEL_READY, deadline));
  // The client connects again for its next call.
  EXPECT_TRUE(TranslateOne().ok());
}

TEST_F(ServerLifecycleTest, AnExpiredCallFreesItsSlots) {
  Start(SmallServer());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(300));
  v1::TranslateResponse response;
  const grpc::Status status =
      stub().Translate(&context, EndlessRequest(), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_active_slots", 0);
  EXPECT_EQ(Metric("interpres_queue_texts"), 0);
  EXPECT_TRUE(TranslateOne().ok());
}

// Among them, calls that end while their texts are tokenised: some already
// have a job, others not yet.
TEST_F(ServerLifecycleTest, ACallMayExpireAtAnyMoment) {
  Start(SmallServer());
  const v1::TranslateRequest request = EndlessRequest();
  for (int i = 1; i <= 100; ++i) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::microseconds(300 * i));
    v1::TranslateResponse response;
    EXPECT_FALSE(stub().Translate(&context, request, &response).ok());
  }
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_active_slots", 0);
  EXPECT_EQ(Metric("interpres_queue_texts"), 0);
  EXPECT_TRUE(TranslateOne().ok());
}

// The others in the batch do not notice: the same bytes as on a quiet server.
TEST_F(ServerLifecycleTest, ACallMayBeCancelledAtAnyStep) {
  Start(SmallServer());
  v1::TranslateRequest request = Request({"the cat", "a dog sees the cat"});
  request.mutable_options()->set_max_length(12);
  request.mutable_options()->set_return_token_scores(true);
  v1::TranslateResponse quiet;
  ASSERT_TRUE(Translate(request, quiet).ok());

  std::minstd_rand random(1);  // NOLINT(cert-msc51-cpp): the same in every run
  int ended = 0;
  for (int i = 0; i < 100; ++i) {
    const double steps = Metric("interpres_step_seconds_count");
    v1::TranslateRequest longer = EndlessRequest();
    longer.mutable_texts()->DeleteSubrange(2, longer.texts_size() - 2);
    longer.mutable_options()->set_beam_size(1 + random() % 4);
    PendingCall cancelled(stub(), std::move(longer));
    PendingCall neighbour(stub(), request);
    AwaitAtLeast("interpres_step_seconds_count",
                 steps + static_cast<double>(random() % 8));
    cancelled.Cancel();
    if (!cancelled.Await().ok()) {
      EXPECT_EQ(cancelled.Await().error_code(), grpc::StatusCode::CANCELLED);
      ++ended;
    }
    ASSERT_TRUE(neighbour.Await().ok()) << neighbour.Await().error_message();
    EXPECT_TRUE(SameAnswer(neighbour.response(), quiet));
  }
  EXPECT_GT(ended, 50);  // the others were done before
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_active_slots", 0);
  EXPECT_EQ(Metric("interpres_queue_texts"), 0);
}

TEST_F(ServerLifecycleTest, AFullQueueSaysWhenToRetry) {
  ServerOptions options = SmallServer();
  options.queue.max_jobs = 300;  // a window has 150
  Start(options);
  PendingCall endless(stub(), EndlessRequest());
  AwaitAtLeast("interpres_active_slots", 1);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(EndlessRequest(), response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("of the queue is full"));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  google::rpc::RetryInfo retry;
  ASSERT_EQ(details.details_size(), 1);
  ASSERT_TRUE(details.details(0).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().seconds() + retry.retry_delay().nanos(), 0);
  EXPECT_EQ(Metric(R"(interpres_rejected_total{reason="queue_full"})"), 1);
}

TEST_F(ServerLifecycleTest, HealthFollowsTheModel) {
  Listen(SmallServer());
  HealthCheckResponse::ServingStatus health{};
  for (const char* service : {"", "interpres.v1.TranslationService"}) {
    ASSERT_TRUE(Check(service, health).ok());
    EXPECT_EQ(health, HealthCheckResponse::NOT_SERVING);
  }
  EXPECT_EQ(TranslateOne().error_code(), grpc::StatusCode::UNAVAILABLE);
  // A loaded server may stop immediately, because it has accepted no request.
  ASSERT_TRUE(app().Load().ok());
  ASSERT_TRUE(Check("", health).ok());
  EXPECT_EQ(health, HealthCheckResponse::NOT_SERVING);
  EXPECT_EQ(TranslateOne().error_code(), grpc::StatusCode::UNAVAILABLE);
  app().Open();
  for (const char* service : {"", "interpres.v1.TranslationService"}) {
    ASSERT_TRUE(Check(service, health).ok());
    EXPECT_EQ(health, HealthCheckResponse::SERVING);
  }
  EXPECT_EQ(Check("no.such.Service", health).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(ServerLifecycleTest, WatchSeesEveryChange) {
  Listen(SmallServer());
  grpc::ClientContext context;
  const auto watch = Health::NewStub(channel())->Watch(&context, {});
  HealthCheckResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING);
  ASSERT_TRUE(app().Load().ok());
  app().Open();
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  EXPECT_TRUE(app().Drain().ok());
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING);
  EXPECT_FALSE(watch->Read(&response));
  EXPECT_EQ(watch->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(ServerLifecycleTest, WatchKnowsThatAServiceIsUnknown) {
  Start(SmallServer());
  grpc::ClientContext context;
  HealthCheckRequest request;
  request.set_service("no.such.Service");
  const auto watch = Health::NewStub(channel())->Watch(&context, request);
  HealthCheckResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVICE_UNKNOWN);
  context.TryCancel();
  EXPECT_FALSE(watch->Read(&response));
  EXPECT_FALSE(watch->Finish().ok());
}

TEST_F(ServerLifecycleTest, DrainFinishesAcceptedWork) {
  Start(SmallServer());
  v1::TranslateRequest request;
  for (int i = 0; i < 64; ++i) {
    request.add_texts("the cat sees the dog");
  }
  request.set_target_language("es");
  request.mutable_options()->set_max_length(200);
  PendingCall call(stub(), request);
  AwaitAtLeast("interpres_calls_in_flight", 1);
  const absl::Status drained = app().Drain();
  EXPECT_TRUE(drained.ok()) << drained;
  ASSERT_TRUE(call.Await().ok()) << call.Await().error_message();
  EXPECT_EQ(call.response().results_size(), 64);
  EXPECT_EQ(TranslateOne().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Metric("interpres_ready"), 0);
}

TEST_F(ServerLifecycleTest, ADrainThatTakesTooLongCancelsTheRest) {
  ServerOptions options = SmallServer();
  options.drain_timeout = std::chrono::seconds(0);
  Start(options);
  PendingCall endless(stub(), EndlessRequest());
  AwaitAtLeast("interpres_active_slots", 1);
  EXPECT_EQ(app().Drain().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_FALSE(endless.Await().ok());
}

TEST_F(ServerLifecycleTest, CanBeDestroyedWithCallsInFlight) {
  Start(SmallServer());
  PendingCall endless(stub(), EndlessRequest());
  AwaitAtLeast("interpres_active_slots", 1);
  Stop();
  EXPECT_FALSE(endless.Await().ok());
}

TEST_F(ServerLifecycleTest, CanBeDestroyedBeforeItIsLoaded) {
  Listen(SmallServer());
  Stop();
}

TEST_F(ServerLifecycleTest, TwoServersCannotShareAPort) {
  Start(SmallServer());
  ServerOptions options = SmallServer();
  options.models = {model_path().string()};
  options.address = "127.0.0.1:" + std::to_string(app().port());
  const auto second = ServerApp::Create(options);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr(options.address));
}

TEST_F(ServerLifecycleTest, AMissingModelIsAnError) {
  ServerOptions options = SmallServer();
  options.models = {"/nowhere/at/all"};
  auto server = ServerApp::Create(options);
  ASSERT_TRUE(server.ok()) << server.status();
  const absl::Status loaded = (*server)->Load();
  EXPECT_EQ(loaded.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(loaded.message()), HasSubstr("/nowhere/at/all"));
}

TEST_F(ServerLifecycleTest, ManyConcurrentClientsAndCancellations) {
  Start(SmallServer());
  constexpr int kThreads = 8;
  constexpr int kCalls = 12;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < kCalls; ++i) {
        v1::TranslateRequest request = Request({"the cat", "a dog sees"});
        request.mutable_options()->set_max_length(1 + (t * 7 + i * 5) % 30);
        if ((t + i) % 3 == 0) {
          // Cancelled immediately: anywhere between arrival and answer.
          PendingCall call(stub(), request);
          call.Cancel();
          const grpc::StatusCode code = call.Await().error_code();
          EXPECT_TRUE(code == grpc::StatusCode::OK ||
                      code == grpc::StatusCode::CANCELLED);
          continue;
        }
        v1::TranslateResponse response;
        const grpc::Status status = Translate(request, response);
        EXPECT_TRUE(status.ok()) << status.error_message();
        EXPECT_EQ(response.results_size(), 2);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_active_slots", 0);
}

// The bytes of a ServerReflectionRequest with list_services = "*".
TEST_F(ServerLifecycleTest, ReflectionListsTheServices) {
  Start(SmallServer());
  grpc::GenericStub generic(channel());
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto stream = generic.PrepareCall(
      &context,
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  void* tag = nullptr;
  bool ok = false;
  stream->StartCall(nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  const grpc::Slice slice(std::string("\x3A\x01*"));
  stream->Write(grpc::ByteBuffer(&slice, 1), nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  grpc::ByteBuffer answer;
  stream->Read(&answer, nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  std::vector<grpc::Slice> slices;
  ASSERT_TRUE(answer.Dump(&slices).ok());
  std::string bytes;
  for (const grpc::Slice& part : slices) {
    bytes.append(reinterpret_cast<const char*>(part.begin()), part.size());
  }
  EXPECT_THAT(bytes, HasSubstr("interpres.v1.TranslationService"));
  EXPECT_THAT(bytes, HasSubstr("grpc.health.v1.Health"));
  context.TryCancel();
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
}

// This process has translated (SentencePiece) and served (Protocol Buffers,
// reflection): the link rule of cmake/InterpresTargets.cmake holds if the
// former is a shared library and the latter is not.
TEST_F(ServerLifecycleTest, SentencePieceAndProtocolBuffersLiveTogether) {
  Start(SmallServer());
  ASSERT_TRUE(TranslateOne().ok());
  std::ifstream maps("/proc/self/maps");
  const std::string all((std::istreambuf_iterator<char>(maps)), {});
  EXPECT_THAT(all, HasSubstr("libsentencepiece.so"));
  EXPECT_THAT(all, ::testing::Not(HasSubstr("libprotobuf")));
  EXPECT_THAT(all, ::testing::Not(HasSubstr("libgrpc++_reflection")));
}

}  // namespace
}  // namespace interpres
