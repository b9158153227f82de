#include "model/trainer/embedding_neighbours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/checkpoint/model_directory_writer.h"
#include "model/config/piece_ids.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int64_t kWidth = 4;

class EmbeddingNeighboursTest : public ::testing::Test {
 protected:
  // Row i has length i + 1 and an angle that grows with i; padding is zero.
  void SetUp() override {
    auto made = MakeTinyModel({.d_model = kWidth, .heads = 2});
    ASSERT_TRUE(made.ok()) << made.status();
    TinyModel model = *std::move(made);
    std::vector<float>& table = model.values[0];
    const int64_t rows = model.description.config.vocab_size;
    std::fill(table.begin(), table.end(), 0.0f);
    for (int64_t i = 0; i + 1 < rows; ++i) {
      const double angle = Angle(i);
      const auto length = static_cast<double>(i + 1);
      const auto row = static_cast<std::size_t>(i * kWidth);
      table[row] = static_cast<float>(length * std::cos(angle));
      table[row + 1] = static_cast<float>(length * std::sin(angle));
    }
    const std::filesystem::path path = directory_.path() / "model";
    ASSERT_TRUE(WriteModelDirectory(path, model.description, model.Tensors(),
                                    DataType::kFloat32)
                    .ok());
    auto read = ReadModelDirectory(path);
    ASSERT_TRUE(read.ok()) << read.status();
    model_ = *std::move(read);
  }

  static double Angle(int64_t id) {
    return static_cast<double>(id * id) * 0.0001;
  }

  const PieceIds& vocabulary() const { return model_.description.vocabulary; }

  TempDir directory_;
  ModelDirectory model_;
};

TEST_F(EmbeddingNeighboursTest, OrdersByAngleNotByLength) {
  const auto found = NearestNeighbours(model_, 50, 4);
  ASSERT_TRUE(found.ok()) << found.status();
  // The angles of neighbours grow with the id, so the lower id is nearer.
  const int32_t expected[] = {49, 51, 48, 52};
  ASSERT_THAT(*found, SizeIs(4));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*found)[i].id, expected[i]);
    EXPECT_EQ(vocabulary().at((*found)[i].piece), expected[i]);
    EXPECT_THAT((*found)[i].cosine,
                DoubleNear(std::cos(Angle(50) - Angle(expected[i])), 1e-6));
  }
}

TEST_F(EmbeddingNeighboursTest, LeavesOutTheTokenAndPadding) {
  const auto found = NearestNeighbours(model_, 50, 100000);
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(*found, SizeIs(vocabulary().size() - 2));
  EXPECT_THAT(*NearestNeighbours(model_, 50, 0), IsEmpty());
}

TEST_F(EmbeddingNeighboursTest, PaddingAndUnknownIdsHaveNone) {
  EXPECT_THAT(
      NearestNeighbours(model_, vocabulary().at("<pad>"), 3).status().message(),
      HasSubstr("is zero"));
  EXPECT_THAT(NearestNeighbours(model_, 160, 3).status().message(),
              HasSubstr("token 160 is not one of the 160"));
  EXPECT_FALSE(NearestNeighbours(model_, -1, 3).ok());
}

TEST_F(EmbeddingNeighboursTest, FindsPiecesWordsAndTags) {
  const ModelDescription& description = model_.description;
  EXPECT_EQ(FindToken(description, ">>es<<").value_or(-1),
            vocabulary().at(">>es<<"));
  // Some piece that begins a word and is not a piece by itself.
  constexpr std::string_view kWordStart = "\xe2\x96\x81";
  const auto word =
      std::find_if(vocabulary().begin(), vocabulary().end(), [&](auto& entry) {
        return entry.first.starts_with(kWordStart) &&
               entry.first.size() > kWordStart.size() &&
               !vocabulary().contains(entry.first.substr(kWordStart.size()));
      });
  ASSERT_NE(word, vocabulary().end());
  EXPECT_EQ(FindToken(description, word->first).value_or(-1), word->second);
  EXPECT_EQ(FindToken(description, word->first.substr(kWordStart.size()))
                .value_or(-1),
            word->second);
}

TEST_F(EmbeddingNeighboursTest, NamesThePiecesOfAnotherWord) {
  const auto several = FindToken(model_.description, "catdogcatdog");
  EXPECT_EQ(several.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(several.status().message(),
              HasSubstr("\"catdogcatdog\" is not one piece of this vocabulary "
                        "but "));
  EXPECT_FALSE(FindToken(model_.description, "").ok());
  EXPECT_FALSE(FindToken(model_.description, "\xff").ok());
  EXPECT_FALSE(FindToken(model_.description, "\xe6\xb0\xb4").ok());  // unknown
}

}  // namespace
}  // namespace interpres
