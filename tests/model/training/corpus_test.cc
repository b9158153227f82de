#include "model/training/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "model/training/text_file.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::AllOf;
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
  EXPECT_EQ(text->empty.pairs, 2);
  EXPECT_EQ(text->empty.first_line, 2);
  EXPECT_THAT(text->source, ElementsAre("a", "d"));
  EXPECT_THAT(text->lines, ElementsAre(1, 4));
}

TEST_F(CorpusTest, AnAbsurdlyLongLineIsReadPastAndCounted) {
  const std::string longest(static_cast<std::size_t>(kLongestLine), 'x');
  // The last pair ends without a line end. A dropped line may have any bytes.
  const auto text = ReadParallelText(
      Write("a\n" + std::string(5 << 20, '\xff') + "\n" + longest + "\nd\ne",
            "a\nb\nc\n" + longest + "y\ne"));
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_EQ(text->overlong.pairs, 2);
  EXPECT_EQ(text->overlong.first_line, 2);
  EXPECT_THAT(text->source, ElementsAre("a", longest, "e"));
  EXPECT_THAT(text->target, ElementsAre("a", "c", "e"));
  EXPECT_THAT(text->lines, ElementsAre(1, 3, 5));
  EXPECT_THAT(ErrorOf(Write(longest + "x", "a")),
              HasSubstr("1 with a line of more than 65536 bytes"));
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
  EXPECT_THAT(ErrorOf(Write("", "")), HasSubstr("no sentence pair ("));
  EXPECT_THAT(ErrorOf(Write("\n\n", "x\ny\n")),
              HasSubstr("2 pairs with an empty side"));
}

TEST(ExampleSetTest, KeepsIdsAndKeys) {
  ExampleSet examples;
  const std::vector<int32_t> a = {5, 6, 0};
  const std::vector<int32_t> b = {7, 0};
  examples.Add(a, b, 2);
  examples.Add(b, a, 3);
  EXPECT_EQ(examples.size(), 2);
  EXPECT_THAT(examples.source(1), ElementsAre(7, 0));
  EXPECT_THAT(examples.target(1), ElementsAre(5, 6, 0));
  EXPECT_EQ(examples.key(1), 3U);
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

class EncodeCorpusTest : public ::testing::Test {
 protected:
  static const Tokenizer& TinyTokenizer() {
    static const auto* const tokenizer =
        MakeTinyTokenizer({.vocab_size = 160, .tagged_languages = {"es", "en"}})
            .release();
    return *tokenizer;
  }

  static ParallelText Text(
      const std::vector<std::pair<std::string, std::string>>& pairs) {
    ParallelText text;
    text.files = {.source = "text.en",
                  .target = "text.es",
                  .languages = {.source = "en", .target = "es"}};
    for (const auto& [source, target] : pairs) {
      text.source.push_back(source);
      text.target.push_back(target);
      text.lines.push_back(10 + static_cast<int64_t>(text.lines.size()));
    }
    return text;
  }

  static int64_t Pieces(const std::string& text) {
    return TinyTokenizer().EncodeTarget(text)->pieces;
  }

  const std::string cat_ = "The cat sleeps on the warm stove.";
  const std::string gato_ = "El gato duerme sobre la estufa caliente.";
};

TEST_F(EncodeCorpusTest, LeavesOutByLengthAndRatioAndCountsEachReason) {
  const ParallelText text = Text({{cat_, gato_},
                                  {"a", "a"},
                                  {"abcdef", cat_ + gato_},
                                  {cat_ + cat_, gato_}});
  ASSERT_LT(Pieces("a"), 3);
  ASSERT_GE(Pieces("abcdef"), 3);
  // No end symbol counts here, so the longest pair just passes --max-tokens.
  const int64_t longest =
      std::max(Pieces(cat_ + gato_), Pieces(cat_ + cat_)) + 1;
  ExampleSet examples;
  const auto report = EncodeCorpus(
      text, TinyTokenizer(),
      {.max_tokens = longest, .min_tokens = 3, .max_ratio = 4.0}, examples);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->examples, 2);
  EXPECT_EQ(report->too_short.pairs, 1);
  EXPECT_EQ(report->too_short.first_line, 11);
  EXPECT_EQ(report->uneven.pairs, 1);
  EXPECT_EQ(report->uneven.first_line, 12);
  EXPECT_EQ(report->too_long.pairs, 0);
  EXPECT_EQ(report->source_file.unknown, 0);
  EXPECT_EQ(report->source_tokens,
            static_cast<int64_t>(examples.source(0).size() +
                                 examples.source(1).size()));

  const auto shorter = EncodeCorpus(
      text, TinyTokenizer(), {.max_tokens = Pieces(gato_) + 1}, examples);
  ASSERT_TRUE(shorter.ok()) << shorter.status();
  EXPECT_EQ(shorter->too_long.pairs, 2);
  EXPECT_EQ(shorter->too_long.first_line, 12);
}

