#include "server/google/glossary_entries.h"

#include <gmock/gmock.h>

#include "tests/server/google/glossary_fixture.h"

namespace interpres::google_api {
namespace {

using ::testing::ElementsAre;

v3::GlossaryEntry Entry(const char* source, const char* target,
                        const char* source_language = "en",
                        const char* target_language = "es") {
  v3::GlossaryEntry entry;
  v3::GlossaryEntry::GlossaryTermsPair& pair = *entry.mutable_terms_pair();
  pair.mutable_source_term()->set_language_code(source_language);
  pair.mutable_source_term()->set_text(source);
  pair.mutable_target_term()->set_language_code(target_language);
  pair.mutable_target_term()->set_text(target);
  return entry;
}

class GlossaryEntriesTest : public GlossaryFixture {
 protected:
  void SetUp() override {
    GlossaryFixture::SetUp();
    Create();
  }

  absl::Status Add(const v3::GlossaryEntry& entry) {
    v3::CreateGlossaryEntryRequest request;
    request.set_parent(kTerms);
    *request.mutable_glossary_entry() = entry;
    return GlossaryEntries(*call_).Create(request, entry_);
  }

  absl::Status Update(const std::string& name, v3::GlossaryEntry entry) {
    v3::UpdateGlossaryEntryRequest request;
    entry.set_name(name);
    *request.mutable_glossary_entry() = entry;
    return GlossaryEntries(*call_).Update(request, entry_);
  }

  absl::Status Delete(const std::string& name) {
    v3::DeleteGlossaryEntryRequest request;
    request.set_name(name);
    google::protobuf::Empty response;
    return GlossaryEntries(*call_).Delete(request, response);
  }

  // Returns the terms with "=" between their sides.
  std::vector<std::string> Terms(const std::string& glossary = kTerms,
                                 int page_size = 2) {
    v3::ListGlossaryEntriesRequest request;
    request.set_parent(glossary);
    request.set_page_size(page_size);
    std::vector<std::string> terms;
    do {
      v3::ListGlossaryEntriesResponse page;
      const absl::Status status = GlossaryEntries(*call_).List(request, page);
      EXPECT_TRUE(status.ok()) << status;
      for (const v3::GlossaryEntry& entry : page.glossary_entries()) {
        terms.push_back(entry.terms_pair().source_term().text() + "=" +
                        entry.terms_pair().target_term().text());
        names_[terms.back()] = entry.name();
      }
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return terms;
  }

  v3::GlossaryEntry entry_;  // the last response
  std::map<std::string, std::string> names_;
};

TEST_F(GlossaryEntriesTest, CreateAddsAtTheEnd) {
  ASSERT_TRUE(Add(Entry("  red   house ", "casa roja")).ok());
  EXPECT_EQ(entry_.terms_pair().source_term().text(), "red house");
  EXPECT_THAT(Terms(),
              ElementsAre("cat=gato", "dog=perro", "red house=casa roja"));
  EXPECT_EQ(names_["red house=casa roja"], entry_.name());
  ASSERT_TRUE(Add(Entry("sea", "mar", "", "")).ok());
  EXPECT_EQ(entry_.terms_pair().source_term().language_code(), "en");
  EXPECT_EQ(Add(Entry("cat", "felino")).code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(Add(Entry("red", "rot", "en", "de")).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Add(Entry("", "x")).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Add({}).code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(GlossaryEntriesTest, GetFindsTheEntryByItsName) {
  (void)Terms();
  v3::GetGlossaryEntryRequest request;
  request.set_name(names_["dog=perro"]);
  v3::GlossaryEntry entry;
  const absl::Status status = GlossaryEntries(*call_).Get(request, entry);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(entry.name(), request.name());
  EXPECT_EQ(entry.terms_pair().target_term().text(), "perro");
  ASSERT_TRUE(Delete(request.name()).ok());
  EXPECT_EQ(GlossaryEntries(*call_).Get(request, entry).code(),
            absl::StatusCode::kNotFound);
}

TEST_F(GlossaryEntriesTest, UpdateReplacesTheTerm) {
  (void)Terms();
  ASSERT_TRUE(Update(names_["cat=gato"], Entry("cat", "felino")).ok());
  EXPECT_EQ(entry_.name(), names_["cat=gato"]);
  ASSERT_TRUE(Update(names_["cat=gato"], Entry("cats", "gatos")).ok());
  EXPECT_NE(entry_.name(), names_["cat=gato"]);
  EXPECT_THAT(Terms(), ElementsAre("cats=gatos", "dog=perro"));
  EXPECT_EQ(Update(names_["cat=gato"], Entry("cat", "gato")).code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(Update(names_["cats=gatos"], Entry("dog", "can")).code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(GlossaryEntriesTest, TheLastEntryStays) {
  (void)Terms();
  ASSERT_TRUE(Delete(names_["cat=gato"]).ok());
  EXPECT_EQ(Delete(names_["cat=gato"]).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Delete(names_["dog=perro"]).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Terms(), ElementsAre("dog=perro"));
}

TEST_F(GlossaryEntriesTest, AListGoesThroughAllPairs) {
  temp_.Write("glossaries/house.en.de.tsv", "red\trot\nsea\tMeer\n");
  temp_.Write("glossaries/house.en.es.tsv", "red\trojo\n");
  ASSERT_TRUE(store_->Reload().ok());
  const std::string house = "projects/p/locations/l/glossaries/house";
  for (const int page_size : {1, 2, 3, 100}) {
    EXPECT_THAT(Terms(house, page_size),
                ElementsAre("red=rot", "sea=Meer", "red=rojo"));
  }
  EXPECT_EQ(Delete(names_["red=rojo"]).code(),
            absl::StatusCode::kPermissionDenied);
}

TEST_F(GlossaryEntriesTest, WithoutTokensNothingChanges) {
  context_.tokens = nullptr;
  EXPECT_EQ(Add(Entry("sea", "mar")).code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace interpres::google_api
