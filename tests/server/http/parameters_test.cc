#include "server/http/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;

HttpRequest PostRequest(const std::string& content_type,
                        const std::string& body,
                        const std::string& query = "") {
  HttpRequest request{.method = "POST", .path = "/", .query = query};
  if (!content_type.empty()) {
    request.headers = {{"content-type", content_type}};
  }
  request.body = body;
  return request;
}

TEST(ParametersTest, ReadsForms) {
  Parameters parameters;
  ASSERT_TRUE(
      ReadForm("q=a+b%26c&q=second&&empty=&flag&x%3D=%C3%A9", parameters).ok());
  EXPECT_THAT(parameters.Find("q")->values, ElementsAre("a b&c", "second"));
  EXPECT_EQ(parameters.First("q"), "a b&c");
  EXPECT_EQ(parameters.First("empty"), "");
  EXPECT_NE(parameters.Find("flag"), nullptr);
  EXPECT_EQ(parameters.First("x="), "\xC3\xA9");
  EXPECT_EQ(parameters.Find("absent"), nullptr);
}

TEST(ParametersTest, RefusesMalformedForms) {
  for (const char* text : {"q=%", "q=%4", "q=%zz", "%=a"}) {
    Parameters parameters;
    EXPECT_TRUE(absl::IsInvalidArgument(ReadForm(text, parameters))) << text;
  }
  std::string many;
  for (int i = 0; i < 10001; ++i) {
    many += "a&";
  }
  Parameters parameters;
  EXPECT_TRUE(absl::IsInvalidArgument(ReadForm(many, parameters)));
}

absl::StatusOr<Parameters> Read(const HttpRequest& request) {
  return ReadParameters(request, R"({"q": "a text"})");
}

TEST(ParametersTest, TheBodyHidesTheQuery) {
  const auto read =
      Read(PostRequest("application/x-www-form-urlencoded; charset=utf-8",
                       "q=body", "q=query&source=en"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->First("q"), "body");
  EXPECT_EQ(read->First("source"), "en");
}

TEST(ParametersTest, TheContentTypeChoosesTheParser) {
  EXPECT_EQ(Read(PostRequest("Application/JSON", R"({"q":"a=b"})"))->First("q"),
            "a=b");
  EXPECT_EQ(Read(PostRequest("", R"( {"q":"json"})"))->First("q"), "json");
  EXPECT_EQ(Read(PostRequest("", "q=form"))->First("q"), "form");
  EXPECT_EQ(Read(PostRequest("multipart/form-data; boundary=x",
                             "--x\r\nContent-Disposition: form-data; "
                             "name=q\r\n\r\npart\r\n--x--"))
                ->First("q"),
            "part");
  EXPECT_TRUE(
      absl::IsInvalidArgument(Read(PostRequest("text/xml", "<q/>")).status()));
}

TEST(ParametersTest, TheErrorHasAnExampleOfTheApi) {
  EXPECT_EQ(Read(PostRequest("application/json", "[]")).status().message(),
            "the body is no JSON object; send an object such as "
            "{\"q\": \"a text\"}");
  EXPECT_EQ(
      Read(PostRequest("application/json", "{\"q\" 1}")).status().message(),
      "the body is not JSON at byte 6; send an object such as "
      "{\"q\": \"a text\"}");
}

TEST(ParametersTest, AnErrorShowsWhatItFound) {
  const std::string form = "application/x-www-form-urlencoded";
  EXPECT_EQ(Read(PostRequest("text/x\xFF", "<q/>")).status().message(),
            "the header Content-Type is \"text/x\\xff\"; expected "
            "application/json, application/x-www-form-urlencoded or "
            "multipart/form-data");
  EXPECT_EQ(Read(PostRequest(form, "target=es&q=%zz")).status().message(),
            "the percent-encoding of the parameter \"q\" is malformed; "
            "expected two hexadecimal digits after each %");
  EXPECT_EQ(Read(PostRequest(form, "q=ab%FF")).status().message(),
            "the value of the parameter \"q\" is not UTF-8 at offset 2; "
            "expected UTF-8; convert the text");
  EXPECT_EQ(Read(PostRequest(form, "q%FF=ab")).status().message(),
            "the name of the parameter \"q\\xff\" is not UTF-8 at offset 1; "
            "expected UTF-8; convert the text");
}

TEST(ParametersTest, ABodyIsNotNeeded) {
  EXPECT_EQ(Read(PostRequest("", "", "q=query"))->First("q"), "query");
  EXPECT_TRUE(Read(PostRequest("application/json", "")).ok());
}

TEST(ParametersTest, RefusesWhatIsNotUtf8) {
  EXPECT_TRUE(absl::IsInvalidArgument(Read(PostRequest("", "q=%ff")).status()));
}

}  // namespace
}  // namespace interpres
