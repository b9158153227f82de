#include "server/google/translate_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "server/base/retry_delay.h"

namespace interpres::google_api {
namespace {

using ::testing::HasSubstr;

constexpr TranslateTextRules kRules = {.max_texts = 2};

v3::TranslateTextRequest Request(int texts) {
  v3::TranslateTextRequest request;
  request.set_parent("projects/p/locations/global");
  request.set_source_language_code("en");
  request.set_target_language_code("es");
  for (int i = 0; i < texts; ++i) {
    request.add_contents("text " + std::to_string(i));
  }
  return request;
}

// Expects INVALID_ARGUMENT with this part of the message.
void ExpectRefused(const v3::TranslateTextRequest& request, const char* part) {
  const absl::Status status = PlanTranslateText(request, kRules).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr(part));
}

v1::TranslateResponse Translated(const TranslateTextPart& part) {
  v1::TranslateResponse response;
  for (const std::string& text : part.request.texts()) {
    v1::TranslationResult& result = *response.add_results();
    result.mutable_translations()->add_hypotheses()->set_text("<" + text + ">");
    result.mutable_detected_language()->set_language("en");
  }
  return response;
}

TEST(PlanTranslateTextTest, DividesTheTexts) {
  const auto plan = PlanTranslateText(Request(5), kRules);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->parts.size(), 3U);
  EXPECT_EQ(plan->parts[1].first_content, 2);
  EXPECT_EQ(plan->parts[1].request.texts(1), "text 3");
  EXPECT_EQ(plan->parts[2].request.texts_size(), 1);
  const v1::TranslateRequest& first = plan->parts[0].request;
  EXPECT_EQ(first.source_language(), "en");
  EXPECT_EQ(first.target_language(), "es");
  EXPECT_EQ(first.format(), v1::TEXT_FORMAT_HTML);
  EXPECT_EQ(first.priority(), v1::PRIORITY_INTERACTIVE);
  EXPECT_EQ(first.model(), "");
  EXPECT_FALSE(first.allow_pivot());
  EXPECT_FALSE(plan->detects);
}

TEST(PlanTranslateTextTest, FieldsHaveTheirPlace) {
  v3::TranslateTextRequest request = Request(1);
  request.set_mime_type("text/plain");
  request.set_model("projects/p/models/general/en-es");
  request.clear_source_language_code();
  const auto plan = PlanTranslateText(
      request,
      {.max_texts = 9, .has_pivot = true, .priority = Priority::kBatch});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const v1::TranslateRequest& part = plan->parts.front().request;
  EXPECT_EQ(part.format(), v1::TEXT_FORMAT_PLAIN);
  EXPECT_EQ(part.model(), "en-es");
  EXPECT_EQ(part.priority(), v1::PRIORITY_BATCH);
  EXPECT_TRUE(part.allow_pivot());
  EXPECT_TRUE(plan->detects);
}

TEST(PlanTranslateTextTest, AGlossaryMakesASecondTranslation) {
  v3::TranslateTextRequest request = Request(3);
  request.mutable_glossary_config()->set_glossary(
      "projects/p/locations/l/glossaries/terms");
  request.mutable_glossary_config()->set_ignore_case(true);
  const auto plan =
      PlanTranslateText(request, {.max_texts = 2, .has_pivot = true});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->parts.size(), 4U);
  EXPECT_TRUE(plan->parts[1].with_glossary);
  EXPECT_EQ(plan->parts[1].request.glossary_name(), "terms");
  EXPECT_TRUE(plan->parts[1].request.glossary_ignore_case());
  EXPECT_FALSE(plan->parts[1].request.allow_pivot());
  EXPECT_FALSE(plan->parts[2].with_glossary);
  EXPECT_EQ(plan->parts[2].request.glossary_name(), "");
  EXPECT_TRUE(plan->parts[2].request.allow_pivot());
  EXPECT_EQ(plan->parts[2].first_content, 0);
}

