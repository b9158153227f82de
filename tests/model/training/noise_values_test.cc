#include "model/training/noise_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "model/base/utf8.h"
#include "model/document/atom_finder.h"
#include "model/document/characters.h"
#include "model/document/sentinel.h"

namespace interpres {
namespace {

constexpr int kValuesDrawn = 2000;

// The values of `kValuesDrawn` keys.
std::vector<std::string> Values(NoiseKind kind) {
  std::vector<std::string> values;
  for (uint64_t key = 0; key < kValuesDrawn; ++key) {
    NoiseRandom random(key);
    values.push_back(DrawValue(kind, random));
  }
  return values;
}

// The share of values that are one atom of the kind from end to end.
double ShareOf(NoiseKind kind, AtomKind atom) {
  int found = 0;
  for (const std::string& value : Values(kind)) {
    const std::vector<Atom> atoms = FindAtoms(value, {});
    found += atoms.size() == 1 && atoms[0].kind == atom &&
                     atoms[0].span.end - atoms[0].span.begin ==
                         static_cast<int64_t>(value.size())
                 ? 1
                 : 0;
  }
  return static_cast<double>(found) / kValuesDrawn;
}

bool HasOnlyDigits(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); });
}

TEST(NoiseValuesTest, TheServiceFindsTheValues) {
  EXPECT_EQ(ShareOf(NoiseKind::kUuids, AtomKind::kUuid), 1.0);
  EXPECT_EQ(ShareOf(NoiseKind::kUrls, AtomKind::kUrl), 1.0);
  EXPECT_EQ(ShareOf(NoiseKind::kEmails, AtomKind::kEmail), 1.0);
  EXPECT_EQ(ShareOf(NoiseKind::kIpAddresses, AtomKind::kIpAddress), 1.0);
  EXPECT_GT(ShareOf(NoiseKind::kNumbers, AtomKind::kNumber), 0.99);
  EXPECT_GT(ShareOf(NoiseKind::kPlaceholders, AtomKind::kPlaceholder), 0.99);
  EXPECT_GT(ShareOf(NoiseKind::kEmoji, AtomKind::kEmoji), 0.95);
}

TEST(NoiseValuesTest, NumbersHaveTwoToSixteenDigitsInSeveralForms) {
  std::set<std::size_t> sizes;
  int decimals = 0;
  int groups = 0;
  int repeats = 0;
  int zeros = 0;
  for (const std::string& value : Values(NoiseKind::kNumbers)) {
    decimals += value.find('.') != std::string::npos ? 1 : 0;
    groups += value.find(',') != std::string::npos ? 1 : 0;
    if (!HasOnlyDigits(value)) {
      continue;
    }
    sizes.insert(value.size());
    EXPECT_NE(value[0], '0');
    zeros += value.find("00") != std::string::npos ? 1 : 0;
    for (const char digit : std::string("123456789")) {
      repeats += value.find(std::string(3, digit)) != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_EQ(*sizes.begin(), 2U);
  EXPECT_EQ(*sizes.rbegin(), 16U);
  EXPECT_EQ(sizes.size(), 15U);
  EXPECT_GT(decimals, kValuesDrawn / 6);
  EXPECT_GT(groups, kValuesDrawn / 8);
  EXPECT_GT(repeats, kValuesDrawn / 10);
  EXPECT_GT(zeros, kValuesDrawn / 8);
}

TEST(NoiseValuesTest, ValuesAreManyAndUtf8AndDependOnTheKeyOnly) {
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    const auto kind = static_cast<NoiseKind>(i);
    if (kind < kFirstCopyKind) {
      continue;
    }
    const std::vector<std::string> values = Values(kind);
    EXPECT_EQ(values, Values(kind)) << NoiseKindName(kind);
    const std::set<std::string> distinct(values.begin(), values.end());
    EXPECT_GE(distinct.size(), kind == NoiseKind::kSentinels ? 10U : 200U)
        << NoiseKindName(kind);
    for (const std::string& value : distinct) {
      EXPECT_TRUE(!value.empty() && IsValidUtf8(value)) << value;
    }
  }
}

TEST(NoiseValuesTest, NamesBeginWithACapitalThatOftenHasAnAccent) {
  int accents = 0;
  for (const std::string& value : Values(NoiseKind::kNames)) {
    const std::u32string name = DecodeUtf8(value).code;
    EXPECT_GE(name.size(), 3U) << value;
    EXPECT_TRUE(IsUpper(name[0])) << value;
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](char32_t c) {
      return IsLetter(c) || c == U' ';
    })) << value;
    accents += name[0] > U'Z' ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(accents) / kValuesDrawn, 0.5, 0.05);
}

TEST(NoiseValuesTest, SentinelsAreDigitsInRareBrackets) {
  const std::vector<std::string> values = Values(NoiseKind::kSentinels);
  std::set<std::string> expected;
  for (int i = 0; i < kSentinelCount; ++i) {
    expected.insert(SentinelOf(SentinelForm::kBrackets, i));
  }
  EXPECT_EQ(SentinelOf(SentinelForm::kBrackets, 7),
            "\xE2\x9F\xA6"
            "7\xE2\x9F\xA7");
  EXPECT_EQ(std::set<std::string>(values.begin(), values.end()), expected);
}

}  // namespace
}  // namespace interpres
