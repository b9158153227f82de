#include "server/google/detect_language.h"

#include <gtest/gtest.h>

#include <utility>

namespace interpres::google_api {
namespace {

v3::DetectLanguageRequest Request() {
  v3::DetectLanguageRequest request;
  request.set_parent("projects/p");
  request.set_content("<b>Good</b> day");
  return request;
}

TEST(DetectLanguageTest, TheContentIsTheOnlyText) {
  v3::DetectLanguageRequest request = Request();
  auto converted = ToDetectLanguage(request);
  ASSERT_TRUE(converted.ok()) << converted.status();
  ASSERT_EQ(converted->texts_size(), 1);
  EXPECT_EQ(converted->texts(0), request.content());
  EXPECT_EQ(converted->format(), v1::TEXT_FORMAT_HTML);
  request.set_mime_type("text/plain");
  converted = ToDetectLanguage(request);
  EXPECT_EQ(converted->format(), v1::TEXT_FORMAT_PLAIN);
}

TEST(DetectLanguageTest, RefusesWrongFields) {
  std::vector<v3::DetectLanguageRequest> wrong(5, Request());
  wrong[0].clear_parent();
  wrong[1].clear_content();
  wrong[2].set_model("projects/p/models/general/nmt");
  wrong[3].set_mime_type("image/png");
  (*wrong[4].mutable_labels())[""] = "x";
  for (const v3::DetectLanguageRequest& request : wrong) {
    EXPECT_EQ(ToDetectLanguage(request).status().code(),
              absl::StatusCode::kInvalidArgument)
        << request.ShortDebugString();
  }
}

TEST(DetectLanguageTest, LanguagesKeepTheirOrder) {
  v1::DetectLanguageResponse response;
  v1::DetectionResult& result = *response.add_results();
  for (const auto& [code, confidence] :
       {std::pair("es", 0.75F), std::pair("pt", 0.25F)}) {
    v1::DetectedLanguage& language = *result.add_languages();
    language.set_language(code);
    language.set_confidence(confidence);
  }
  const auto converted = FromDetectLanguage(response);
  ASSERT_TRUE(converted.ok()) << converted.status();
  ASSERT_EQ(converted->languages_size(), 2);
  EXPECT_EQ(converted->languages(0).language_code(), "es");
  EXPECT_EQ(converted->languages(0).confidence(), 0.75F);
  EXPECT_EQ(converted->languages(1).language_code(), "pt");
}

TEST(DetectLanguageTest, TheErrorOfTheTextIsTheErrorOfTheCall) {
  v1::DetectLanguageResponse response;
  v1::TextError& error = *response.add_results()->mutable_error();
  error.set_code(3);
  error.set_message("too long");
  EXPECT_EQ(FromDetectLanguage(response).status(),
            absl::InvalidArgumentError("too long"));
}

}  // namespace
}  // namespace interpres::google_api