TEST_F(EncodeCorpusTest, KeysNameCorpusLineAndDirection) {
  ExampleSet examples;
  const EncodeOptions options = {.bidirectional = true, .corpus = 3};
  ASSERT_TRUE(
      EncodeCorpus(Text({{cat_, gato_}}), TinyTokenizer(), options, examples)
          .ok());
  ASSERT_EQ(examples.size(), 2);
  for (const bool reversed : {false, true}) {
    const ExampleName name = NameOf(examples.key(reversed ? 1 : 0));
    EXPECT_EQ(name.corpus, 3);
    EXPECT_EQ(name.line, 10);
    EXPECT_EQ(name.reversed, reversed);
  }
  // The keys of a single corpus are the same as in older runs.
  EXPECT_EQ(KeyOf({.line = 10, .reversed = true}), 21U);
}

TEST_F(EncodeCorpusTest, OneDirectionOfAVocabularyWithTagsIsTagged) {
  ExampleSet examples;
  const ParallelText text = Text({{cat_, gato_}});
  ASSERT_TRUE(EncodeCorpus(text, TinyTokenizer(), {}, examples).ok());
  ASSERT_EQ(examples.size(), 1);
  EXPECT_EQ(TinyTokenizer().Piece(examples.source(0)[0]), ">>es<<");
}

TEST_F(EncodeCorpusTest, ReversedPairsAreTaggedWithTheOtherLanguage) {
  ExampleSet examples;
  ASSERT_TRUE(EncodeCorpus(Text({{cat_, gato_}}), TinyTokenizer(),
                           {.bidirectional = true}, examples)
                  .ok());
  ASSERT_EQ(examples.size(), 2);
  EXPECT_EQ(TinyTokenizer().Piece(examples.source(0)[0]), ">>es<<");
  EXPECT_EQ(TinyTokenizer().Piece(examples.source(1)[0]), ">>en<<");
}

TEST_F(EncodeCorpusTest, ACorpusWithATagIsUsedInItsDirectionOnly) {
  const auto tokenizer = MakeTinyTokenizer({.vocab_size = 160,
                                            .tagged_languages = {"es", "en"},
                                            .corpus_tags = {"bt"}});
  EXPECT_THAT(tokenizer->tagged_languages(), ElementsAre("en", "es"));
  ParallelText text = Text({{cat_, gato_}});
  text.files.tag = "bt";
  ExampleSet examples;
  ASSERT_TRUE(
      EncodeCorpus(text, *tokenizer, {.bidirectional = true}, examples).ok());
  ASSERT_EQ(examples.size(), 1);
  const auto source = examples.source(0);
  EXPECT_EQ(tokenizer->Piece(source[0]), ">>es<<");
  EXPECT_EQ(tokenizer->Piece(source[1]), "<<bt>>");
  EXPECT_EQ(tokenizer->Decode(source), cat_);
  const auto plain = tokenizer->EncodeSource(cat_, "es");
  EXPECT_EQ(source.size(), plain->ids.size() + 1);
  // Text does not spell the tag.
  const auto spelled = tokenizer->EncodeSource("<<bt>>", "es")->ids;
  EXPECT_EQ(std::count(spelled.begin(), spelled.end(), source[1]), 0);
}

