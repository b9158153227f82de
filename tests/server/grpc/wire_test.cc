#include "server/grpc/wire.h"

#include <gmock/gmock.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "interpres/v1/translation.pb.h"
#include "tests/testing/allocation_counter.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

grpc::ByteBuffer Buffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

// A length-delimited field of less than 128 bytes.
std::string Field(int number, const std::string& bytes) {
  return std::string{static_cast<char>(number << 3 | 2),
                     static_cast<char>(bytes.size())} +
         bytes;
}

TEST(WireTest, RoundTrips) {
  v1::TranslateRequest request;
  request.add_texts("año");
  request.set_target_language("es");
  grpc::ByteBuffer bytes;
  ASSERT_TRUE(SerializeMessage(request, bytes).ok());
  v1::TranslateRequest parsed;
  ASSERT_TRUE(ParseMessage(bytes, parsed).ok());
  EXPECT_EQ(parsed.SerializeAsString(), request.SerializeAsString());
}

// Every allocation of parsing and serialising fails, one after the other.
TEST(WireTest, AFailedAllocationIsAnErrorOfTheRequest) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers have their own operator new";
  }
  v1::TranslateRequest request;
  request.add_texts(std::string(1000, 'x'));
  request.add_texts(std::string(1000, 'y'));
  const grpc::ByteBuffer bytes = Buffer(request.SerializeAsString());
  bool exceeded = true;
  for (int allowed = 0; exceeded; ++allowed) {
    v1::TranslateRequest parsed;
    grpc::ByteBuffer serialized;
    absl::Status status;
    {
      const AllocationLimit limit(allowed);
      status = ParseMessage(bytes, parsed);
      if (status.ok()) {
        status = SerializeMessage(parsed, serialized);
      }
      exceeded = limit.exceeded();
    }
    EXPECT_EQ(status.code(), exceeded ? absl::StatusCode::kResourceExhausted
                                      : absl::StatusCode::kOk)
        << allowed << ": " << status;
  }
}

TEST(WireTest, AnEmptyBufferIsAnEmptyMessage) {
  v1::ListModelsRequest request;
  EXPECT_TRUE(ParseMessage(Buffer(""), request).ok());
}

TEST(WireTest, ParsesAMessageInSeveralSlices) {
  const std::string all = Field(1, "one") + Field(1, "two");
  const std::vector<grpc::Slice> slices = {grpc::Slice(all.substr(0, 3)),
                                           grpc::Slice(all.substr(3))};
  v1::TranslateRequest request;
  ASSERT_TRUE(
      ParseMessage(grpc::ByteBuffer(slices.data(), slices.size()), request)
          .ok());
  EXPECT_EQ(request.texts(1), "two");
}

// Otherwise a client that sends such bytes fills the log.
TEST(WireTest, TextThatIsNotUtf8IsNotLogged) {
  ::testing::internal::CaptureStderr();
  v1::TranslateRequest request;
  EXPECT_FALSE(ParseMessage(Buffer(Field(1, "caf\xE9 ")), request).ok());
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(WireTest, NamesTheTextThatIsNotUtf8) {
  v1::TranslateRequest request;
  const absl::Status status = ParseMessage(
      Buffer(Field(1, "fine") + Field(1, "caf\xE9 au lait")), request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("texts[1]"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("0xe9 at offset 3"));
}

TEST(WireTest, NamesTheFieldThatIsNotUtf8) {
  v1::TranslateRequest request;
  const absl::Status status =
      ParseMessage(Buffer(Field(1, "x") + Field(4, "\xFF")), request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("model is not valid"));
}

TEST(WireTest, NamesAFieldOfAnInnerMessage) {
  v1::TranslateResponse response;
  const std::string error = Field(2, Field(2, "\xC0\x80"));
  const absl::Status status = ParseMessage(Buffer(Field(1, error)), response);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("results[0].error.message is not valid"));
}

TEST(WireTest, SaysWhenTheBytesAreNoMessage) {
  for (const std::string& bytes :
       {std::string("\x0A\x7F"
                    "cut"),
        std::string("\xFF\xFF\xFF"), std::string("\x0B")}) {
    v1::TranslateRequest request;
    const absl::Status status = ParseMessage(Buffer(bytes), request);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("interpres.v1.TranslateRequest"));
  }
}

