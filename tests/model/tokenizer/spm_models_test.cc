#include "model/tokenizer/spm_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string Spm() {
  return TrainVocabulary(TinySentences(), {.vocab_size = 160}).value().spm;
}

TEST(SpmModelsTest, TakesTheModelThatBeganToLoad) {
  const std::string spm = Spm();
  SpmPreload preload;
  preload.Begin(spm);
  preload.Begin(spm);
  const auto begun = preload.Finish(spm, "a.spm");
  ASSERT_TRUE(begun.ok()) << begun.status();
  const auto models = LoadSpmModels(spm, spm, preload);
  ASSERT_TRUE(models.ok()) << models.status();
  EXPECT_EQ(models->source, *begun);
  EXPECT_EQ(models->target, *begun);
}

TEST(SpmModelsTest, LoadsAModelThatDidNotBegin) {
  const std::string spm = Spm();
  SpmPreload preload;
  const auto models = LoadSpmModels(spm, spm, preload);
  ASSERT_TRUE(models.ok()) << models.status();
  EXPECT_NE(models->source, nullptr);
}

TEST(SpmModelsTest, AModelThatCannotBeLoadedHasTheUsualError) {
  const std::string cut = Spm().substr(0, 1000);
  SpmPreload preload;
  preload.Begin(cut);
  const auto models = LoadSpmModels(cut, cut, preload);
  ASSERT_FALSE(models.ok());
  SpmPreload other;
  EXPECT_EQ(models.status(), LoadSpmModels(cut, cut, other).status());
  EXPECT_THAT(std::string(models.status().message()), HasSubstr("source.spm"));
}

}  // namespace
}  // namespace interpres
