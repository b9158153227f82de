#include "model/engine/letter_case_check.h"

#include <gtest/gtest.h>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TEST(SimilarityTest, CountsCommonPairs) {
  EXPECT_EQ(Similarity("CASA", "CASA"), 1.0);
  EXPECT_EQ(Similarity("", ""), 1.0);
  EXPECT_EQ(Similarity("AB", "CD"), 0.0);
  EXPECT_EQ(Similarity("A", "AB"), 0.0);
  EXPECT_NEAR(Similarity("NIGHT", "NACHT"), 0.25, 1e-9);
}

TEST(FindRecasingTest, RandomWeightsTranslateNeither) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto recasing = FindRecasing(**model, {"en", "es"});
  ASSERT_TRUE(recasing.ok()) << recasing.status();
  EXPECT_TRUE(recasing->capitals);
  EXPECT_TRUE(recasing->titles);
}

TEST(FindRecasingTest, AModelOfFewPositionsIsNotJudged) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {.max_positions = 4}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto recasing = FindRecasing(**model, {"en", "es"});
  ASSERT_TRUE(recasing.ok()) << recasing.status();
  EXPECT_FALSE(recasing->capitals);
  EXPECT_FALSE(recasing->titles);
}

}  // namespace
}  // namespace interpres
