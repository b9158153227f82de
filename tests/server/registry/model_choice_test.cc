#include "server/registry/model_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using Directions = std::vector<LanguageDirection>;

const Directions kEnEs = {{.source = "en", .target = "es"},
                          {.source = "es", .target = "en"}};
const Directions kEnDe = {{.source = "en", .target = "de"}};
const Directions kFrEs = {{.source = "fr", .target = "es"}};
const Directions kUnknown = {{}};
const Directions kIntoAny = {{.source = "", .target = "es"},
                             {.source = "", .target = "it"}};

const std::vector<ModelOffer> kOffers = {
    {.name = "german", .directions = kEnDe},
    {.name = "romance", .directions = kFrEs},
    {.name = "spanish", .directions = kEnEs}};

// The name of the model that is chosen, or the status of the refusal.
std::string Choice(const ModelQuery& query,
                   const std::vector<ModelOffer>& offers = kOffers) {
  const absl::StatusOr<std::size_t> index = ChooseModel(query, offers);
  return index.ok() ? std::string(offers.at(*index).name)
                    : absl::StatusCodeToString(index.status().code());
}

std::string Refusal(const ModelQuery& query,
                    const std::vector<ModelOffer>& offers = kOffers) {
  return std::string(ChooseModel(query, offers).status().message());
}