TEST_F(EncodeCorpusTest, ATagThatTheVocabularyLacksIsAnError) {
  ParallelText text = Text({{cat_, gato_}});
  text.files.tag = "bt";
  ExampleSet examples;
  const auto report = EncodeCorpus(text, TinyTokenizer(), {}, examples);
  EXPECT_EQ(report.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(report.status().message(), AllOf(HasSubstr("has no entry <<bt>>"),
                                               HasSubstr("--train-tag bt")));
}

TEST(DirectionsOfTest, ACorpusWithATagHasNoReverse) {
  const TrainingCorpus tagged = {
      .files = {.languages = {"en", "es"}, .tag = "bt"}};
  const LanguageDirection en_es = {"en", "es"};
  EXPECT_THAT(DirectionsOf({&tagged, 1}, true), ElementsAre(en_es));
  EXPECT_FALSE(HasReverse({&en_es, 1}, en_es));
  EXPECT_TRUE(HasReverse({&en_es, 1}, Reversed(en_es)));
}

TEST(DirectionsOfTest, NamesEachOnceInTheOrderOfTheCorpora) {
  const auto corpus = [](const char* source, const char* target) {
    return TrainingCorpus{
        .files = {.languages = {.source = source, .target = target}}};
  };
  const std::vector<TrainingCorpus> corpora = {
      corpus("en", "pt"), corpus("en", "es"), corpus("en", "pt")};
  const LanguageDirection en_pt = {"en", "pt"};
  const LanguageDirection en_es = {"en", "es"};
  const std::vector<LanguageDirection> once = DirectionsOf(corpora, false);
  EXPECT_THAT(once, ElementsAre(en_pt, en_es));
  EXPECT_THAT(TargetLanguages(once), ElementsAre("es", "pt"));
  const std::vector<LanguageDirection> both = DirectionsOf(corpora, true);
  EXPECT_THAT(both,
              ElementsAre(en_pt, Reversed(en_pt), en_es, Reversed(en_es)));
  EXPECT_THAT(TargetLanguages(both), ElementsAre("en", "es", "pt"));
}

TEST_F(EncodeCorpusTest, NothingLeftSaysWhy) {
  ExampleSet examples;
  EXPECT_THAT(std::string(EncodeCorpus(Text({{cat_, gato_}}), TinyTokenizer(),
                                       {.max_tokens = 3}, examples)
                              .status()
                              .message()),
              AllOf(HasSubstr("text.en and text.es"),
                    HasSubstr("1 are longer than 3 tokens")));
}

// Characters in a row are one unknown token, and the other side is long.
TEST_F(EncodeCorpusTest, AVocabularyOfOtherTextIsAnError) {
  const std::string chinese = "\u4f60\u597d";
  const std::string spanish = gato_ + " " + gato_ + " " + gato_;
  for (const bool bidirectional : {false, true}) {
    ExampleSet examples;
    const auto error = [&](const ParallelText& text) {
      return std::string(EncodeCorpus(text, TinyTokenizer(),
                                      {.bidirectional = bidirectional},
                                      examples)
                             .status()
                             .message());
    };
    EXPECT_THAT(error(Text({{chinese, spanish}})),
                AllOf(HasSubstr("text.en: "),
                      HasSubstr("tokens are unknown to the vocabulary")));
    EXPECT_THAT(error(Text({{spanish, chinese}})), HasSubstr("text.es: "));
  }
}

TrainingBatch BatchOf(const std::vector<int32_t>& indices) {
  ExampleSet examples;
  examples.Add(std::vector<int32_t>{9, 0}, std::vector<int32_t>{4, 0}, 10);
  examples.Add(std::vector<int32_t>{5, 6, 0}, std::vector<int32_t>{7, 8, 0},
               11);
  return MakeBatch(examples, indices, 99);
}

TEST(MakeBatchTest, ShiftsTheTargetByTheStartSymbol) {
  const TrainingBatch batch = BatchOf({1, 0});
  EXPECT_THAT(batch.source_ids, ElementsAre(5, 6, 0, 9, 0));
  EXPECT_THAT(batch.source_offsets, ElementsAre(0, 3, 5));
  EXPECT_THAT(batch.target_inputs, ElementsAre(99, 7, 8, 99, 4));
  EXPECT_THAT(batch.target_outputs, ElementsAre(7, 8, 0, 4, 0));
  EXPECT_THAT(batch.target_offsets, ElementsAre(0, 3, 5));
  EXPECT_THAT(batch.sentence_keys, ElementsAre(11U, 10U));
}

TEST(MakeBatchTest, TwiceEachRepeatsUnderOtherKeys) {
  const TrainingBatch batch = TwiceEach(BatchOf({0, 1}));
  EXPECT_THAT(batch.source_ids, ElementsAre(9, 0, 5, 6, 0, 9, 0, 5, 6, 0));
  EXPECT_THAT(batch.source_offsets, ElementsAre(0, 2, 5, 7, 10));
  EXPECT_THAT(batch.target_inputs,
              ElementsAre(99, 4, 99, 7, 8, 99, 4, 99, 7, 8));
  EXPECT_THAT(batch.target_outputs, ElementsAre(4, 0, 7, 8, 0, 4, 0, 7, 8, 0));
  EXPECT_THAT(batch.target_offsets, ElementsAre(0, 2, 5, 7, 10));
  ASSERT_EQ(batch.sentences(), 4);
  const std::set<uint64_t> keys(batch.sentence_keys.begin(),
                                batch.sentence_keys.end());
  EXPECT_EQ(keys.size(), 4U);
}

}  // namespace
}  // namespace interpres
