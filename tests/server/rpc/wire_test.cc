#include "server/rpc/wire.h"

#include <gmock/gmock.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "interpres/v1/translation.pb.h"

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

// Else whoever sends such bytes fills the server's log.
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
  v1::TranslateRequest request;
  ASSERT_TRUE(
      ParseMessage(Buffer(Field(1, "x") + Field(15, "\xFF")), request).ok());
  EXPECT_EQ(request.texts_size(), 1);
}

}  // namespace
}  // namespace interpres
