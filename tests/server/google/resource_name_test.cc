#include "server/google/resource_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres::google_api {
namespace {

using ::testing::HasSubstr;

TEST(ResourceNameTest, AParentIsAProjectPerhapsWithALocation) {
  for (const char* good : {"projects/p", "projects/123/locations/global"}) {
    EXPECT_TRUE(CheckParent(good).ok()) << good;
  }
  for (const char* wrong :
       {"", "p", "projects/", "projects/p/", "projects/p/locations/",
        "projects/p/locations/l/x", "projects/p/places/l", "projects/a b"}) {
    const absl::Status status = CheckParent(wrong);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << wrong;
    EXPECT_THAT(status.message(), HasSubstr("projects/PROJECT"));
  }
  EXPECT_TRUE(CheckLocation("projects/p/locations/l").ok());
  EXPECT_FALSE(CheckLocation("projects/p").ok());
}

TEST(ResourceNameTest, ModelsOfGoogleMeanTheDefault) {
  for (const char* name : {"", "projects/p/models/general/nmt",
                           "projects/p/locations/global/models/general/base"}) {
    const auto model = ModelNameOf(name);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ(*model, "") << name;
  }
}

TEST(ResourceNameTest, OtherModelsAreOurs) {
  EXPECT_EQ(*ModelNameOf("projects/p/models/en-es"), "en-es");
  EXPECT_EQ(*ModelNameOf("projects/p/locations/l/models/general/en-es"),
            "en-es");
  EXPECT_EQ(*ModelNameOf("projects/p/models/nmt"), "nmt");
  for (const char* wrong :
       {"en-es", "projects/p/models/", "projects/p/models",
        "projects/p/models/general/", "projects/p/models/special/en-es",
        "projects/p/models/general/a/b", "models/en-es"}) {
    EXPECT_EQ(ModelNameOf(wrong).status().code(),
              absl::StatusCode::kInvalidArgument)
        << wrong;
  }
}

TEST(ResourceNameTest, ModelsForDetection) {
  EXPECT_TRUE(CheckDetectionModel("").ok());
  EXPECT_TRUE(CheckDetectionModel(
                  "projects/p/locations/l/models/language-detection/default")
                  .ok());
  EXPECT_FALSE(CheckDetectionModel("projects/p/models/general/nmt").ok());
}

TEST(ResourceNameTest, Glossaries) {
  const auto path =
      ParseGlossaryPath("name", "projects/p/locations/l/glossaries/g");
  ASSERT_TRUE(path.ok()) << path.status();
  EXPECT_EQ(path->location, "projects/p/locations/l");
  EXPECT_EQ(path->glossary, "g");
  EXPECT_EQ(path->Name(), "projects/p/locations/l/glossaries/g");
  for (const char* wrong :
       {"", "g", "projects/p/glossaries/g", "projects/p/locations/l/glossaries",
        "projects/p/locations/l/glossaries/",
        "projects/p/locations/l/glossaries/g/x"}) {
    const absl::Status status = ParseGlossaryPath("name", wrong).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << wrong;
    EXPECT_THAT(status.message(), HasSubstr("name is"));
  }
}

TEST(ResourceNameTest, AnEntryHasItsTermInItsName) {
  const EntryPath path = {
      .glossary = {.location = "projects/p/locations/l", .glossary = "g"},
      .source_language = "en",
      .target_language = "pt-BR",
      .source = "a red/blue \u00e9"};
  const auto parsed = ParseEntryPath("name", path.Name());
  ASSERT_TRUE(parsed.ok()) << parsed.status() << " " << path.Name();
  EXPECT_EQ(parsed->glossary.glossary, "g");
  EXPECT_EQ(parsed->source_language, "en");
  EXPECT_EQ(parsed->target_language, "pt-BR");
  EXPECT_EQ(parsed->source, path.source);
}

TEST(ResourceNameTest, RefusesOtherEntries) {
  const std::string glossary = "projects/p/locations/l/glossaries/g/";
  for (const char* wrong :
       {"", "glossaryEntries/", "glossaryEntries/en.es", "entries/en.es.Yw",
        "glossaryEntries/en.es.***", "glossaryEntries/en.es._w",
        "glossaryEntries/en.es.Yw/x"}) {
    EXPECT_EQ(ParseEntryPath("name", glossary + wrong).status().code(),
              absl::StatusCode::kInvalidArgument)
        << wrong;
  }
}

}  // namespace
}  // namespace interpres::google_api
