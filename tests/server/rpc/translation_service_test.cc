#include "server/rpc/translation_service.h"

#include <gtest/gtest.h>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TEST(DescribeModelTest, SaysWhatTheModelAndTheServerAllow) {
  const TempDir temp;
  const auto path = temp.path() / "tiny";
  ASSERT_TRUE(WriteTinyModel(path, {.max_positions = 48}).ok());
  const auto model = TranslationModel::Load(path);
  ASSERT_TRUE(model.ok()) << model.status();
  DecodingLimits limits;
  limits.max_length = 40;
  limits.defaults.beam_size = 3;
  limits.defaults.length_penalty = 0.5F;

  const v1::Model description = DescribeModel(**model, limits);
  EXPECT_EQ(description.name(), "tiny");
  ASSERT_EQ(description.directions_size(), 2);
  EXPECT_EQ(description.directions(0).source_language(), "en");
  EXPECT_EQ(description.directions(0).target_language(), "es");
  EXPECT_EQ(description.directions(1).source_language(), "es");
  EXPECT_EQ(description.directions(1).target_language(), "en");
  EXPECT_EQ(description.max_source_tokens(), 48);
  EXPECT_EQ(description.max_target_tokens(), 40);
  EXPECT_EQ(description.default_beam_size(), 3);
  EXPECT_EQ(description.default_length_penalty(), 0.5F);
  EXPECT_EQ(description.compute_type(), "float32");
  EXPECT_EQ(description.parameters(), CountParameters((*model)->config()));
  EXPECT_EQ(description.version(), (*model)->version());
  EXPECT_EQ(description.version().size(), 16u);
  EXPECT_GT(description.parameters(), 160 * 16);
}

}  // namespace
}  // namespace interpres
