#include "server/service/model_description.h"

#include <gtest/gtest.h>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TEST(DescribeModelTest, SaysWhatTheModelAndTheServerAllow) {
  const TempDir temp;
  const auto path = temp.path() / "tiny";
  ASSERT_TRUE(WriteTinyModel(path, {.max_positions = 48}).ok());
  Metrics metrics;
  RealClock clock;
  const auto served = ServedModel::Load(
      {.name = "other", .path = path},
      {.compute_type = "float32", .engine = {.max_rows = 3}, .workers = 0},
      {.metrics = metrics, .clock = clock});
  ASSERT_TRUE(served.ok()) << served.status();
  const TranslationModel& model = (*served)->model();

  const v1::Model description = DescribeModel(**served);
  EXPECT_EQ(description.name(), "other");
  ASSERT_EQ(description.directions_size(), 2);
  EXPECT_EQ(description.directions(0).source_language(), "en");
  EXPECT_EQ(description.directions(0).target_language(), "es");
  EXPECT_EQ(description.directions(1).source_language(), "es");
  EXPECT_EQ(description.directions(1).target_language(), "en");
  EXPECT_EQ(description.max_source_tokens(), 48);
  EXPECT_EQ(description.max_target_tokens(), 48);
  EXPECT_EQ(description.default_beam_size(), 3);
  EXPECT_EQ(description.default_length_penalty(),
            model.generation().length_penalty);
  EXPECT_EQ(description.compute_type(), "float32");
  EXPECT_EQ(description.parameters(), CountParameters(model.config()));
  EXPECT_EQ(description.family(), "MarianMT");
  EXPECT_EQ(description.version(), model.version());
  EXPECT_EQ(description.version().size(), 16u);
  EXPECT_GT(description.parameters(), 160 * 16);
  EXPECT_TRUE(description.resident());
  ASSERT_TRUE((*served)->UnloadIfIdle());
  v1::Model absent = DescribeModel(**served);
  EXPECT_TRUE(absent.has_resident());
  EXPECT_FALSE(absent.resident());
  absent.set_resident(true);
  EXPECT_EQ(absent.SerializeAsString(), description.SerializeAsString());
}

TEST(DescribeModelsTest, ListsAndFindsWhatIsServed) {
  Metrics metrics;
  RealClock clock;
  ModelRegistry models;
  EXPECT_EQ(DescribeModels(models).models_size(), 0);
  EXPECT_EQ(DescribeNamedModel(models, "tiny").status().code(),
            absl::StatusCode::kNotFound);
  const TempDir temp;
  const auto path = temp.path() / "tiny";
  ASSERT_TRUE(WriteTinyModel(path, {}).ok());
  auto served = ServedModel::Load({.name = "tiny", .path = path},
                                  {.compute_type = "float32", .workers = 0},
                                  {.metrics = metrics, .clock = clock});
  ASSERT_TRUE(served.ok()) << served.status();
  models.Put(*std::move(served));

  const v1::ListModelsResponse list = DescribeModels(models);
  ASSERT_EQ(list.models_size(), 1);
  EXPECT_EQ(list.models(0).name(), "tiny");
  const auto found = DescribeNamedModel(models, "tiny");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->SerializeAsString(), list.models(0).SerializeAsString());
}

}  // namespace
}  // namespace interpres
