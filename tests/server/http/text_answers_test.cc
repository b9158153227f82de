#include "server/http/text_answers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "server/base/retry_delay.h"

namespace interpres {
namespace {

v1::TranslationResult Translated(const std::string& text,
                                 const std::string& detected) {
  v1::TranslationResult result;
  result.mutable_translations()->add_hypotheses()->set_text(text);
  result.mutable_detected_language()->set_language(detected);
  return result;
}

v1::TranslationResult Failed(absl::StatusCode code) {
  v1::TranslationResult result;
  result.mutable_error()->set_code(static_cast<int>(code));
  result.mutable_error()->set_message("no");
  return result;
}

TEST(TextAnswersTest, TheSourceIsTheDetectedLanguage) {
  const TextsToTranslate texts = {.texts = {"a"}, .target = "es-MX"};
  v1::TranslateResponse response;
  *response.add_results() = Translated("x", "en");
  const auto answers = AnswersOf(texts, response, "q");
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_EQ((*answers)[0].text, "x");
  EXPECT_EQ((*answers)[0].source, "en");
}

TEST(TextAnswersTest, TheFirstErrorIsTheError) {
  const TextsToTranslate texts = {
      .texts = {"a", "b"}, .source = "en", .target = "es"};
  v1::TranslateResponse response;
  *response.add_results() = Translated("x", "");
  *response.add_results() = Failed(absl::StatusCode::kResourceExhausted);
  response.mutable_results(1)
      ->mutable_error()
      ->mutable_retry_delay()
      ->set_seconds(2);
  const absl::Status status = AnswersOf(texts, response, "q").status();
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_EQ(status.message(), "q[1]: no");
  EXPECT_EQ(RetryDelay(status), std::chrono::seconds(2));
}

TEST(TextAnswersTest, TextsInTheTargetLanguageStay) {
  const TextsToTranslate texts = {
      .texts = {"a"}, .source = "EN", .target = "en-GB"};
  EXPECT_TRUE(texts.AreInTarget());
  const auto answers = AnswersOf(texts, {}, "q");
  ASSERT_TRUE(answers.ok());
  EXPECT_EQ(answers->front().text, "a");
  EXPECT_EQ(answers->front().source, "EN");
}

TEST(TextAnswersTest, TextsInAnotherScriptAreTranslated) {
  const TextsToTranslate texts = {
      .texts = {"a"}, .source = "ZH", .target = "zh-Hant"};
  EXPECT_FALSE(texts.AreInTarget());
}

}  // namespace
}  // namespace interpres
