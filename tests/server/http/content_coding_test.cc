#include "server/http/content_coding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <string_view>

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr int kGzipWindow = 15 + 16;
constexpr int kZlibWindow = 15;

std::string Deflate(std::string_view text, int window) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8,
                         Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string result(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

TEST(ContentCodingTest, KnowsItsNames) {
  for (const char* value : {"gzip", "GZip", "x-gzip", "deflate"}) {
    EXPECT_EQ(ParseContentCoding(value).value(), ContentCoding::kDeflated)
        << value;
  }
  EXPECT_EQ(ParseContentCoding("").value(), ContentCoding::kIdentity);
  EXPECT_EQ(ParseContentCoding("identity").value(), ContentCoding::kIdentity);
  for (const char* value : {"br", "zstd", "gzip, gzip", "gzipped"}) {
    EXPECT_EQ(ParseContentCoding(value).status().code(),
              absl::StatusCode::kInvalidArgument)
        << value;
  }
}

TEST(ContentCodingTest, InflatesBothFormats) {
  const std::string text(100000, 'a');
  for (const int window : {kGzipWindow, kZlibWindow}) {
    EXPECT_EQ(InflateBody(Deflate(text, window), 100000).value(), text);
    EXPECT_EQ(InflateBody(Deflate("", window), 0).value(), "");
  }
}

TEST(ContentCodingTest, RefusesASmallBodyWithALargeResult) {
  const std::string bomb = Deflate(std::string(5'000'000, '\0'), kGzipWindow);
  EXPECT_LT(bomb.size(), 20000U);
  EXPECT_EQ(InflateBody(bomb, 4'999'999).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST(ContentCodingTest, RefusesEveryCutAndDamagedBody) {
  const std::string whole = Deflate("{\"texts\": [\"Hello.\"]}", kGzipWindow);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const absl::Status cut = InflateBody(whole.substr(0, size), 1000).status();
    EXPECT_EQ(cut.code(), absl::StatusCode::kInvalidArgument) << size;
    EXPECT_THAT(cut.message(), HasSubstr("it is cut")) << size;
  }
  std::string changed = whole;
  changed[whole.size() / 2] ^= 1;
  for (const std::string& bytes :
       {changed, whole + "x", whole + whole, std::string("{\"texts\": []}")}) {
    EXPECT_EQ(InflateBody(bytes, 1000).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace interpres
