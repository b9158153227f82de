// Streams whose messages Protocol Buffers does not take.

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>

#include "server/grpc/wire.h"
#include "tests/server/grpc/stream_call_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class StreamBytesTest : public StreamCallTest {
 protected:
  // A stream of one message with these bytes; fills the last answer.
  grpc::Status SendBytes(const std::string& bytes, grpc::ByteBuffer& response) {
    const grpc::Slice slice(bytes);
    grpc::ByteBuffer request(&slice, 1);
    grpc::ClientContext context;
    grpc::GenericStub generic(channel_);
    std::promise<grpc::Status> done;
    generic.UnaryCall(
        &context, "/interpres.v1.TranslationService/StreamTranslate",
        grpc::StubOptions(), &request, &response,
        [&done](grpc::Status status) { done.set_value(std::move(status)); });
    return done.get_future().get();
  }
};

TEST_F(StreamBytesTest, AMessageWithoutAnIdEndsTheStream) {
  Start({});
  grpc::ByteBuffer response;
  EXPECT_EQ(SendBytes("\xFF\xFF\xFF", response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  AwaitNoCalls();
}

TEST_F(StreamBytesTest, AMessageWithTheDefaultIdHasItsOwnError) {
  Start({});
  grpc::ByteBuffer bytes;
  const grpc::Status status = SendBytes(
      "\x12\x06\x0A\x04"
      "caf\xE9",
      bytes);
  EXPECT_TRUE(status.ok()) << status.error_message();
  v1::StreamTranslateResponse response;
  ASSERT_TRUE(ParseMessage(bytes, response).ok());
  EXPECT_EQ(response.id(), 0U);
  EXPECT_EQ(response.error().code(), 3);
  EXPECT_THAT(response.error().message(), HasSubstr("UTF-8"));
  AwaitNoCalls();
}

}  // namespace
}  // namespace interpres
