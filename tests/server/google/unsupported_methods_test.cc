#include "server/google/unsupported_methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres::google_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string Explain(const std::string& method) {
  return ExplainUnsupported("/google.cloud.translation.v3.TranslationService/" +
                            method)
      .value_or("");
}

TEST(UnsupportedMethodsTest, EachSentenceNamesTheMethodAndARemedy) {
  EXPECT_THAT(Explain("RomanizeText"),
              AllOf(HasSubstr("RomanizeText"), HasSubstr("transliterate")));
  EXPECT_THAT(Explain("TranslateDocument"), HasSubstr("TranslateText"));
  EXPECT_THAT(Explain("BatchTranslateDocument"), HasSubstr("text/html"));
  EXPECT_THAT(Explain("BatchTranslateText"), HasSubstr("StreamTranslate"));
  EXPECT_THAT(Explain("ListAdaptiveMtDatasets"), HasSubstr("glossary"));
  EXPECT_THAT(Explain("CreateDataset"), HasSubstr("interpres-train"));
  EXPECT_THAT(Explain("ListModels"), HasSubstr("interpres.v1"));
  EXPECT_THAT(Explain("NewMethod"),
              AllOf(HasSubstr("NewMethod"), HasSubstr("docs/apis.md")));
}

TEST(UnsupportedMethodsTest, OperationsAndLocations) {
  EXPECT_THAT(
      *ExplainUnsupported("/google.longrunning.Operations/GetOperation"),
      AllOf(HasSubstr("GetOperation"), HasSubstr("complete")));
  EXPECT_THAT(
      *ExplainUnsupported("/google.cloud.location.Locations/ListLocations"),
      HasSubstr("locations/global"));
}

TEST(UnsupportedMethodsTest, OtherServicesHaveNoSentence) {
  EXPECT_FALSE(ExplainUnsupported("/interpres.v1.TranslationService/X"));
  EXPECT_FALSE(ExplainUnsupported(""));
}

TEST(UnsupportedMethodsTest, ANameOfAnyBytesIsShownAsUtf8) {
  EXPECT_THAT(Explain("\xff"), HasSubstr("\xef\xbf\xbd"));
}

}  // namespace
}  // namespace interpres::google_api
