#include "model/training/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CorpusTest : public ::testing::Test {
 protected:
  CorpusFiles Write(const std::string& source, const std::string& target) {
    CorpusFiles files = {directory_ / "text.en", directory_ / "text.es"};
    std::ofstream(files.source, std::ios::binary) << source;
    std::ofstream(files.target, std::ios::binary) << target;
    return files;
  }

  std::string ErrorOf(const CorpusFiles& files) {
    return std::string(ReadParallelText(files).status().message());
  }

  const TempDir temporary_;
  const std::filesystem::path directory_ = temporary_.path();
};

TEST_F(CorpusTest, ReadsAlignedLines) {
  const auto text = ReadParallelText(Write("a\nb c\n", "á\nñ\n"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(text->source, ElementsAre("a", "b c"));
  EXPECT_THAT(text->target, ElementsAre("á", "ñ"));
  EXPECT_THAT(text->lines, ElementsAre(1, 2));
}

TEST_F(CorpusTest, DropsByteOrderMarkAndCarriageReturns) {
  const auto text = ReadParallelText(Write("\xEF\xBB\xBFone\r\ntwo", "x\ny\n"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(text->source, ElementsAre("one", "two"));
}

TEST_F(CorpusTest, CountsPairsWithAnEmptySide) {
  const auto text = ReadParallelText(Write("a\n\nc\nd\n", "x\ny\n \t\nz\n"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_EQ(text->empty_pairs, 2);
  EXPECT_THAT(text->source, ElementsAre("a", "d"));
  EXPECT_THAT(text->lines, ElementsAre(1, 4));
}

TEST_F(CorpusTest, UnequalLineCountsNameBothFilesAndCounts) {
  EXPECT_THAT(
      ErrorOf(Write("a\nb\n", "x\n")),
      AllOf(HasSubstr("text.en has 2 lines"), HasSubstr("text.es has 1")));
}

TEST_F(CorpusTest, InvalidUtf8NamesFileLineAndByte) {
  EXPECT_THAT(ErrorOf(Write("a\nb\n", "x\nni\xF1o\n")),
              HasSubstr("text.es:2: byte 3 (0xf1) is not valid UTF-8"));
}

TEST_F(CorpusTest, MissingFileAndDirectoryAreNotFound) {
  const CorpusFiles files = Write("a\n", "x\n");
  EXPECT_EQ(
      ReadParallelText({directory_ / "none", files.target}).status().code(),
      absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadParallelText({directory_, files.target}).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(CorpusTest, ACorpusWithoutPairsIsAnError) {
  EXPECT_THAT(ErrorOf(Write("", "")), HasSubstr("hold no sentence pair"));
  EXPECT_THAT(ErrorOf(Write("\n\n", "x\ny\n")),
              HasSubstr("2 pairs with an empty side"));
}

TEST(ExampleSetTest, KeepsIdsKeysAndCounts) {
  ExampleSet examples;
  const std::vector<int32_t> a = {5, 6, 0};
  const std::vector<int32_t> b = {7, 0};
  examples.Add(a, b, 2);
  examples.Add(b, a, 3);
  EXPECT_EQ(examples.size(), 2);
  EXPECT_THAT(examples.source(1), ElementsAre(7, 0));
  EXPECT_THAT(examples.target(1), ElementsAre(5, 6, 0));
  EXPECT_EQ(examples.key(1), 3U);
  EXPECT_EQ(examples.source_tokens(), 5);
  EXPECT_EQ(examples.target_tokens(), 5);
}

TEST(ExampleSetTest, FingerprintSeesIdsBoundariesAndKeys) {
  const auto fingerprint = [](std::vector<int32_t> source,
                              std::vector<int32_t> target, uint64_t key) {
    ExampleSet examples;
    examples.Add(source, target, key);
    return examples.Fingerprint();
  };
  const uint64_t base = fingerprint({1, 2}, {3}, 1);
  EXPECT_EQ(fingerprint({1, 2}, {3}, 1), base);
  EXPECT_NE(fingerprint({1, 4}, {3}, 1), base);
  EXPECT_NE(fingerprint({1}, {2, 3}, 1), base);
  EXPECT_NE(fingerprint({1, 2}, {3}, 2), base);
}

TEST(MakeBatchTest, ShiftsTheTargetByTheStartSymbol) {
  ExampleSet examples;
  examples.Add(std::vector<int32_t>{9, 0}, std::vector<int32_t>{4, 0}, 10);
  examples.Add(std::vector<int32_t>{5, 6, 0}, std::vector<int32_t>{7, 8, 0},
               11);
  const std::vector<int32_t> indices = {1, 0};
  const TrainingBatch batch = MakeBatch(examples, indices, 99);
  EXPECT_THAT(batch.source_ids, ElementsAre(5, 6, 0, 9, 0));
  EXPECT_THAT(batch.source_offsets, ElementsAre(0, 3, 5));
  EXPECT_THAT(batch.target_inputs, ElementsAre(99, 7, 8, 99, 4));
  EXPECT_THAT(batch.target_outputs, ElementsAre(7, 8, 0, 4, 0));
  EXPECT_THAT(batch.target_offsets, ElementsAre(0, 3, 5));
  EXPECT_THAT(batch.sentence_keys, ElementsAre(11U, 10U));
}

}  // namespace
}  // namespace interpres