TEST(WireTest, IgnoresFieldsItDoesNotKnow) {
  v1::GetModelRequest request;
  ASSERT_TRUE(
      ParseMessage(Buffer(Field(1, "x") + Field(15, "\xFF")), request).ok());
  EXPECT_EQ(request.name(), "x");
}

constexpr std::array<int, 2> kNestedPriority = {
    v1::StreamTranslateRequest::kRequestFieldNumber,
    v1::TranslateRequest::kPriorityFieldNumber};
constexpr std::array<int, 1> kId = {v1::StreamTranslateRequest::kIdFieldNumber};

v1::StreamTranslateRequest StreamRequest(v1::Priority priority) {
  v1::StreamTranslateRequest request;
  request.set_id(300);
  request.mutable_request()->add_texts("one");
  request.mutable_request()->add_texts("two");
  request.mutable_request()->set_priority(priority);
  request.mutable_timeout()->set_seconds(1);
  return request;
}

TEST(FindVarintTest, FindsAFieldOfTheMessageOrOfOneInside) {
  const grpc::ByteBuffer bytes =
      Buffer(StreamRequest(v1::PRIORITY_BATCH).SerializeAsString());
  EXPECT_EQ(FindVarint(bytes, kId), 300u);
  EXPECT_EQ(FindVarint(bytes, kNestedPriority), v1::PRIORITY_BATCH);
}

TEST(FindVarintTest, TakesTheLastValue) {
  const std::string twice =
      StreamRequest(v1::PRIORITY_BATCH).SerializeAsString() +
      StreamRequest(v1::PRIORITY_INTERACTIVE).SerializeAsString();
  EXPECT_EQ(FindVarint(Buffer(twice), kNestedPriority),
            v1::PRIORITY_INTERACTIVE);
}

TEST(FindVarintTest, AnAbsentFieldIsZero) {
  EXPECT_EQ(FindVarint(Buffer(""), kId), 0u);
  EXPECT_EQ(FindVarint(Buffer(Field(2, "")), kNestedPriority), 0u);
}

TEST(FindVarintTest, EveryCutMessageIsAnErrorOrAShorterMessage) {
  const std::string bytes =
      StreamRequest(v1::PRIORITY_BATCH).SerializeAsString();
  for (size_t size = 0; size < bytes.size(); ++size) {
    v1::StreamTranslateRequest parsed;
    EXPECT_EQ(
        FindVarint(Buffer(bytes.substr(0, size)), kNestedPriority).has_value(),
        parsed.ParseFromString(bytes.substr(0, size)))
        << size;
  }
}

TEST(PeekPriorityTest, IsInteractiveUnlessTheRequestSaysBatch) {
  EXPECT_EQ(PeekPriority(
                Buffer(StreamRequest(v1::PRIORITY_BATCH).SerializeAsString()),
                kNestedPriority),
            Priority::kBatch);
  for (const v1::Priority priority :
       {v1::PRIORITY_UNSPECIFIED, v1::PRIORITY_INTERACTIVE}) {
    EXPECT_EQ(PeekPriority(Buffer(StreamRequest(priority).SerializeAsString()),
                           kNestedPriority),
              Priority::kInteractive);
  }
}

TEST(PeekPriorityTest, AMessageOfTooManyFieldsIsBatch) {
  v1::StreamTranslateRequest request = StreamRequest(v1::PRIORITY_INTERACTIVE);
  for (int i = 0; i < 5000; ++i) {
    request.mutable_request()->add_texts("");
  }
  EXPECT_EQ(PeekPriority(Buffer(request.SerializeAsString()), kNestedPriority),
            Priority::kBatch);
}

}  // namespace
}  // namespace interpres
