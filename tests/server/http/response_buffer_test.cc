#include "server/http/response_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/http/response_head.h"

namespace interpres {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Take(ResponseBuffer& buffer) {
  std::string bytes(buffer.Pending());
  buffer.Consume(bytes.size());
  return bytes;
}

TEST(ResponseBufferTest, AWholeResponseHasALength) {
  ResponseBuffer buffer;
  EXPECT_TRUE(buffer.Begin({.method = "GET"}, {.status = 404, .body = "12345"},
                           true, true));
  EXPECT_TRUE(buffer.is_whole());
  const std::string bytes = Take(buffer);
  EXPECT_THAT(bytes, StartsWith("HTTP/1.1 404 Not Found\r\ndate: "));
  EXPECT_THAT(bytes, HasSubstr("\r\ncontent-length: 5\r\n"));
  EXPECT_THAT(bytes, HasSubstr("\r\nconnection: keep-alive\r\n"));
  EXPECT_THAT(bytes, EndsWith("\r\n\r\n12345"));
  EXPECT_EQ(buffer.Pending(), "");
}

TEST(ResponseBufferTest, HeadHasTheLengthAndNoBody) {
  ResponseBuffer buffer;
  buffer.Begin({.method = "HEAD"}, {.body = "12345"}, true, true);
  const std::string bytes = Take(buffer);
  EXPECT_THAT(bytes, HasSubstr("content-length: 5\r\n"));
  EXPECT_THAT(bytes, EndsWith("\r\n\r\n"));
}

TEST(ResponseBufferTest, NoContentHasNoLength) {
  ResponseBuffer buffer;
  buffer.Begin({.method = "OPTIONS"}, {.status = 204, .content_type = ""}, true,
               true);
  const std::string bytes = Take(buffer);
  EXPECT_THAT(bytes, Not(HasSubstr("content-")));
}

TEST(ResponseBufferTest, AStreamHasChunks) {
  ResponseBuffer buffer;
  EXPECT_TRUE(buffer.Begin({.method = "POST"}, {.body = "first"}, false, true));
  EXPECT_THAT(Take(buffer), EndsWith("\r\n\r\n5\r\nfirst\r\n"));
  buffer.AddData("");
  EXPECT_EQ(buffer.Pending(), "");
  buffer.AddData(std::string(17, 'x'));
  EXPECT_EQ(Take(buffer), "11\r\n" + std::string(17, 'x') + "\r\n");
  EXPECT_FALSE(buffer.is_whole());
  buffer.End();
  EXPECT_TRUE(buffer.is_whole());
  EXPECT_EQ(Take(buffer), "0\r\n\r\n");
}

TEST(ResponseBufferTest, AnOldClientGetsAStreamThatEndsWithTheConnection) {
  ResponseBuffer buffer;
  EXPECT_FALSE(buffer.Begin({.method = "POST", .knows_chunks = false},
                            {.body = "first"}, false, true));
  const std::string bytes = Take(buffer);
  EXPECT_THAT(bytes, HasSubstr("connection: close\r\n"));
  EXPECT_THAT(bytes, EndsWith("\r\n\r\nfirst"));
  buffer.AddData("second");
  buffer.End();
  EXPECT_EQ(Take(buffer), "second");
}

TEST(ResponseBufferTest, PendingBytesStayUntilTheyAreConsumed) {
  ResponseBuffer buffer;
  buffer.AddContinue();
  const std::string_view pending = buffer.Pending();
  EXPECT_EQ(pending, "HTTP/1.1 100 Continue\r\n\r\n");
  buffer.Begin({.method = "POST"}, {.body = std::string(1 << 16, 'x')}, true,
               true);
  EXPECT_EQ(buffer.Pending().data(), pending.data());
  buffer.Consume(10);
  EXPECT_EQ(buffer.Pending(), pending.substr(10));
}

TEST(ResponseBufferTest, AHeaderCannotAddAnother) {
  const std::string head =
      FormatHead({.headers = {{"x", "a\r\nevil: b"}}}, {.length = 0}, "d");
  EXPECT_THAT(head, HasSubstr("x: a  evil: b\r\n"));
}

}  // namespace
}  // namespace interpres
