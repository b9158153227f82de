#include "model/engine/direction_profile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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

TEST(ProfileDirectionTest, RandomWeightsTranslateNoTitles) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto profile = ProfileDirection(**model, {"en", "es"});
  ASSERT_TRUE(profile.ok()) << profile.status();
  EXPECT_TRUE(profile->recase_titles);
  EXPECT_EQ(profile->length_ratio, 0.0) << "the translations do not end";
}

TEST(ProfileDirectionTest, AModelOfFewPositionsIsNotJudged) {
  const TempDir directory;
  ASSERT_TRUE(WriteTinyModel(directory.path(), {.max_positions = 4}).ok());
  const auto model = TranslationModel::Load(directory.path());
  ASSERT_TRUE(model.ok()) << model.status();
  const auto profile = ProfileDirection(**model, {"en", "es"});
  ASSERT_TRUE(profile.ok()) << profile.status();
  EXPECT_FALSE(profile->recase_titles);
  EXPECT_EQ(profile->length_ratio, 0.0);
}

TEST(ProfileDirectionTest, TheBundledModelTranslatesNoTitles) {
  const char* root = std::getenv("INTERPRES_SOURCE_DIR");
  ASSERT_NE(root, nullptr);
  const auto model = TranslationModel::Load(std::filesystem::path(root) /
                                            "model/pretrained/en-es");
  ASSERT_TRUE(model.ok()) << model.status();
  for (const LanguageDirection& direction : (*model)->directions()) {
    const auto profile = ProfileDirection(**model, direction);
    ASSERT_TRUE(profile.ok()) << profile.status();
    EXPECT_TRUE(profile->recase_titles);
    EXPECT_GT(profile->length_ratio, 0.7);
    EXPECT_LT(profile->length_ratio, 1.4);
  }
}

}  // namespace
}  // namespace interpres
