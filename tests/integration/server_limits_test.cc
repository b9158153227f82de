// Calls that need no token are limited in number too.

#include <grpcpp/generic/generic_stub.h>

#include <list>
#include <memory>
#include <string>

#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ServerLimitsTest = ServerFixture;

// A reflection stream that stays open after its first answer.
class ReflectionStream {
 public:
  explicit ReflectionStream(grpc::GenericStub& stub)
      : stream_(stub.PrepareCall(
            &context_,
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
            &queue_)) {
    stream_->StartCall(nullptr);
    Await();
    // A ServerReflectionRequest with list_services = "*".
    const grpc::Slice slice(std::string("\x3A\x01*"));
    stream_->Write(grpc::ByteBuffer(&slice, 1), nullptr);
    Await();
  }

  // Whether the server answers.
  bool Read() {
    grpc::ByteBuffer answer;
    stream_->Read(&answer, nullptr);
    return Await();
  }
  grpc::Status Finish() {
    grpc::Status status;
    stream_->Finish(&status, nullptr);
    Await();
    return status;
  }
  void Cancel() { context_.TryCancel(); }

 private:
  bool Await() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
};

TEST_F(ServerLimitsTest, ReflectionStreamsAreLimitedAndTheServiceStaysUp) {
  constexpr int kMaxThreads = 64;  // server/grpc/connection_arguments.cc
  Start(SmallServer());
  grpc::GenericStub stub(channel());
  std::list<ReflectionStream> open;
  int refused = 0;
  for (int i = 0; i < kMaxThreads + 16; ++i) {
    ReflectionStream& stream = open.emplace_back(stub);
    if (!stream.Read()) {
      EXPECT_EQ(stream.Finish().error_code(),
                grpc::StatusCode::RESOURCE_EXHAUSTED);
      open.pop_back();
      ++refused;
    }
  }
  EXPECT_GE(refused, 16);
  EXPECT_LE(open.size(), static_cast<size_t>(kMaxThreads));
  EXPECT_GE(open.size(), 16u);
  v1::TranslateResponse response;
  EXPECT_TRUE(Translate(Request({"the cat"}), response).ok());
  for (ReflectionStream& stream : open) {
    stream.Cancel();
    stream.Finish();
  }
}

}  // namespace
}  // namespace interpres
