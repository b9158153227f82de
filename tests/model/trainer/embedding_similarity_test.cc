#include "model/trainer/embedding_similarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "model/checkpoint/model_directory_writer.h"
#include "model/trainer/word_pieces.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kModelWidth = 4;

class EmbeddingSimilarityTest : public ::testing::Test {
 protected:
  // The embedding of token i has length 1 and the angle Angle(i); padding is
  // zero.
  void SetUp() override {
    auto made = MakeTinyModel({.d_model = kModelWidth, .heads = 2});
    ASSERT_TRUE(made.ok()) << made.status();
    TinyModel model = *std::move(made);
    std::vector<float>& table = model.values[0];
    const int64_t rows = model.description.config.vocab_size;
    std::fill(table.begin(), table.end(), 0.0f);
    for (int64_t i = 0; i + 1 < rows; ++i) {
      const auto row = static_cast<std::size_t>(i * kModelWidth);
      table[row] = static_cast<float>(std::cos(Angle(i)));
      table[row + 1] = static_cast<float>(std::sin(Angle(i)));
    }
    const std::filesystem::path path = directory_.path() / "model";
    ASSERT_TRUE(WriteModelDirectory(path, model.description, model.Tensors(),
                                    DataType::kFloat32)
                    .ok());
    auto read = ReadModelDirectory(path);
    ASSERT_TRUE(read.ok()) << read.status();
    model_ = *std::move(read);
  }

  static double Angle(int64_t id) { return static_cast<double>(id) * 0.01; }

  int32_t Id(const std::string& piece) const {
    return model_.description.vocabulary.at(piece);
  }

  TempDir directory_;
  ModelDirectory model_;
};

TEST_F(EmbeddingSimilarityTest, MatrixHoldsTheCosinesOfTheAngles) {
  const auto matrix = CosineSimilarities(model_, {"</s>", ">>en<<", ">>es<<"});
  ASSERT_TRUE(matrix.ok()) << matrix.status();
  const int32_t ids[] = {Id("</s>"), Id(">>en<<"), Id(">>es<<")};
  ASSERT_EQ(matrix->cosines.size(), 9U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_THAT(matrix->cosines[i * 3 + j],
                  DoubleNear(std::cos(Angle(ids[i]) - Angle(ids[j])), 1e-6));
    }
  }
  EXPECT_THAT(matrix->pieces, ElementsAre("</s>", ">>en<<", ">>es<<"));
}

TEST_F(EmbeddingSimilarityTest, AWordOfSeveralPiecesIsTheirMean) {
  const std::string word = "catdogcatdog";
  const auto split = SplitWord(model_.description, word);
  ASSERT_TRUE(split.ok() && split->is_known && split->ids.size() > 1);
  double x = 0.0;
  double y = 0.0;
  for (const int32_t id : split->ids) {
    x += std::cos(Angle(id));
    y += std::sin(Angle(id));
  }
  const auto matrix = CosineSimilarities(model_, {word, "</s>"});
  ASSERT_TRUE(matrix.ok()) << matrix.status();
  EXPECT_THAT(matrix->cosines[1],
              DoubleNear(std::cos(std::atan2(y, x) - Angle(Id("</s>"))), 1e-6));
  EXPECT_THAT(matrix->pieces[0], HasSubstr(" "));
}

TEST_F(EmbeddingSimilarityTest, RefusesWordsWithoutAnEmbedding) {
  const auto message = [this](const std::vector<std::string>& words) {
    const absl::Status status = CosineSimilarities(model_, words).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  EXPECT_THAT(message({"</s>", "\xe6\xb0\xb4"}),
              HasSubstr("expected pieces that the vocabulary knows; remove the "
                        "word"));
  EXPECT_THAT(message({"<pad>"}), HasSubstr("\"<pad>\" is zero"));
  EXPECT_THAT(message({""}), HasSubstr("expected a piece or a word"));
  EXPECT_THAT(message({}), HasSubstr("--words has 0 words; expected 1 to 64"));
  EXPECT_THAT(message(std::vector<std::string>(65, "</s>")),
              HasSubstr("--words has 65 words; expected 1 to 64; remove some"));
}

TEST(FrequentWordsTest, AreWholeWordsByTheirIds) {
  ModelDescription description;
  description.vocabulary = {{"\u2581the", 9},  {"\u2581de", 1},
                            {"ing", 2},        {"\u2581que", 3},
                            {"\u25812024", 4}, {"\u2581ni\u00f1o", 5},
                            {"\u2581don't", 6}};
  EXPECT_THAT(FrequentWords(description, 9),
              ElementsAre("que", "ni\u00f1o", "the"));
  EXPECT_THAT(FrequentWords(description, 2), ElementsAre("que", "ni\u00f1o"));
}

}  // namespace
}  // namespace interpres