TEST(ModelChoiceTest, FollowsNameThenLanguages) {
  struct Case {
    ModelQuery query;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {{.name = "german"}, "german"},
      // The name decides; whether it can translate that is the model's to say.
      {{.name = "german", .target_language = "es"}, "german"},
      {{.name = "German"}, "NOT_FOUND"},
      {{.target_language = "de"}, "german"},
      {{.target_language = "en"}, "spanish"},
      {{.source_language = "en", .target_language = "es"}, "spanish"},
      {{.source_language = "fr", .target_language = "es"}, "romance"},
      {{.source_language = "fr"}, "romance"},
      {{.source_language = "fra", .target_language = "es_MX"}, "romance"},
      {{.source_language = "en-GB", .target_language = "ES"}, "spanish"},
      {{.source_language = "en", .target_language = "ca"}, "NOT_FOUND"},
      {{.target_language = "es"}, "INVALID_ARGUMENT"},
      {{.source_language = "en"}, "INVALID_ARGUMENT"},
      {{}, "INVALID_ARGUMENT"},
      {{.target_language = "it"}, "NOT_FOUND"},
      {{.source_language = "de", .target_language = "es"}, "NOT_FOUND"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(Choice(test.query), test.expected)
        << test.query.name << " " << test.query.source_language << " "
        << test.query.target_language;
  }
}

TEST(ModelChoiceTest, TheOnlyModelAnswersForEveryPair) {
  const std::vector<ModelOffer> one = {{.name = "german", .directions = kEnDe}};
  EXPECT_EQ(Choice({}, one), "german");
  EXPECT_EQ(Choice({.target_language = "es"}, one), "german");
  EXPECT_EQ(Choice({.name = "spanish"}, one), "NOT_FOUND");
}

TEST(ModelChoiceTest, StatedLanguagesComeBeforeUnstatedOnes) {
  const std::vector<ModelOffer> offers = {
      {.name = "into", .directions = kIntoAny},
      {.name = "spanish", .directions = kEnEs},
      {.name = "unknown", .directions = kUnknown}};
  EXPECT_EQ(Choice({.source_language = "en", .target_language = "es"}, offers),
            "spanish");
  EXPECT_EQ(Choice({.target_language = "it"}, offers), "into");
  // Both are as good as each other.
  EXPECT_EQ(Choice({.source_language = "pt", .target_language = "es"}, offers),
            "INVALID_ARGUMENT");
  EXPECT_EQ(Choice({.target_language = "fr"}, offers), "unknown");
}

TEST(ModelChoiceTest, AModelOfFewDirectionsComesBeforeOneOfMany) {
  Directions many;
  for (const char* source : {"de", "en", "es", "fi", "fr", "it", "pl", "sv"}) {
    for (const char* target :
         {"de", "en", "es", "fi", "fr", "it", "pl", "sv"}) {
      if (std::string_view(source) != target) {
        many.push_back({.source = source, .target = target});
      }
    }
  }
  const std::vector<ModelOffer> offers = {
      {.name = "many", .directions = many},
      {.name = "spanish", .directions = kEnEs}};
  EXPECT_EQ(Choice({.source_language = "en", .target_language = "es"}, offers),
            "spanish");
  EXPECT_EQ(Choice({.source_language = "de", .target_language = "es"}, offers),
            "many");
  // The language of the text decides.
  EXPECT_EQ(Choice({.target_language = "es"}, offers), "INVALID_ARGUMENT");
  EXPECT_EQ(Choice({.target_language = "pl"}, offers), "many");
}

TEST(ModelChoiceTest, TheNearestVariantAnswers) {
  const Directions brazil = {{.source = "en", .target = "pt-BR"}};
  const Directions portugal = {{.source = "en", .target = "pt-PT"}};
  const Directions plain = {{.source = "en", .target = "pt"}};
  const std::vector<ModelOffer> offers = {
      {.name = "brazil", .directions = brazil},
      {.name = "portugal", .directions = portugal}};
  EXPECT_EQ(Choice({.target_language = "pt_br"}, offers), "brazil");
  EXPECT_EQ(Choice({.target_language = "pt-PT"}, offers), "portugal");
  EXPECT_EQ(Choice({.target_language = "pt"}, offers), "INVALID_ARGUMENT");
  const std::vector<ModelOffer> with_plain = {
      {.name = "brazil", .directions = brazil},
      {.name = "plain", .directions = plain}};
  EXPECT_EQ(Choice({.target_language = "pt"}, with_plain), "plain");
  EXPECT_EQ(Choice({.target_language = "pt-PT"}, with_plain), "plain");
}

TEST(ModelChoiceTest, NoModelAnswersWithoutModels) {
  EXPECT_EQ(Choice({}, {}), "NOT_FOUND");
  EXPECT_EQ(Choice({.name = "german"}, {}), "NOT_FOUND");
}

TEST(ModelChoiceTest, RefusalsNameTheCandidatesAndTheRemedy) {
  EXPECT_THAT(Refusal({.target_language = "es"}),
              AllOf(HasSubstr("2 models"), HasSubstr("\"romance\" (fr to es)"),
                    HasSubstr("\"spanish\" (en to es, es to en)"),
                    Not(HasSubstr("german")),
                    HasSubstr("set source_language or model")));
  EXPECT_THAT(Refusal({}), AllOf(HasSubstr("german"), HasSubstr("romance"),
                                 HasSubstr("set target_language or model")));
  EXPECT_THAT(Refusal({.name = "nobody"}),
              AllOf(HasSubstr("\"nobody\""), HasSubstr("german"),
                    HasSubstr("spanish")));
  EXPECT_THAT(Refusal({.source_language = "en", .target_language = "it"}),
              AllOf(HasSubstr("from en to it"), HasSubstr("german")));
  const std::vector<ModelOffer> twins = {{.name = "a", .directions = kEnEs},
                                         {.name = "b", .directions = kEnEs}};
  EXPECT_THAT(
      Refusal({.source_language = "en", .target_language = "es"}, twins),
      HasSubstr("; set model"));
}

TEST(ModelChoiceTest, ChoosesByNameOnly) {
  const auto refusal = [](std::string_view name) {
    return std::string(ChooseNamedModel(name, kOffers).status().message());
  };
  EXPECT_EQ(*ChooseNamedModel("spanish", kOffers), 2U);
  EXPECT_EQ(*ChooseNamedModel("", std::span(kOffers).first(1)), 0U);
  EXPECT_EQ(ChooseNamedModel("", kOffers).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ChooseNamedModel("nobody", kOffers).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ChooseNamedModel("", {}).status().code(),
            absl::StatusCode::kNotFound);
  // There is no field of a request for languages.
  EXPECT_THAT(refusal(""), AllOf(HasSubstr("set name"), HasSubstr("german"),
                                 Not(HasSubstr("language"))));
  EXPECT_THAT(refusal("nobody"),
              AllOf(HasSubstr("\"nobody\""), HasSubstr("german"),
                    Not(HasSubstr("language"))));
}

TEST(ModelChoiceTest, RefusalsAreShort) {
  EXPECT_LT(Refusal({.name = std::string(100'000, 'x')}).size(), 400U);
  const Directions many(1000, {.source = "en", .target = "es"});
  const std::vector<ModelOffer> offers(1000,
                                       {.name = "a-model", .directions = many});
  const std::string refusal = Refusal({.target_language = "es"}, offers);
  EXPECT_LT(refusal.size(), 8000U);
  EXPECT_THAT(refusal, HasSubstr("and 984 more"));
}

}  // namespace
}  // namespace interpres
