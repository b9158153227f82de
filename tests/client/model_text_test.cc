#include "client/model_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::HasSubstr;

// A model of all pairs of the languages.
v1::Model ModelOf(const std::vector<std::string>& languages) {
  v1::Model model;
  model.set_name("m");
  for (const std::string& source : languages) {
    for (const std::string& target : languages) {
      if (source != target) {
        v1::LanguageDirection& direction = *model.add_directions();
        direction.set_source_language(source);
        direction.set_target_language(target);
      }
    }
  }
  return model;
}

TEST(ModelTextTest, AFewDirectionsAreListed) {
  EXPECT_THAT(ModelText(ModelOf({"en", "es"})),
              HasSubstr("  directions      en-es, es-en\n"));
  EXPECT_THAT(ModelText(ModelOf({})),
              HasSubstr("  directions      not stated\n"));
}

TEST(ModelTextTest, LanguagesStandForAllTheirPairs) {
  v1::Model model = ModelOf({"de", "en", "es", "fr", "it"});
  EXPECT_THAT(ModelText(model),
              HasSubstr("  directions      each of 5 languages to each other: "
                        "de, en, es, fr, it\n"));
  model.mutable_directions()->RemoveLast();
  EXPECT_THAT(ModelText(model), HasSubstr("directions      de-en, de-es"));
}

TEST(ModelTextTest, SaysWhetherTheModelIsInMemory) {
  v1::Model model = ModelOf({"en", "es"});
  EXPECT_EQ(ModelText(model).find("in memory"), std::string::npos);
  model.set_resident(true);
  EXPECT_THAT(ModelText(model), HasSubstr("  in memory       yes\n"));
  model.set_resident(false);
  EXPECT_THAT(ModelText(model), HasSubstr("  in memory       no\n"));
}

}  // namespace
}  // namespace interpres
