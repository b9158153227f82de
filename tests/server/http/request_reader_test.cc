#include "server/http/request_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace interpres {
namespace {

constexpr int64_t kMaxHead = 256;
constexpr int64_t kMaxBody = 16;

// The result of a request that arrives in pieces of `step` bytes.
struct ReadResult {
  HttpRequest head;
  std::string body;
  int error = 0;     // the status, 0 without an error
  std::string rest;  // that belongs to the next request
  bool done = false;
  bool keep_alive = false;
  bool expects_continue = false;
};

ReadResult Read(std::string_view bytes, std::size_t step) {
  RequestReader reader(kMaxHead, kMaxBody);
  std::string input;
  ReadResult result;
  while ((!bytes.empty() || !input.empty()) && !reader.error() &&
         !(reader.head_is_done() && reader.is_done())) {
    const std::string_view piece = bytes.substr(0, step);
    const std::size_t before = input.size();
    input += piece;
    bytes.remove_prefix(piece.size());
    const std::size_t used =
        reader.head_is_done() ? reader.ReadBody(input) : reader.ReadHead(input);
    input.erase(0, used);
    if (piece.empty() && used == 0 && before == input.size()) {
      break;
    }
  }
  if (reader.error()) {
    result.error = reader.error()->status;
    EXPECT_FALSE(reader.error()->reason.message().empty());
    return result;
  }
  if (reader.head_is_done()) {
    result.head = reader.head();
    result.keep_alive = reader.keep_alive();
    result.expects_continue = reader.expects_continue();
    result.done = reader.is_done();
    if (result.done) {
      result.body = reader.TakeBody();
    }
  }
  result.rest = input + std::string(bytes);
  return result;
}

class RequestReaderTest : public ::testing::TestWithParam<std::size_t> {
 protected:
  static ReadResult Read(std::string_view bytes) {
    return interpres::Read(bytes, GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Pieces, RequestReaderTest,
                         ::testing::Values(1, 2, 7, 1000));

TEST_P(RequestReaderTest, ReadsAGet) {
  const ReadResult result = Read(
      "GET /v1/translate%3Astream?a=b%20c HTTP/1.1\r\nHost: x\r\n"
      "X-Request-Id: 7\r\n\r\n");
  EXPECT_EQ(result.error, 0);
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.head.method, "GET");
  EXPECT_EQ(result.head.path, "/v1/translate:stream");
  EXPECT_EQ(result.head.query, "a=b%20c");
  EXPECT_EQ(result.head.Header("x-request-id"), "7");
  EXPECT_EQ(result.head.Header("absent"), "");
  EXPECT_TRUE(result.keep_alive);
}

TEST_P(RequestReaderTest, ReadsABodyAndLeavesTheNextRequest) {
  const ReadResult result = Read(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET / HT");
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.body, "hello");
  EXPECT_EQ(result.rest, "GET / HT");
}

TEST_P(RequestReaderTest, ReadsChunks) {
  const ReadResult result = Read(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3;name=value\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: x\r\n\r\nGET");
  EXPECT_EQ(result.error, 0);
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.body, "hello");
  EXPECT_EQ(result.rest, "GET");
}

TEST_P(RequestReaderTest, AWholeAddressHasAPath) {
  EXPECT_EQ(
      Read("GET http://host:80/a?b HTTP/1.1\r\nHost: x\r\n\r\n").head.path,
      "/a");
  EXPECT_EQ(Read("GET http://host HTTP/1.1\r\nHost: x\r\n\r\n").head.path, "/");
}

TEST_P(RequestReaderTest, AnOldClientEndsTheConnection) {
  const ReadResult result = Read("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(result.error, 0);
  EXPECT_FALSE(result.keep_alive);
  EXPECT_FALSE(result.head.knows_chunks);
  EXPECT_FALSE(Read("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                   .keep_alive);
}

TEST_P(RequestReaderTest, KnowsWhoWaitsForContinue) {
  EXPECT_TRUE(Read("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n"
                   "Content-Length: 1\r\n\r\na")
                  .expects_continue);
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n"
                 "Content-Length: 1\r\n\r\na")
                .error,
            417);
}

TEST_P(RequestReaderTest, RefusesWhatIsTooLarge) {
  EXPECT_EQ(Read("GET / HTTP/1.1\r\nHost: x\r\nA: " + std::string(300, 'a') +
                 "\r\n\r\n")
                .error,
            431);
  EXPECT_EQ(Read("GET /" + std::string(300, 'a')).error, 431);
  EXPECT_EQ(
      Read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 17\r\n\r\n").error,
      413);
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                 "\r\n11\r\n01234567890123456\r\n0\r\n\r\n")
                .error,
            413);
}

TEST_P(RequestReaderTest, ABodyOfTheMaximumSizePasses) {
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n"
                 "0123456789012345")
                .body,
            "0123456789012345");
}

