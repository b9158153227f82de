#include "server/google/data_uri.h"

#include <gtest/gtest.h>

#include <string>

namespace interpres::google_api {
namespace {

TEST(DataUriTest, ReadsEscapedData) {
  const auto uri = ParseDataUri("data:text/csv;charset=utf-8,cat%2Cgato%0a%25");
  ASSERT_TRUE(uri.ok()) << uri.status();
  EXPECT_EQ(uri->media_type, "text/csv");
  EXPECT_EQ(uri->data, "cat,gato\n%");
}

TEST(DataUriTest, ReadsBase64) {
  const auto uri = ParseDataUri("DATA:Text/CSV;base64,Y2F0LGdhdG8K");
  ASSERT_TRUE(uri.ok()) << uri.status();
  EXPECT_EQ(uri->media_type, "text/csv");
  EXPECT_EQ(uri->data, "cat,gato\n");
  EXPECT_EQ(ParseDataUri("data:;base64,YQ%3D%3D")->data, "a");
}

TEST(DataUriTest, TheTypeAndTheDataMayBeEmpty) {
  const auto uri = ParseDataUri("data:,");
  ASSERT_TRUE(uri.ok()) << uri.status();
  EXPECT_EQ(uri->media_type, "");
  EXPECT_EQ(uri->data, "");
}

TEST(DataUriTest, RefusesOtherForms) {
  for (const char* wrong :
       {"", "data", "data:text/csv", "gs://bucket/file.csv", "data:,%",
        "data:,%2", "data:,%2g", "data:,a%g2", "data:;base64,*"}) {
    EXPECT_EQ(ParseDataUri(wrong).status().code(),
              absl::StatusCode::kInvalidArgument)
        << wrong;
  }
}

TEST(DataUriTest, AnyBytesAreRead) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string character(1, static_cast<char>(byte));
    (void)ParseDataUri(character);
    (void)ParseDataUri("data:" + character + ",%" + character);
    (void)ParseDataUri("data:;base64," + character);
  }
}

}  // namespace
}  // namespace interpres::google_api
