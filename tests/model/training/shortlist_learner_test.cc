#include "model/training/shortlist_learner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Ids = std::vector<int32_t>;

constexpr int32_t kEnd = 0;
constexpr int32_t kToB = 1;  // tags
constexpr int32_t kToA = 2;
constexpr int32_t kVocabSize = 20;

// Language a has words 3 to 6, language b 13 to 16: word w becomes w + 10.
// Every sentence of b ends with the mark 19.
ExampleSet Dictionary(bool tagged, bool reversed) {
  ExampleSet examples;
  uint64_t key = 0;
  for (int32_t first = 3; first <= 6; ++first) {
    for (int32_t second = 3; second <= 6; ++second) {
      Ids source = {first, second, kEnd};
      if (tagged) {
        source.insert(source.begin(), kToB);
      }
      examples.Add(source, Ids{second + 10, first + 10, 19, kEnd}, key++);
      if (reversed) {
        examples.Add(Ids{kToA, second + 10, first + 10, 19, kEnd},
                     Ids{first, second, kEnd}, key++);
      }
    }
  }
  return examples;
}

const Ids kMarkers = {kEnd, kToB, kToA};

Shortlist Learn(const ExampleSet& examples, const ShortlistOptions& options) {
  const auto shortlist = LearnShortlist(
      examples, {.size = kVocabSize, .markers = kMarkers}, options);
  EXPECT_TRUE(shortlist.ok()) << shortlist.status();
  return *shortlist;
}

Ids List(const Shortlist& shortlist, int32_t source) {
  const auto list = shortlist.list(source);
  return {list.begin(), list.end()};
}

const ShortlistOptions kBestOne = {
    .best = 1, .threshold = 0.1, .frequent = 1, .iterations = 20};

TEST(ShortlistLearnerTest, WordsGetTheirTranslationsAndThemselves) {
  const Shortlist shortlist = Learn(Dictionary(true, false), kBestOne);
  for (int32_t word = 3; word <= 6; ++word) {
    EXPECT_THAT(List(shortlist, word), ElementsAre(word, word + 10));
  }
  // The target with the highest frequency stands in the tag's list. The other
  // tag and the end symbol were never the common token.
  EXPECT_THAT(List(shortlist, kToB), testing::Contains(19));
  EXPECT_THAT(List(shortlist, kToA), IsEmpty());
  EXPECT_THAT(List(shortlist, kEnd), IsEmpty());
  EXPECT_THAT(List(shortlist, 8), ElementsAre(8));  // never seen
}

TEST(ShortlistLearnerTest, WithoutTagsTheEndHasWhatIsFrequent) {
  const Shortlist shortlist = Learn(Dictionary(false, false), kBestOne);
  EXPECT_THAT(List(shortlist, kEnd), testing::Contains(19));
  EXPECT_THAT(List(shortlist, 4), ElementsAre(4, 14));
  EXPECT_THAT(List(shortlist, kToB), ElementsAre());
}

TEST(ShortlistLearnerTest, BothDirectionsShareTheLists) {
  const Shortlist shortlist = Learn(Dictionary(true, true), kBestOne);
  EXPECT_THAT(List(shortlist, 5), ElementsAre(5, 15));
  EXPECT_THAT(List(shortlist, 15), ElementsAre(5, 15));
  EXPECT_THAT(List(shortlist, kToB), testing::Contains(19));
  EXPECT_THAT(List(shortlist, kToA), testing::Not(testing::Contains(19)));
}

TEST(ShortlistLearnerTest, OptionsBoundTheLists) {
  const ExampleSet examples = Dictionary(true, false);
  ShortlistOptions options = {
      .best = 3, .threshold = 0.0, .frequent = 1, .iterations = 1};
  // One itself, and three of the four words; the mark is frequent.
  EXPECT_EQ(List(Learn(examples, options), 3).size(), 4U);
  options.best = 100;
  EXPECT_EQ(List(Learn(examples, options), 3).size(), 5U);
  options.threshold = 0.9;
  EXPECT_THAT(List(Learn(examples, options), 3), ElementsAre(3));
  options.frequent = 1000;
  EXPECT_THAT(List(Learn(examples, options), kToB),
              ElementsAre(13, 14, 15, 16, 19));
}

TEST(ShortlistLearnerTest, OptionsOutOfRangeAreNamed) {
  const auto message = [](const ShortlistOptions& options) {
    const absl::Status status = ValidateShortlistOptions(options);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  EXPECT_THAT(message({.best = 0}), HasSubstr("best is 0"));
  EXPECT_THAT(message({.threshold = 1.5}), HasSubstr("threshold is 1.5"));
  EXPECT_THAT(message({.frequent = 0}), HasSubstr("frequent is 0"));
  EXPECT_THAT(message({.iterations = 0}), HasSubstr("iterations is 0"));
  EXPECT_TRUE(ValidateShortlistOptions({}).ok());
}

TEST(ShortlistCoverageTest, CountsWhatIsListed) {
  std::vector<Ids> lists(kVocabSize);
  lists[3] = {13, 14};
  lists[4] = {14};
  const Shortlist shortlist = *Shortlist::Create(lists);
  ExampleSet examples;
  examples.Add(Ids{3, kEnd}, Ids{13, kEnd}, 1);      // list 0 13 14: complete
  examples.Add(Ids{4, kEnd}, Ids{13, 14, kEnd}, 2);  // list 0 14: 2 of 3
  const ShortlistCoverage coverage = MeasureCoverage(shortlist, examples, kEnd);
  EXPECT_DOUBLE_EQ(coverage.mean_tokens, 2.5);
  EXPECT_DOUBLE_EQ(coverage.listed_share, 0.8);
  EXPECT_DOUBLE_EQ(coverage.complete_share, 0.5);
}

}  // namespace
}  // namespace interpres
