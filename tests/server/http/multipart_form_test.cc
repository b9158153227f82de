#include "server/http/multipart_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace interpres {
namespace {

constexpr char kType[] = "multipart/form-data; boundary=\"b o\"";

TEST(MultipartFormTest, ReadsParts) {
  Parameters parameters;
  const absl::Status read = ReadMultipart(
      kType,
      "preamble\r\n--b o\r\n"
      "Content-Type: text/plain\r\n"
      "content-disposition: form-data; name=\"q\\\"x\"; filename=\"a;b\"\r\n"
      "\r\nline\r\n--b\r\nlast\r\n--b o  \r\n"
      "Content-Disposition: form-data; name=target\r\n\r\nes\r\n--b o--\r\n"
      "epilogue",
      parameters);
  ASSERT_TRUE(read.ok()) << read;
  EXPECT_EQ(parameters.First("q\"x"), "line\r\n--b\r\nlast");
  EXPECT_EQ(parameters.First("target"), "es");
}

TEST(MultipartFormTest, AParameterInQuotationMarksIsNoParameter) {
  Parameters parameters;
  ASSERT_TRUE(ReadMultipart("multipart/form-data; boundary=x",
                            "--x\r\nContent-Disposition: form-data; flag; "
                            "filename=\"a\\\"; name=b\"; NAME = q\r\n\r\nv"
                            "\r\n--x--\r\n",
                            parameters)
                  .ok());
  EXPECT_EQ(parameters.First("q"), "v");
}

// Takes minutes if each semicolon is compared with the rest of the header.
TEST(MultipartFormTest, ALongHeaderTakesLinearTime) {
  Parameters parameters;
  for (const std::string_view part : {";", ";a", ";a=\"", ";a=b"}) {
    std::string header;
    while (header.size() < (4 << 20)) {
      header += part;
    }
    EXPECT_FALSE(ReadMultipart("multipart/form-data; boundary=x",
                               "--x\r\nContent-Disposition:" + header +
                                   "\r\n\r\n\r\n--x--",
                               parameters)
                     .ok());
  }
}

TEST(MultipartFormTest, AValueMayBeEmpty) {
  Parameters parameters;
  ASSERT_TRUE(ReadMultipart("multipart/form-data; boundary=x",
                            "--x\r\nContent-Disposition: form-data; "
                            "name=\"q\"\r\n\r\n\r\n--x--\r\n",
                            parameters)
                  .ok());
  EXPECT_EQ(parameters.First("q"), "");
  EXPECT_NE(parameters.Find("q"), nullptr);
}

TEST(MultipartFormTest, RefusesMalformedBodies) {
  for (const std::string_view body :
       {"", "--x", "--x\r\n", "--x\r\n\r\n", "--x\r\n--x--",
        "--x\r\nA: b\r\n\r\nvalue\r\n--x--",
        "--x\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nv\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=q\r\n\r\nvalue\r\n--x",
        "--x\r\nContent-Disposition: form-data; name=q\r\n\r\nvalue"}) {
    Parameters parameters;
    EXPECT_TRUE(absl::IsInvalidArgument(
        ReadMultipart("multipart/form-data; boundary=x", body, parameters)))
        << body;
  }
}

TEST(MultipartFormTest, NeedsABoundary) {
  for (const std::string& type :
       {std::string("multipart/form-data"),
        std::string("multipart/form-data; boundary="),
        "multipart/form-data; boundary=" + std::string(71, 'x')}) {
    Parameters parameters;
    EXPECT_TRUE(
        absl::IsInvalidArgument(ReadMultipart(type, "--x--", parameters)));
  }
}

TEST(MultipartFormTest, BoundsTheNumberOfParts) {
  std::string body;
  for (int i = 0; i < 1001; ++i) {
    body += "--x\r\nContent-Disposition: form-data; name=q\r\n\r\nv\r\n";
  }
  Parameters parameters;
  EXPECT_TRUE(absl::IsInvalidArgument(ReadMultipart(
      "multipart/form-data; boundary=x", body + "--x--", parameters)));
}

}  // namespace
}  // namespace interpres