// A proxy might take the other length, and the rest for a request.
constexpr char kTwoLengths[] =
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
    "Content-Length: 2\r\n\r\nab";
constexpr char kLengthAndChunks[] =
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
constexpr char kHugeChunk[] =
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    "ffffffffffffffff1\r\n";
constexpr char kNoSize[] =
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n";

TEST_P(RequestReaderTest, RefusesWhatIsMalformed) {
  for (const std::string_view request :
       {"GET / HTTP/1.1\r\n\r\n",                        // no host
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",  // two hosts
        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",          // bad escape
        "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",          // a byte 0
        "GET nothing HTTP/1.1\r\nHost: x\r\n\r\n",       // no path
        "GET / HTTP/2.0\r\nHost: x\r\n\r\n",             // a version
        "GET /\r\nHost: x\r\n\r\n",                      // HTTP/0.9
        "\x16\x03\x01\x02 abcd\r\n\r\n",                 // TLS
        "GET / HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1x\r\n\r\n", kTwoLengths,
        kLengthAndChunks, kHugeChunk, kNoSize}) {
    const int error = Read(request).error;
    EXPECT_TRUE(error == 400 || error == 413) << error << ": " << request;
  }
}

// The parser remembers the lines that it has read.
TEST(RequestReaderPiecesTest, AHeadMayBeDividedAnywhere) {
  constexpr std::string_view kRequest =
      "POST /a HTTP/1.1\r\nHost: x\r\nX-Name: value\r\n"
      "Content-Length: 4\r\n\r\nbody";
  for (std::size_t cut = 1; cut < kRequest.size(); ++cut) {
    RequestReader reader(kMaxHead, kMaxBody);
    std::string input;
    for (const std::string_view piece :
         {kRequest.substr(0, cut), kRequest.substr(cut)}) {
      input += piece;
      if (!reader.head_is_done()) {
        input.erase(0, reader.ReadHead(input));
      }
      if (reader.head_is_done() && !reader.is_done()) {
        input.erase(0, reader.ReadBody(input));
      }
    }
    ASSERT_FALSE(reader.error()) << cut << reader.error()->reason;
    ASSERT_TRUE(reader.is_done()) << cut;
    EXPECT_EQ(reader.head().path, "/a");
    EXPECT_EQ(reader.head().Header("x-name"), "value");
    EXPECT_EQ(reader.TakeBody(), "body");
  }
}

TEST_P(RequestReaderTest, ChunksHaveNoEndlessLines) {
  constexpr std::string_view kChunkedHead =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string filler(2000, 'a');
  for (const std::string_view line : {"1;", "1\r\na\r\n0\r\nX: "}) {
    EXPECT_EQ(
        Read(std::string(kChunkedHead) + std::string(line) + filler).error, 400)
        << line;
  }
}

TEST_P(RequestReaderTest, DecompressesABody) {
  // "{}" in zlib's format.
  const std::string body("\x78\x9c\xab\xae\x05\x00\x01\x75\x00\xf9", 10);
  const std::string head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: deflate\r\n";
  const ReadResult result =
      Read(head + "Content-Length: 10\r\n\r\n" + body + "GET");
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.body, "{}");
  EXPECT_EQ(result.rest, "GET");
  EXPECT_EQ(Read(head + "Transfer-Encoding: chunked\r\n\r\na\r\n" + body +
                 "\r\n0\r\n\r\n")
                .body,
            "{}");
  EXPECT_EQ(Read(head + "Content-Length: 0\r\n\r\n").body, "");
  EXPECT_EQ(Read(head + "Content-Length: 2\r\n\r\n{}").error, 400);
  // 17 bytes in zlib's format; 16 are allowed.
  const std::string large("\x78\x9c\x4b\x4c\x44\x03\x00\x3a\x0a\x06\x72", 11);
  EXPECT_EQ(Read(head + "Content-Length: 11\r\n\r\n" + large).error, 413);
}

TEST_P(RequestReaderTest, RefusesOtherCodings) {
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: identity\r\n"
                 "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}")
                .error,
            415);
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: br\r\n"
                 "Content-Length: 2\r\n\r\n{}")
                .error,
            415);
  EXPECT_EQ(
      Read("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n")
          .error,
      501);
}

}  // namespace
}  // namespace interpres
