#include "model/training/pair_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

constexpr int kPairsDrawn = 4000;
const LanguageDirection kPairLanguages = {"en", "es"};
const TextPair kPair = {"the museum was quiet.", "el museo estaba tranquilo."};

bool HasKind(const std::vector<NoiseKind>& kinds, NoiseKind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

uint64_t KeyOfDraw(int draw) {
  return CombineKeys(1, static_cast<uint64_t>(draw));
}

// How many of kPairsDrawn draws change the pair by the kind, or join pairs.
int CountChanged(NoiseKind kind, double rate) {
  NoiseOptions options;
  options.of(kind) = rate;
  int changed = 0;
  for (int i = 0; i < kPairsDrawn; ++i) {
    const NoiseDraw draw = DrawNoise(options, KeyOfDraw(i));
    TextPair pair = kPair;
    const auto kinds = ApplyNoise(draw, kPairLanguages, pair);
    changed += HasKind(kinds, kind) || draw.joined > 1 ? 1 : 0;
    EXPECT_EQ(pair == kPair, kinds.empty()) << NoiseKindName(kind);
  }
  return changed;
}

TEST(PairNoiseTest, EachKindComesAtItsRate) {
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    const auto kind = static_cast<NoiseKind>(i);
    EXPECT_EQ(CountChanged(kind, 0.0), 0) << NoiseKindName(kind);
    EXPECT_NEAR(CountChanged(kind, 0.1), 400, 80) << NoiseKindName(kind);
    EXPECT_EQ(CountChanged(kind, 1.0), kPairsDrawn) << NoiseKindName(kind);
  }
}

TEST(PairNoiseTest, TheDrawDependsOnTheKeyOnly) {
  NoiseOptions options;
  options.rates.fill(0.5);
  std::set<std::string> seen;
  for (int i = 0; i < 200; ++i) {
    TextPair first = kPair;
    TextPair again = kPair;
    ApplyNoise(DrawNoise(options, KeyOfDraw(i)), kPairLanguages, first);
    ApplyNoise(DrawNoise(options, KeyOfDraw(i)), kPairLanguages, again);
    EXPECT_EQ(first, again);
    seen.insert(first.source);
  }
  EXPECT_GT(seen.size(), 190U);
}

// A kind is drawn independently of the rates of the others.
TEST(PairNoiseTest, TheRateOfOneKindDoesNotChangeAnother) {
  NoiseOptions one;
  one.of(NoiseKind::kSentinels) = 0.5;
  NoiseOptions both = one;
  both.of(NoiseKind::kTypos) = 0.5;
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(
        HasKind(DrawNoise(one, KeyOfDraw(i)).kinds, NoiseKind::kSentinels),
        HasKind(DrawNoise(both, KeyOfDraw(i)).kinds, NoiseKind::kSentinels));
  }
}

TEST(PairNoiseTest, TwoToTenPairsAreJoined) {
  NoiseOptions options;
  options.of(NoiseKind::kJoinedSentences) = 1.0;
  std::set<int64_t> counts;
  for (int i = 0; i < kPairsDrawn; ++i) {
    counts.insert(DrawNoise(options, KeyOfDraw(i)).joined);
  }
  EXPECT_EQ(counts, (std::set<int64_t>{2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(PairNoiseTest, JoinedPairsHaveASpaceIfTheirLanguageWritesOne) {
  TextPair pair = {"A.", "B."};
  JoinPair({"C.", "D."}, {.source = "en", .target = ""}, pair);
  EXPECT_EQ(pair, (TextPair{"A. C.", "B. D."}));
  pair = {"A.", "你好。"};
  JoinPair({"C.", "再见。"}, {.source = "en", .target = "zh-Hans"}, pair);
  EXPECT_EQ(pair, (TextPair{"A. C.", "你好。再见。"}));
}

TEST(PairNoiseTest, TheKindsOfCaseExcludeEachOther) {
  NoiseOptions options;
  options.of(NoiseKind::kFirstLetter) = 1.0;
  options.of(NoiseKind::kTypos) = 1.0;
  for (const NoiseKind first : {NoiseKind::kFirstLetter, NoiseKind::kTitleCase,
                                NoiseKind::kUpperCase}) {
    options.of(first) = 1.0;
    EXPECT_EQ(DrawNoise(options, 1).kinds,
              (std::vector<NoiseKind>{first, NoiseKind::kTypos}));
  }
}

}  // namespace
}  // namespace interpres
