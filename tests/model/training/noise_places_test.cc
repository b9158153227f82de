#include "model/training/noise_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/document/sentinel.h"
#include "model/training/noise_values.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

const LanguageDirection kPlaceLanguages = {"en", "es"};

// Pairs with a value of the kind, for many keys.
std::vector<TextPair> Drawn(NoiseKind kind, const TextPair& pair) {
  std::vector<TextPair> pairs;
  for (uint64_t key = 0; key < 500; ++key) {
    NoiseRandom random(key);
    pairs.push_back(pair);
    if (!PutValue(kind, kPlaceLanguages, random, pairs.back())) {
      EXPECT_EQ(pairs.back(), pair);
      pairs.pop_back();
    }
  }
  return pairs;
}

// The text without the sentinels: which places were used.
std::string Masked(std::string text) {
  for (int i = 0; i < kSentinelCount; ++i) {
    const std::size_t place = text.find(SentinelOf(SentinelForm::kBrackets, i));
    if (place != std::string::npos) {
      text.replace(place, SentinelOf(SentinelForm::kBrackets, i).size(), "*");
    }
  }
  return text;
}

std::string WithoutDots(std::string text) {
  std::erase(text, '.');
  return text;
}

TEST(NoisePlacesTest, PlacesCorrespond) {
  const std::map<std::string, std::string> expected = {
      {"If so *, go.", "Si es así *, vete."},
      {"If so (*), go.", "Si es así (*), vete."},
      {"If so \"*\", go.", "Si es así \"*\", vete."},
      {"If so, go *.", "Si es así, vete *."},
      {"If so, go (*).", "Si es así, vete (*)."},
      {"If so, go \"*\".", "Si es así, vete \"*\"."},
      {"*: If so, go.", "*: Si es así, vete."},
      {"* - If so, go.", "* - Si es así, vete."},
      {"(*) If so, go.", "(*) Si es así, vete."},
      {"* If so, go.", "* Si es así, vete."},
      {"If so, go. *", "Si es así, vete. *"},
      {"If so, go. (*)", "Si es así, vete. (*)"},
      {"If so, go. - *", "Si es así, vete. - *"}};
  std::map<std::string, std::string> seen;
  for (const TextPair& pair :
       Drawn(NoiseKind::kSentinels, {"If so, go.", "Si es así, vete."})) {
    seen[Masked(pair.source)] = Masked(pair.target);
  }
  EXPECT_EQ(seen, expected);
}

TEST(NoisePlacesTest, MarksThatAreNotAloneOrDifferAreNoPlaces) {
  std::set<std::string> seen;
  for (const TextPair& pair :
       Drawn(NoiseKind::kSentinels, {"A, b, c!", "A, b y c..."})) {
    seen.insert(Masked(pair.source));
  }
  for (const std::string& source : seen) {
    EXPECT_TRUE(source.starts_with("A, b, c!") || source.ends_with("A, b, c!"))
        << source;
  }
  EXPECT_EQ(seen.size(), 7U);
}

TEST(NoisePlacesTest, AValueOfTheSameKindIsReplaced) {
  int replaced = 0;
  for (const TextPair& pair :
       Drawn(NoiseKind::kUrls, {"See https://a.example/1 now.",
                                "Mira https://a.example/1 ahora."})) {
    if (pair.source.find("a.example") == std::string::npos) {
      ++replaced;
      const std::string value =
          pair.source.substr(4, pair.source.size() - 4 - 5);
      EXPECT_EQ(pair.target, "Mira " + value + " ahora.");
    }
  }
  EXPECT_NEAR(replaced, 350, 50);
}

TEST(NoisePlacesTest, ASentinelReplacesAnyValueThatIsOnceOnEachSide) {
  const auto has_replaced = [](const TextPair& pair) {
    for (const TextPair& drawn : Drawn(NoiseKind::kSentinels, pair)) {
      if (Masked(drawn.source) == "Take * here" &&
          Masked(drawn.target) == "Toma * aquí") {
        return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(has_replaced({"Take 250 here", "Toma 250 aquí"}));
  EXPECT_TRUE(has_replaced({"Take {x} here", "Toma {x} aquí"}));
  // Words agree with a number of one digit.
  EXPECT_FALSE(has_replaced({"Take 1 here", "Toma 1 aquí"}));
  EXPECT_FALSE(has_replaced({"Take 250 here", "Toma 520 aquí"}));
  for (const TextPair& drawn :
       Drawn(NoiseKind::kSentinels, {"250 is not 250", "250 no es 250"})) {
    EXPECT_THAT(drawn.source, HasSubstr("250 is not 250"));
  }
}

// The pairs in which "Tom" was replaced.
std::vector<TextPair> WithoutTom(const TextPair& pair) {
  std::vector<TextPair> drawn = Drawn(NoiseKind::kNames, pair);
  std::erase_if(drawn, [](const TextPair& noisy) {
    return noisy.source.find("Tom") != std::string::npos;
  });
  return drawn;
}

TEST(NoisePlacesTest, ANameReplacesAWordThatBothSidesWriteAlike) {
  const std::vector<TextPair> drawn =
      WithoutTom({"I know Tom well.", "Conozco bien a Tom."});
  EXPECT_NEAR(static_cast<double>(drawn.size()), 350, 50);
  for (const TextPair& pair : drawn) {
    const std::string name = pair.source.substr(7, pair.source.size() - 13);
    EXPECT_EQ(pair.source, "I know " + name + " well.");
    EXPECT_EQ(pair.target, "Conozco bien a " + name + ".");
  }
}

TEST(NoisePlacesTest, ANameReplacesNoOtherWord) {
  // Twice on one side, a part of another word, only on one side.
  EXPECT_TRUE(WithoutTom({"Tom or Tom", "Tom o no"}).empty());
  EXPECT_TRUE(WithoutTom({"Tom is here", "Tomás está aquí"}).empty());
  EXPECT_TRUE(WithoutTom({"Tom is here", "Está aquí"}).empty());
  EXPECT_TRUE(WithoutTom({"See www.Tom.org", "Ve a www.Tom.org"}).empty());
  for (const TextPair& pair :
       Drawn(NoiseKind::kNames, {"No USA to me", "No USA to me"})) {
    EXPECT_THAT(pair.source, HasSubstr("No USA to me"));
  }
}

TEST(NoisePlacesTest, NumbersHaveTheMarksOfTheirSide) {
  int marks = 0;
  for (const TextPair& pair : Drawn(NoiseKind::kNumbers, {"a", "b"})) {
    std::string swapped;
    for (const char c : pair.source) {
      swapped += c == '.' ? ',' : c == ',' ? '.' : c == 'a' ? 'b' : c;
    }
    // Spanish writes four digits without a mark.
    EXPECT_EQ(WithoutDots(pair.target), WithoutDots(swapped));
    marks += pair.source != pair.target &&
                     swapped.find_first_of(".,") != std::string::npos
                 ? 1
                 : 0;
  }
  EXPECT_GT(marks, 100);
}

TEST(NoisePlacesTest, ASentinelComesOnceInAPair) {
  TextPair pair = {"a", "b"};
  for (int i = 0; i < kSentinelCount; ++i) {
    pair.source += " " + SentinelOf(SentinelForm::kBrackets, i);
    pair.target += " " + SentinelOf(SentinelForm::kBrackets, i);
  }
  EXPECT_TRUE(Drawn(NoiseKind::kSentinels, pair).empty());
}

}  // namespace
}  // namespace interpres
