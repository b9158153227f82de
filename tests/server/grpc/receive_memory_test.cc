// Calls whose request message has no room in the server's memory.

#include <grpcpp/generic/generic_stub.h>

#include <future>

#include "tests/server/grpc/stream_call_fixture.h"

namespace interpres {
namespace {

class ReceiveMemoryTest : public StreamCallTest {
 protected:
  void SetUp() override { Start({}); }

  // Leaves no room for any message.
  void Fill() { ASSERT_TRUE(all_.TryHold(ReceiveLimits().total_bytes).ok()); }

  // A Translate call on another thread.
  std::future<grpc::Status> Call() {
    return std::async(std::launch::async, [this] {
      v1::TranslateResponse response;
      return stub_->Translate(&client_, Message(1, "the cat").request(),
                              &response);
    });
  }

  // Lets time pass until the call has ended; how it ended.
  grpc::Status PassTimeUntilTheEndOf(std::future<grpc::Status>& call) {
    while (call.wait_for(std::chrono::seconds(0)) !=
           std::future_status::ready) {
      clock_.Advance(std::chrono::seconds(5));
      received_.Sweep();
      std::this_thread::yield();
    }
    return call.get();
  }

  MessageMemory all_{received_, 99};
};

TEST_F(ReceiveMemoryTest, ACallWaitsForRoom) {
  Fill();
  std::future<grpc::Status> call = Call();
  all_.Release();
  Finish(*TakeJobs(1).front());
  EXPECT_TRUE(call.get().ok());
  AwaitNoCalls();
  EXPECT_EQ(received_.held_bytes(), 0);
}

TEST_F(ReceiveMemoryTest, ACallThatWaitsTooLongIsRefusedWithARetryDelay) {
  Fill();
  std::future<grpc::Status> call = Call();
  const grpc::Status status = PassTimeUntilTheEndOf(call);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("bytes for request messages"),
            std::string::npos);
  EXPECT_FALSE(status.error_details().empty());
  EXPECT_NE(metrics_.Scrape().find(
                "interpres_rejected_total{reason=\"receive_memory\"} 1"),
            std::string::npos);
  AwaitNoCalls();
}

TEST_F(ReceiveMemoryTest, AWaitingCallMayBeCancelled) {
  Fill();
  std::future<grpc::Status> call = Call();
  client_.TryCancel();
  EXPECT_EQ(call.get().error_code(), grpc::StatusCode::CANCELLED);
  AwaitNoCalls();
}

TEST_F(ReceiveMemoryTest, ASenderThatIsTooSlowGivesItsRoomToOthers) {
  grpc::GenericStub stub(channel_);
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  auto slow = stub.PrepareCall(
      &context, "/interpres.v1.TranslationService/Translate", &queue);
  slow->StartCall(nullptr);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  while (received_.held_bytes() == 0) {
    std::this_thread::yield();
  }
  MessageMemory rest(received_, 99);
  ASSERT_TRUE(
      rest.TryHold(ReceiveLimits().total_bytes - ReceiveLimits().message_bytes)
          .ok());
  clock_.Advance(ReceiveLimits().max_receive);
  MessageMemory waiting(received_, 100);
  absl::Status room = absl::UnknownError("waits");
  waiting.Await(
      {.ready = [&room](const absl::Status& status) { room = status; },
       .too_slow = [](const absl::Status&) {}});
  received_.Sweep();
  grpc::Status ended;
  slow->Finish(&ended, nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_EQ(ended.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(ended.error_message().find("too slowly"), std::string::npos);
  AwaitNoCalls();
  EXPECT_TRUE(room.ok()) << room;
}

TEST_F(ReceiveMemoryTest, ACallWithoutAMessageIsAnError) {
  grpc::GenericStub stub(channel_);
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  auto call = stub.PrepareCall(
      &context, "/interpres.v1.TranslationService/Translate", &queue);
  call->StartCall(nullptr);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  call->WritesDone(nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok));
  grpc::Status status;
  call->Finish(&status, nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_NE(status.error_message().find("no request message"),
            std::string::npos);
  AwaitNoCalls();
}

TEST_F(ReceiveMemoryTest, AMessageOfAStreamWithoutRoomIsItsOwnError) {
  Fill();
  auto stream = stub_->StreamTranslate(&client_);
  Send(*stream, 7);
  const v1::StreamTranslateResponse refused = Read(*stream);
  EXPECT_EQ(refused.id(), 7u);
  EXPECT_EQ(refused.error().code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(refused.error().has_retry_delay());
  all_.Release();
  Send(*stream, 8);
  Finish(*TakeJobs(1).front());
  EXPECT_TRUE(Read(*stream).has_response());
  EXPECT_TRUE(End(*stream).ok());
  AwaitNoCalls();
  EXPECT_EQ(received_.held_bytes(), 0);
}

}  // namespace
}  // namespace interpres
