#include "server/service/request_glossary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "server/service/protection_options.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class RequestGlossaryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    temp_.Write("a.en.es.tsv", "cat\tgato\ndog\tperro\n");
    temp_.Write("a.fr.es.tsv", "chat\tgato\n");
    absl::StatusOr<std::unique_ptr<GlossaryStore>> store =
        GlossaryStore::Load({.directory = temp_.path().string()}, metrics_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  void AddTerm(const std::string& source, const std::string& target) {
    v1::GlossaryTerm& term = *request_.add_glossary();
    term.set_source(source);
    term.set_target(target);
  }

  // Returns the glossary of the request for a direction.
  absl::StatusOr<std::shared_ptr<const Glossary>> Resolve(
      const ResolvedDirection& direction) const {
    const absl::StatusOr<RequestGlossary> glossary =
        ResolveGlossary(request_, {.store = store_.get(), .owner = "ann"});
    return glossary.ok() ? GlossaryFor(*glossary, direction)
                         : glossary.status();
  }

  std::string ErrorOf(const ResolvedDirection& direction = {
                          .sources = {"en"}}) const {
    return std::string(Resolve(direction).status().message());
  }

  const ResolvedDirection english_{.target = "es", .sources = {"en"}};
  const TempDir temp_;
  Metrics metrics_;
  std::unique_ptr<GlossaryStore> store_;
  v1::TranslateRequest request_;
};

TEST_F(RequestGlossaryTest, ARequestWithoutTermsHasNoGlossary) {
  const auto glossary = Resolve(english_);
  ASSERT_TRUE(glossary.ok());
  EXPECT_EQ(*glossary, nullptr);
}

TEST_F(RequestGlossaryTest, ASourceHasOneTarget) {
  AddTerm("cat", "gata");
  AddTerm("dog", "perro");
  AddTerm(" cat", "gata");
  EXPECT_TRUE(Resolve(english_).ok());
  AddTerm("dog", "perra");
  EXPECT_EQ(ErrorOf(),
            "glossary[3].source is \"dog\", which is also glossary[1].source, "
            "with another target; expected one target for a source; leave one "
            "of the terms out");
}

TEST_F(RequestGlossaryTest, TheTermsOfTheRequestComeFirst) {
  AddTerm("cat", "gata");
  request_.set_glossary_name("a");
  const auto glossary = Resolve(english_);
  ASSERT_TRUE(glossary.ok()) << glossary.status();
  EXPECT_EQ((*glossary)->term(0).target, "gata");
  EXPECT_EQ((*glossary)->term(2).target, "perro");
  EXPECT_EQ((*glossary)->Find("cat", {}).front().term, 0);
}

TEST_F(RequestGlossaryTest, TheLanguagesOfTheRequestChooseThePair) {
  request_.set_glossary_name("a");
  EXPECT_THAT(
      ErrorOf({.target = "es", .sources = {"en", "fr"}}),
      AllOf(HasSubstr("more than one pair"), HasSubstr("set source_language")));
  request_.set_source_language("fr-CA");
  const auto glossary = Resolve({.target = "es", .sources = {"fr"}});
  ASSERT_TRUE(glossary.ok()) << glossary.status();
  EXPECT_EQ((*glossary)->term(0).source, "chat");
  request_.set_target_language("en");
  EXPECT_THAT(ErrorOf(), HasSubstr("no pair for \"fr-CA\" to \"en\""));
}

TEST_F(RequestGlossaryTest, InflectionNeedsALanguageWithStems) {
  AddTerm("mouse pad", "alfombrilla");
  request_.set_glossary_name("a");
  request_.set_glossary_inflection(true);
  const auto glossary = Resolve(english_);
  ASSERT_TRUE(glossary.ok()) << glossary.status();
  EXPECT_EQ((*glossary)->Find("two cats, mouse pads", {}).size(), 2U);
  request_.clear_glossary_name();
  EXPECT_THAT(ErrorOf({.target = "es", .sources = {"ja"}}),
              AllOf(HasSubstr("the source language is \"ja\""),
                    HasSubstr("de, en, es, fr, it or pt")));
  EXPECT_THAT(ErrorOf({.target = "es", .sources = {""}}),
              HasSubstr("the source language is \"\""));
}

TEST_F(RequestGlossaryTest, TermsHaveLimits) {
  AddTerm("a", "b");
  AddTerm("a", "-");
  EXPECT_EQ(ErrorOf(),
            "glossary[1].target has 1 bytes; expected 1 to 200, with a letter "
            "or a digit");
  request_.mutable_glossary(1)->set_target(std::string(201, 'x'));
  EXPECT_THAT(ErrorOf(), HasSubstr("glossary[1].target has 201 bytes"));
  request_.clear_glossary();
  for (int i = 0; i <= kMaxKeptStrings; ++i) {
    AddTerm("a", "b");
  }
  EXPECT_THAT(ErrorOf(), HasSubstr("glossary has 1001 terms"));
}

TEST_F(RequestGlossaryTest, APivotLanguageExcludesTerms) {
  request_.set_allow_pivot(true);
  EXPECT_TRUE(Resolve(english_).ok());
  AddTerm("a", "b");
  EXPECT_THAT(ErrorOf(), HasSubstr("glossary is set and allow_pivot is true"));
  request_.clear_glossary();
  request_.set_glossary_name("a");
  EXPECT_THAT(ErrorOf(),
              HasSubstr("glossary_name is set and allow_pivot is true"));
}

}  // namespace
}  // namespace interpres