TEST(PlanTranslateTextTest, RefusesWrongFields) {
  v3::TranslateTextRequest request = Request(1);
  request.set_parent("p");
  ExpectRefused(request, "parent");
  request = Request(1);
  request.clear_target_language_code();
  ExpectRefused(request, "target_language_code");
  request = Request(1);
  request.set_mime_type("text/markdown");
  ExpectRefused(request, "mime_type is \"text/markdown\"");
  request = Request(1);
  request.set_model("en-es");
  ExpectRefused(request, "model");
  request = Request(1);
  request.mutable_transliteration_config()->set_enable_transliteration(true);
  ExpectRefused(request, "transliteration");
  request = Request(1);
  request.mutable_glossary_config()->set_glossary("terms");
  ExpectRefused(request, "glossary_config.glossary");
  request.mutable_glossary_config()->set_contextual_translation_enabled(true);
  ExpectRefused(request, "contextual");
  ExpectRefused(Request(0), "contents has 0 texts");
  ExpectRefused(Request(kMaxContents + 1), "contents has 1025 texts");
  EXPECT_EQ(PlanTranslateText(Request(kMaxContents), kRules)->parts.size(),
            512U);
}

TEST(PlanTranslateTextTest, LabelsHaveLimits) {
  v3::TranslateTextRequest request = Request(1);
  (*request.mutable_labels())["team"] = "";
  EXPECT_TRUE(PlanTranslateText(request, kRules).ok());
  (*request.mutable_labels())["team"] = std::string(64, 'x');
  ExpectRefused(request, "labels");
  request = Request(1);
  (*request.mutable_labels())[""] = "x";
  ExpectRefused(request, "labels");
  request = Request(1);
  for (int i = 0; i < 65; ++i) {
    (*request.mutable_labels())[std::to_string(i)] = "x";
  }
  ExpectRefused(request, "labels has 65 entries");
}

TEST(AddTranslationsTest, TranslationsKeepTheirOrder) {
  v3::TranslateTextRequest request = Request(3);
  request.clear_source_language_code();
  request.set_model("projects/p/models/general/nmt");
  request.mutable_glossary_config()->set_glossary(
      "projects/p/locations/l/glossaries/terms");
  const auto plan = PlanTranslateText(request, kRules);
  ASSERT_TRUE(plan.ok()) << plan.status();
  v3::TranslateTextResponse response;
  for (const TranslateTextPart& part : plan->parts) {
    ASSERT_TRUE(AddTranslations(*plan, part, Translated(part), response).ok());
  }
  ASSERT_EQ(response.translations_size(), 3);
  ASSERT_EQ(response.glossary_translations_size(), 3);
  const v3::Translation& last = response.translations(2);
  EXPECT_EQ(last.translated_text(), "<text 2>");
  EXPECT_EQ(last.detected_language_code(), "en");
  EXPECT_EQ(last.model(), request.model());
  EXPECT_FALSE(last.has_glossary_config());
  EXPECT_EQ(response.glossary_translations(2).translated_text(), "<text 2>");
  EXPECT_EQ(response.glossary_translations(2).glossary_config().glossary(),
            request.glossary_config().glossary());
}

TEST(AddTranslationsTest, TheErrorOfATextIsTheErrorOfTheCall) {
  const auto plan = PlanTranslateText(Request(4), kRules);
  ASSERT_TRUE(plan.ok()) << plan.status();
  v1::TranslateResponse translated = Translated(plan->parts[1]);
  v1::TextError& error = *translated.mutable_results(1)->mutable_error();
  error.set_code(8);
  error.set_message("the text is too long");
  error.mutable_retry_delay()->set_seconds(2);
  v3::TranslateTextResponse response;
  const absl::Status status =
      AddTranslations(*plan, plan->parts[1], translated, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(), "contents[3]: the text is too long");
  EXPECT_EQ(RetryDelay(status), std::chrono::milliseconds(2000));
}

TEST(CheckBytesTest, ALargeResponseNamesTheRemedy) {
  v3::TranslateTextResponse response;
  response.add_translations()->set_translated_text(std::string(100, 'x'));
  EXPECT_TRUE(CheckBytes(response, 1000).ok());
  const absl::Status status = CheckBytes(response, 99);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(status.message(), HasSubstr("interpres-max-response-bytes"));
}

}  // namespace
}  // namespace interpres::google_api
