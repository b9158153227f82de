#include "model/trainer/parameter_shares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Groups(const std::vector<ParameterShare>& shares) {
  std::vector<std::string> groups;
  for (const ParameterShare& share : shares) {
    groups.push_back(share.group);
  }
  return groups;
}

TEST(ParameterSharesTest, AddUpToTheCheckpoint) {
  const TempDir directory;
  const std::filesystem::path path = directory.path() / "tiny";
  ASSERT_TRUE(WriteTinyModel(path, {}).ok());
  const auto model = ReadModelDirectory(path);
  ASSERT_TRUE(model.ok()) << model.status();
  const Inspection inspection = InspectModel(*model);
  const std::vector<ParameterShare> shares = ParameterShares(inspection);
  EXPECT_THAT(Groups(shares),
              ElementsAre("embeddings", "encoder self-attention",
                          "encoder feed-forward", "decoder self-attention",
                          "decoder cross-attention", "decoder feed-forward",
                          "layer norms", "output bias"));
  int64_t sum = 0;
  for (const ParameterShare& share : shares) {
    sum += share.elements;
  }
  EXPECT_EQ(sum, inspection.elements);
  EXPECT_EQ(sum, CountParameters(inspection.config) + 160);
  // vocabulary 160, d_model 16, ffn 32, 2 layers on either side.
  EXPECT_EQ(shares[0].elements, 160 * 16);
  EXPECT_EQ(shares[4].elements, 2 * 4 * (16 * 16 + 16));
  EXPECT_EQ(shares[6].elements, (2 * 2 + 2 * 3) * 2 * 16);
}

TEST(ParameterSharesTest, CopiesFollow) {
  Inspection inspection;
  inspection.parts = {{"embeddings", 0, 10},
                      {"encoder", 0, 7},
                      {"self-attention", 1, 4},
                      {"layer norms", 1, 3},
                      {"copies", 0, 5}};
  const std::vector<ParameterShare> shares = ParameterShares(inspection);
  EXPECT_THAT(Groups(shares),
              ElementsAre("embeddings", "encoder self-attention", "layer norms",
                          "copies"));
  EXPECT_EQ(shares[2].elements, 3);
}

}  // namespace
}  // namespace interpres
