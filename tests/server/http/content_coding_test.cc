#include "server/http/content_coding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/toy_compression.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

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
  for (const int format : {kToyGzipFormat, kToyZlibFormat}) {
    EXPECT_EQ(InflateBody(ToyDeflate(text, format), 100000).value(), text);
    EXPECT_EQ(InflateBody(ToyDeflate("", format), 0).value(), "");
  }
}

TEST(ContentCodingTest, RefusesASmallBodyWithALargeResult) {
  const std::string bomb = ToyGzip(std::string(5'000'000, '\0'));
  EXPECT_LT(bomb.size(), 20000U);
  EXPECT_EQ(InflateBody(bomb, 4'999'999).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST(ContentCodingTest, RefusesEveryCutAndDamagedBody) {
  const std::string whole = ToyGzip("{\"texts\": [\"Hello.\"]}");
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
