#include "server/service/request_markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Returns the message of the error; fails unless it is INVALID_ARGUMENT.
std::string MarkupErrorOf(const v1::TranslateRequest& request) {
  const auto resolved = ResolveMarkup(request);
  EXPECT_EQ(resolved.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(resolved.status().message());
}

v1::TranslateRequest XmlRequest() {
  v1::TranslateRequest request;
  request.set_format(v1::TEXT_FORMAT_XML);
  return request;
}

TEST(RequestMarkupTest, ARequestWithoutAFormatIsPlain) {
  const auto resolved = ResolveMarkup({});
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->format, TextFormat::kPlain);
  EXPECT_TRUE(resolved->xml.outline_detection);
}

TEST(RequestMarkupTest, XmlHasItsOptions) {
  v1::TranslateRequest request = XmlRequest();
  v1::XmlOptions& xml = *request.mutable_xml();
  xml.add_ignore_tags("x");
  xml.add_splitting_tags("ns:p-1.a_b");
  xml.add_non_splitting_tags("\u00e9t\u00e9");
  xml.set_outline_detection(false);
  const auto resolved = ResolveMarkup(request);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_EQ(resolved->format, TextFormat::kXml);
  EXPECT_THAT(resolved->xml.ignore_tags, ElementsAre("x"));
  EXPECT_THAT(resolved->xml.splitting_tags, ElementsAre("ns:p-1.a_b"));
  EXPECT_THAT(resolved->xml.non_splitting_tags, ElementsAre("\u00e9t\u00e9"));
  EXPECT_FALSE(resolved->xml.outline_detection);
}

TEST(RequestMarkupTest, AnUnknownFormatIsRefused) {
  v1::TranslateRequest request;
  request.set_format(static_cast<v1::TextFormat>(5));
  EXPECT_THAT(MarkupErrorOf(request), HasSubstr("format is 5; expected 1"));
}

TEST(RequestMarkupTest, OtherFormatsHaveNoOptionsOfXml) {
  v1::TranslateRequest request;
  request.set_format(v1::TEXT_FORMAT_HTML);
  request.mutable_xml();
  EXPECT_TRUE(ResolveMarkup(request).ok());
  request.mutable_xml()->set_outline_detection(true);
  EXPECT_EQ(MarkupErrorOf(request),
            "xml.outline_detection is set and format is 2; expected 3 "
            "(TEXT_FORMAT_XML); set format, or leave xml out");
  request.mutable_xml()->add_ignore_tags("x");
  EXPECT_THAT(MarkupErrorOf(request), HasSubstr("xml.ignore_tags is set"));
}

TEST(RequestMarkupTest, NamesOfElementsAreNames) {
  for (const std::string& name :
       {std::string("<b>"), std::string("a b"), std::string("1a"),
        std::string("-a"), std::string("a\0", 2)}) {
    v1::TranslateRequest request = XmlRequest();
    request.mutable_xml()->add_splitting_tags("a");
    request.mutable_xml()->add_splitting_tags(name);
    EXPECT_THAT(MarkupErrorOf(request),
                HasSubstr("xml.splitting_tags[1] is \""));
  }
}

TEST(RequestMarkupTest, ListsOfElementsHaveLimits) {
  v1::TranslateRequest request = XmlRequest();
  request.mutable_xml()->add_non_splitting_tags("");
  EXPECT_THAT(MarkupErrorOf(request),
              HasSubstr("xml.non_splitting_tags[0] has 0 bytes; expected"));
  request.mutable_xml()->set_non_splitting_tags(0, std::string(201, 'a'));
  EXPECT_THAT(MarkupErrorOf(request), HasSubstr("has 201 bytes; expected"));
  request.mutable_xml()->set_non_splitting_tags(0, std::string(200, 'a'));
  EXPECT_TRUE(ResolveMarkup(request).ok());
  for (int i = 0; i <= kMaxXmlTags; ++i) {
    request.mutable_xml()->add_ignore_tags("a");
  }
  EXPECT_THAT(MarkupErrorOf(request),
              HasSubstr("xml.ignore_tags has 1001 names; expected at most"));
}

}  // namespace
}  // namespace interpres
