#include "model/engine/sentinel_probe.h"

#include <gtest/gtest.h>

#include "tests/testing/bundled_model.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TEST(SentinelProbeTest, AModelThatWritesAnythingCopiesNone) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto form = FindCopiedSentinels(**model, {"en", "es"});
  ASSERT_TRUE(form.ok()) << form.status();
  EXPECT_EQ(*form, SentinelForm::kNone);
}

TEST(SentinelProbeTest, TheBundledModelCopiesTheSentinelsOfItsNoise) {
  const auto model = LoadBundledModel();
  ASSERT_NE(model, nullptr);
  for (const LanguageDirection& direction : model->directions()) {
    const auto form = FindCopiedSentinels(*model, direction);
    ASSERT_TRUE(form.ok()) << form.status();
    EXPECT_EQ(*form, SentinelForm::kBrackets);
  }
}

TEST(SentinelProbeTest, ALanguageWithoutSentencesHasNone) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto form = FindCopiedSentinels(**model, {"eo", "es"});
  ASSERT_TRUE(form.ok()) << form.status();
  EXPECT_EQ(*form, SentinelForm::kNone);
}

}  // namespace
}  // namespace interpres
