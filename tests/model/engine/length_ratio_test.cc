#include "model/engine/length_ratio.h"

#include <gtest/gtest.h>

#include "tests/testing/bundled_model.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

void ExpectNoRatio(const TinyModelOptions& options) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), options).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto ratio = MeasureLengthRatio(**model, {"en", "es"});
  ASSERT_TRUE(ratio.ok()) << ratio.status();
  EXPECT_EQ(*ratio, 0.0);
}

TEST(MeasureLengthRatioTest, TranslationsThatDoNotEndHaveNone) {
  ExpectNoRatio({});
}

TEST(MeasureLengthRatioTest, AModelOfFewPositionsHasNone) {
  ExpectNoRatio({.max_positions = 4});
}

TEST(MeasureLengthRatioTest, TheBundledModelsTranslationsAreAsLongAsTexts) {
  const auto model = LoadBundledModel();
  ASSERT_NE(model, nullptr);
  for (const LanguageDirection& direction : model->directions()) {
    const auto ratio = MeasureLengthRatio(*model, direction);
    ASSERT_TRUE(ratio.ok()) << ratio.status();
    EXPECT_GT(*ratio, 0.7);
    EXPECT_LT(*ratio, 1.4);
  }
}

}  // namespace
}  // namespace interpres
