#include "server/google/glossaries.h"

#include <gmock/gmock.h>

#include "tests/server/google/glossary_fixture.h"

namespace interpres::google_api {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GlossariesTest : public GlossaryFixture {
 protected:
  // Expects INVALID_ARGUMENT with this part of the message.
  void ExpectRefused(const v3::CreateGlossaryRequest& request,
                     const char* part) {
    google::longrunning::Operation operation;
    const absl::Status status = Glossaries(*call_).Create(request, operation);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr(part));
  }

  google::longrunning::Operation operation_;
};

TEST_F(GlossariesTest, CreateReturnsACompleteOperation) {
  const Glossaries glossaries(*call_);
  const absl::Status status = glossaries.Create(CreateRequest(), operation_);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(operation_.done());
  EXPECT_EQ(operation_.name(),
            "projects/p/locations/l/operations/create-terms");
  v3::CreateGlossaryMetadata metadata;
  ASSERT_TRUE(operation_.metadata().UnpackTo(&metadata));
  EXPECT_EQ(metadata.name(), kTerms);
  EXPECT_EQ(metadata.state(), v3::CreateGlossaryMetadata::SUCCEEDED);
  v3::Glossary created;
  ASSERT_TRUE(operation_.response().UnpackTo(&created));
  EXPECT_EQ(created.name(), kTerms);
  EXPECT_EQ(created.entry_count(), 2);
  EXPECT_EQ(created.language_pair().source_language_code(), "en");
  EXPECT_EQ(created.language_pair().target_language_code(), "es");
  EXPECT_EQ(glossaries.Create(CreateRequest(), operation_).code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(GlossariesTest, ErrorsNameGooglesFields) {
  v3::CreateGlossaryRequest request = CreateRequest();
  request.mutable_glossary()->mutable_language_pair()->set_target_language_code(
      "no code");
  const absl::Status status = Glossaries(*call_).Create(request, operation_);
  EXPECT_THAT(std::string(status.message()),
              ::testing::StartsWith("glossary.language_pair."
                                    "target_language_code is \"no code\""));
}

TEST_F(GlossariesTest, UpdateReplacesTheTerms) {
  Create();
  v3::UpdateGlossaryRequest request;
  *request.mutable_glossary() =
      CreateRequest("data:text/tab-separated-values;base64,c2VhCW1hcgo=")
          .glossary();
  request.mutable_glossary()->clear_languages();
  request.mutable_update_mask()->add_paths("input_config");
  const absl::Status status = Glossaries(*call_).Update(request, operation_);
  ASSERT_TRUE(status.ok()) << status;
  v3::Glossary updated;
  ASSERT_TRUE(operation_.response().UnpackTo(&updated));
  EXPECT_EQ(updated.entry_count(), 1);
  request.mutable_update_mask()->add_paths("display_name");
  EXPECT_EQ(Glossaries(*call_).Update(request, operation_).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(GlossariesTest, DeleteRemovesTheGlossary) {
  Create();
  v3::DeleteGlossaryRequest request;
  request.set_name(kTerms);
  const absl::Status status = Glossaries(*call_).Delete(request, operation_);
  ASSERT_TRUE(status.ok()) << status;
  v3::DeleteGlossaryResponse deleted;
  ASSERT_TRUE(operation_.response().UnpackTo(&deleted));
  EXPECT_EQ(deleted.name(), kTerms);
  v3::GetGlossaryRequest get;
  get.set_name(kTerms);
  v3::Glossary glossary;
  EXPECT_EQ(Glossaries(*call_).Get(get, glossary).code(),
            absl::StatusCode::kNotFound);
}

TEST_F(GlossariesTest, ListHasPages) {
  Create();
  temp_.Write("glossaries/house.en.es.tsv", "red\trojo\n");
  ASSERT_TRUE(store_->Reload().ok());
  v3::ListGlossariesRequest request;
  request.set_parent(kLocation);
  request.set_page_size(1);
  std::vector<std::string> names;
  do {
    v3::ListGlossariesResponse page;
    ASSERT_TRUE(Glossaries(*call_).List(request, page).ok());
    ASSERT_EQ(page.glossaries_size(), 1);
    names.push_back(page.glossaries(0).name());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_THAT(names,
              ElementsAre("projects/p/locations/l/glossaries/house", kTerms));
  v3::ListGlossariesResponse page;
  request.set_filter("source:en");
  EXPECT_EQ(Glossaries(*call_).List(request, page).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(GlossariesTest, SeveralPairsAreASetOfCodes) {
  temp_.Write("glossaries/house.en.es.tsv", "red\trojo\n");
  temp_.Write("glossaries/house.en.de.tsv", "red\trot\nsea\tMeer\n");
  ASSERT_TRUE(store_->Reload().ok());
  v3::GetGlossaryRequest request;
  request.set_name("projects/p/locations/l/glossaries/house");
  v3::Glossary glossary;
  const absl::Status status = Glossaries(*call_).Get(request, glossary);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(glossary.entry_count(), 3);
  EXPECT_THAT(glossary.language_codes_set().language_codes(),
              ElementsAre("de", "en", "es"));
}

TEST_F(GlossariesTest, RefusesWrongFields) {
  ExpectRefused(CreateRequest("gs://bucket/terms.csv"), "data: URI");
  ExpectRefused(CreateRequest("data:application/json,[]"), "media type");
  ExpectRefused(CreateRequest("data:text/csv,cat"), "line 1");
  v3::CreateGlossaryRequest request = CreateRequest();
  request.mutable_glossary()->clear_input_config();
  ExpectRefused(request, "input_uri is empty");
  request = CreateRequest();
  request.mutable_glossary()->mutable_language_codes_set();
  ExpectRefused(request, "language_codes_set");
  request = CreateRequest();
  request.set_parent("projects/p/locations/other");
  ExpectRefused(request, "same location");
  request.set_parent("projects/p");
  ExpectRefused(request, "parent");
  request = CreateRequest();
  request.mutable_glossary()->set_name("terms");
  ExpectRefused(request, "glossary.name");
}

TEST_F(GlossariesTest, WithoutTokensNothingChanges) {
  context_.tokens = nullptr;
  const absl::Status status =
      Glossaries(*call_).Create(CreateRequest(), operation_);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("--token-file"));
  v3::DeleteGlossaryRequest request;
  request.set_name(kTerms);
  EXPECT_EQ(Glossaries(*call_).Delete(request, operation_).code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace interpres::google_api
