#include "model/engine/directions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<LanguageDirection> kBoth = {{"en", "es"}, {"es", "en"}};

TEST(DirectionsTest, CardThenTagsThenUnknown) {
  ModelCard card;
  EXPECT_THAT(*ServedDirections(card, {}, {}),
              ElementsAre(LanguageDirection{"", ""}));
  EXPECT_THAT(
      *ServedDirections(card, {}, {"de", "es"}),
      ElementsAre(LanguageDirection{"", "de"}, LanguageDirection{"", "es"}));
  card.directions = kBoth;
  EXPECT_EQ(*ServedDirections(card, {}, {"en", "es"}), kBoth);
  EXPECT_EQ(*ServedDirections(card, {}, {}), kBoth);
}

TEST(DirectionsTest, SourceLanguagesAreDistinctAndKnown) {
  EXPECT_THAT(
      SourceLanguages({{"es", "en"}, {"", "de"}, {"en", "es"}, {"es", "de"}}),
      ElementsAre("en", "es"));
}

TEST(DirectionsTest, TheLanguagesOfTheTokenizerFillWhatIsUnknown) {
  EXPECT_THAT(*ServedDirections({}, {"eng", "deu"}, {}),
              ElementsAre(LanguageDirection{"en", "de"}));
  EXPECT_THAT(*ServedDirections({}, {"en", "pt_BR"}, {}),
              ElementsAre(LanguageDirection{"en", "pt_BR"}));
  EXPECT_THAT(*ServedDirections({}, {"eng", "roa"}, {"fra"}),
              ElementsAre(LanguageDirection{"en", "fra"}));
  // Groups of languages, which no request names.
  for (const char* group : {"mul", "roa", "gem", "und", ""}) {
    EXPECT_THAT(*ServedDirections({}, {group, "en"}, {}),
                ElementsAre(LanguageDirection{"", "en"}))
        << group;
  }
  ModelCard card;
  card.directions = kBoth;
  EXPECT_EQ(*ServedDirections(card, {"fr", "de"}, {}), kBoth);
}

TEST(DirectionsTest, ADirectionWithoutItsTagIsAnError) {
  ModelCard card;
  card.directions = kBoth;
  const auto directions = ServedDirections(card, {}, {"es"});
  EXPECT_EQ(directions.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(directions.status().message(),
              HasSubstr("es to en, but the vocabulary has no tag >>en<<"));
}

TEST(DirectionsTest, ResolvesByEitherLanguage) {
  EXPECT_EQ(*ResolveTag(kBoth, true, "en", "es"), "es");
  EXPECT_EQ(*ResolveTag(kBoth, true, "", "en"), "en");
  EXPECT_EQ(*ResolveTag(kBoth, true, "en", ""), "es");
}

TEST(DirectionsTest, ModelsWithoutTagsGetNone) {
  EXPECT_EQ(*ResolveTag({{"en", "es"}}, false, "en", "es"), "");
  EXPECT_EQ(*ResolveTag({{"en", "es"}}, false, "", ""), "");
  EXPECT_EQ(*ResolveTag({{"", ""}}, false, "sv", "fi"), "");
}

TEST(DirectionsTest, CodesMatchAsUsersWriteThem) {
  EXPECT_EQ(*ResolveTag(kBoth, true, "EN_us", "spa"), "es");
  const std::vector<LanguageDirection> chinese = {
      {"en", "zh-Hans"}, {"en", "zh-Hant"}, {"de", "zh-Hans"}};
  EXPECT_EQ(*ResolveTag(chinese, true, "", "zh-TW"), "zh-Hant");
  EXPECT_EQ(*ResolveTag(chinese, true, "de", "zh"), "zh-Hans");
  // Another script of the target is better than no translation.
  EXPECT_EQ(*ResolveTag(chinese, true, "de", "zh-TW"), "zh-Hans");
  EXPECT_EQ(ResolveTag(kBoth, true, "", "ca").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(DirectionsTest, NamesTheServedLanguages) {
  const ResolvedDirection named = *ResolveDirection(kBoth, true, "EN", "es-MX");
  EXPECT_EQ(named.tags.target, "es");
  EXPECT_EQ(named.target, "es");
  EXPECT_THAT(named.sources, ElementsAre("en"));
  const std::vector<LanguageDirection> into = {
      {"en", "fr"}, {"es", "fr"}, {"fr", "en"}};
  EXPECT_THAT(ResolveDirection(into, true, "", "fr")->sources,
              ElementsAre("en", "es"));
  EXPECT_EQ(ResolveDirection(into, false, "", "fr")->tags.target, "");
  EXPECT_THAT(ResolveDirection({{"", "fr"}}, true, "de", "fr")->sources,
              ElementsAre(""));
}

TEST(DirectionsTest, ErrorsNameWhatIsServed) {
  const auto unknown = ResolveTag(kBoth, true, "en", "fr");
  EXPECT_EQ(unknown.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(unknown.status().message(),
              HasSubstr("from en to fr; it translates: en to es, es to en"));
  EXPECT_EQ(ResolveTag(kBoth, true, "es", "es").status().code(),
            absl::StatusCode::kNotFound);
  const auto ambiguous = ResolveTag(kBoth, true, "", "");
  EXPECT_EQ(ambiguous.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(ambiguous.status().message(), HasSubstr("several: en, es"));
}

TEST(DirectionsTest, SourceTagsGiveAllPairs) {
  EXPECT_THAT(
      *ServedDirections({}, {}, {"de", "en", "fr"}, true),
      ElementsAre(LanguageDirection{"de", "en"}, LanguageDirection{"de", "fr"},
                  LanguageDirection{"en", "de"}, LanguageDirection{"en", "fr"},
                  LanguageDirection{"fr", "de"},
                  LanguageDirection{"fr", "en"}));
  ModelCard card;
  card.directions = {{"de", "en"}};
  EXPECT_EQ(*ServedDirections(card, {}, {"de", "en", "fr"}, true),
            card.directions);
  card.directions = {{"es-MX", "en"}};
  EXPECT_THAT(
      ServedDirections(card, {}, {"de", "en", "es"}, true).status().message(),
      HasSubstr("has no source language \"es-MX\"; its languages are: "
                "de, en, es"));
}

TEST(DirectionsTest, AMessageListsAFewOfManyDirections) {
  std::vector<std::string> languages;
  for (char c = 'a'; c <= 'j'; ++c) {
    languages.push_back(std::string("a") + c);
  }
  const auto directions = ServedDirections({}, {}, languages, true);
  ASSERT_EQ(directions->size(), 90U);
  const absl::Status status =
      ResolveDirection(*directions, true, "en", "aa").status();
  EXPECT_THAT(status.message(), HasSubstr("aa to ab"));
  EXPECT_THAT(status.message(), HasSubstr(", and 74 more"));
  EXPECT_LT(status.message().size(), 400U);
}

}  // namespace
}  // namespace interpres
