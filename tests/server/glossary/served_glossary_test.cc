#include "server/glossary/served_glossary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

NamedGlossary Make(
    const std::vector<std::pair<std::string, std::string>>& pairs) {
  NamedGlossary glossary = {.name = "products"};
  for (const auto& [source, target] : pairs) {
    glossary.pairs.push_back(
        std::make_shared<const ServedGlossary>(GlossaryTable{
            .source_language = source,
            .target_language = target,
            .terms = {{.source = "Cat", .target = source + target}}}));
  }
  return glossary;
}

// Returns the target of the only term of the pair.
std::string TargetOf(const NamedGlossary& glossary, const std::string& source,
                     const std::string& target) {
  const absl::StatusOr<ServedGlossaryPtr> pair =
      FindPair(glossary, source, target);
  return pair.ok() ? (*pair)->terms().front().target
                   : std::string(pair.status().message());
}

TEST(ServedGlossaryTest, RequestsShareOneTree) {
  const NamedGlossary glossary = Make({{"en", "es"}});
  const ServedGlossary& pair = *glossary.pairs.front();
  for (const bool ignore_case : {false, true}) {
    for (const bool inflection : {false, true}) {
      const std::shared_ptr<const TermTree> tree =
          pair.Tree(ignore_case, inflection);
      EXPECT_EQ(tree, pair.Tree(ignore_case, inflection));
      EXPECT_EQ(&tree->terms(), &pair.terms());
      const auto finds = [&](std::u32string_view text) {
        return tree->LongestAt(tree->Fold(text), 0, text.size()).term == 0;
      };
      EXPECT_EQ(finds(U"cat"), ignore_case);
      EXPECT_EQ(finds(U"Cats"), inflection);
    }
  }
}

TEST(ServedGlossaryTest, TheNearestPairIsUsed) {
  const NamedGlossary glossary =
      Make({{"en", "es"}, {"en", "pt"}, {"en", "pt-BR"}});
  EXPECT_EQ(TargetOf(glossary, "en-GB", "es-MX"), "enes");
  EXPECT_EQ(TargetOf(glossary, "eng", "pt-BR"), "enpt-BR");
  EXPECT_EQ(TargetOf(glossary, "en", "pt-PT"), "enpt");
  EXPECT_EQ(TargetOf(glossary, "", "es"), "enes");
}

TEST(ServedGlossaryTest, AMissingPairIsAnError) {
  const NamedGlossary glossary = Make({{"en", "es"}, {"de", "es"}});
  EXPECT_THAT(TargetOf(glossary, "es", "en"),
              AllOf(HasSubstr("\"products\" has no pair for \"es\" to \"en\""),
                    HasSubstr("en to es, de to es")));
  EXPECT_THAT(
      TargetOf(glossary, "", "es"),
      AllOf(HasSubstr("more than one pair"), HasSubstr("set source_language")));
}

}  // namespace
}  // namespace interpres
