#include "server/glossary/glossary_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kAnn[] = "ann";
constexpr char kBob[] = "bob";

GlossaryFileName EnglishSpanish(const std::string& name) {
  return {.name = name,
          .header = {.format = GlossaryFormat::kTsv,
                     .source_language = "en",
                     .target_language = "es"}};
}

class GlossaryStoreTest : public ::testing::Test {
 protected:
  void Open(int64_t max_per_owner = 2) {
    absl::StatusOr<std::unique_ptr<GlossaryStore>> store =
        GlossaryStore::Load({.directory = temp_.path().string(),
                             .limits = {.max_bytes = 100, .max_terms = 3},
                             .max_per_owner = max_per_owner},
                            metrics_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  // Returns the names that an owner may use.
  std::vector<std::string> NamesOf(const std::string& owner) const {
    std::vector<std::string> names;
    for (const NamedGlossaryPtr& glossary : store_->List(owner)) {
      names.push_back(glossary->name + (glossary->is_owned ? "+" : ""));
    }
    return names;
  }

  // Returns the target of the first term, or "" without such a glossary.
  std::string TargetOf(const std::string& owner,
                       const std::string& name) const {
    const absl::StatusOr<NamedGlossaryPtr> found = store_->Find(owner, name);
    return found.ok() ? (*found)->pairs.front()->terms().front().target : "";
  }

  absl::Status Create(const std::string& owner, const std::string& name,
                      const std::string& content) {
    return store_->Create(owner, EnglishSpanish(name), content).status();
  }

  const TempDir temp_;
  Metrics metrics_;
  std::unique_ptr<GlossaryStore> store_;
};

TEST_F(GlossaryStoreTest, FilesOfTheOperatorAreForEveryClient) {
  temp_.Write("a.en.es.tsv", "cat\tgato\n");
  temp_.Write("a.en.de.csv", "cat,Katze\n");
  temp_.Write("notes.txt", "no glossary");
  temp_.Write(".hidden.en.es.tsv", "cat\tgato\n");
  Open();
  EXPECT_THAT(NamesOf(kAnn), ElementsAre("a"));
  EXPECT_EQ((*store_->Find(kBob, "a"))->pairs.size(), 2U);
  EXPECT_EQ(store_->Delete(kAnn, "a").code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(store_->Update(kAnn, EnglishSpanish("a"), "a\tb\n").status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(Create(kAnn, "a", "a\tb\n").message(),
              HasSubstr("belongs to the operator"));
}

TEST_F(GlossaryStoreTest, AGlossaryIsForItsOwner) {
  Open();
  ASSERT_TRUE(Create(kAnn, "a", "cat\tgato\n").ok());
  EXPECT_THAT(NamesOf(kAnn), ElementsAre("a+"));
  EXPECT_THAT(NamesOf(kBob), IsEmpty());
  EXPECT_EQ(store_->Find(kBob, "a").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->Delete(kBob, "a").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->Update(kBob, EnglishSpanish("a"), "a\tb\n").status().code(),
            absl::StatusCode::kNotFound);
  // The same name, another glossary.
  ASSERT_TRUE(Create(kBob, "a", "cat\tmichi\n").ok());
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  EXPECT_EQ(TargetOf(kBob, "a"), "michi");
  EXPECT_EQ(Create(kAnn, "a", "cat\tx\n").code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(GlossaryStoreTest, GlossariesSurviveARestart) {
  Open();
  GlossaryFileName csv = EnglishSpanish("a");
  csv.header.format = GlossaryFormat::kCsv;
  ASSERT_TRUE(store_->Create(kAnn, csv, "\"a, b\",\"c\nd\"\n").ok());
  const NamedGlossaryPtr used = *store_->Find(kAnn, "a");
  csv.header.source_language.clear();
  csv.header.target_language.clear();
  ASSERT_TRUE(store_->Update(kAnn, csv, "cat,gata\n").ok());
  EXPECT_EQ(TargetOf(kAnn, "a"), "gata");
  // A request that has begun keeps the old terms.
  EXPECT_EQ(used->pairs.front()->terms().front().target, "c d");
  Open();
  EXPECT_EQ(TargetOf(kAnn, "a"), "gata");
  EXPECT_TRUE(fs::exists(temp_.path() / "owners/ann/a.en.es.tsv"));
  ASSERT_TRUE(store_->Delete(kAnn, "a").ok());
  EXPECT_THAT(NamesOf(kAnn), IsEmpty());
  EXPECT_TRUE(fs::is_empty(temp_.path() / "owners/ann"));
}

TEST_F(GlossaryStoreTest, WrongContentChangesNothing) {
  Open();
  ASSERT_TRUE(Create(kAnn, "a", "cat\tgato\n").ok());
  EXPECT_THAT(
      store_->Update(kAnn, EnglishSpanish("a"), "cat\n").status().message(),
      HasSubstr("line 1: the line has 1 columns"));
  GlossaryFileName german = EnglishSpanish("a");
  german.header.target_language = "de";
  EXPECT_THAT(store_->Update(kAnn, german, "a\tb\n").status().message(),
              HasSubstr("is for en to es"));
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  EXPECT_EQ(Create(kAnn, "../b", "a\tb\n").code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(store_->Create(kAnn, {.name = "b"}, "a\tb\n").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(GlossaryStoreTest, LimitsHold) {
  Open(/*max_per_owner=*/1);
  EXPECT_THAT(Create(kAnn, "a", std::string(101, 'a')).message(),
              HasSubstr("has 101 bytes; expected at most 100"));
  EXPECT_THAT(Create(kAnn, "a", "a\tb\nc\td\ne\tf\ng\th\n").message(),
              HasSubstr("more than 3 terms"));
  ASSERT_TRUE(Create(kAnn, "a", "a\tb\n").ok());
  const absl::Status second = Create(kAnn, "b", "a\tb\n");
  EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(second.message(), HasSubstr("expected at most 1"));
  EXPECT_TRUE(Create(kBob, "b", "a\tb\n").ok());
  temp_.Write("large.en.es.tsv", std::string(101, 'a'));
  EXPECT_THAT(StatusOf(store_->Reload()).message(),
              AllOf(HasSubstr("large.en.es.tsv: "), HasSubstr("101 bytes")));
}

TEST_F(GlossaryStoreTest, AReloadKeepsTheOldTermsOfAnInvalidFile) {
  temp_.Write("a.en.es.tsv", "cat\tgato\n");
  temp_.Write("b.en.es.tsv", "dog\tperro\n");
  temp_.Write("c.en.es.tsv", "cow\tvaca\n");
  Open();
  temp_.Write("a.en.es.tsv", "cat\n");
  temp_.Write("b.en.es.tsv", "dog\tcan\n");
  fs::remove(temp_.path() / "c.en.es.tsv");
  temp_.Write("wrong.tsv", "cat\tgato\n");
  const GlossaryReport report = store_->Reload();
  ASSERT_TRUE(report.ok());
  std::vector<std::string> outcomes;
  for (const GlossaryReload& file : *report) {
    outcomes.push_back(
        absl::StrCat(file.key.second, " ", static_cast<int>(file.outcome)));
  }
  EXPECT_THAT(outcomes, ElementsAre("a.en.es.tsv 2", "b.en.es.tsv 1",
                                    "c.en.es.tsv 3", "wrong.tsv 2"));
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  EXPECT_EQ(TargetOf(kAnn, "b"), "can");
  EXPECT_EQ(TargetOf(kAnn, "c"), "");
  EXPECT_THAT(StatusOf(report).message(),
              AllOf(HasSubstr("a.en.es.tsv: line 1: "),
                    HasSubstr("wrong.tsv: the name of the file")));
  const std::string text = metrics_.Scrape();
  EXPECT_THAT(text, HasSubstr("interpres_glossaries 2"));
  EXPECT_THAT(text, HasSubstr("interpres_glossaries_rejected 2"));
  EXPECT_THAT(text, HasSubstr(R"(reloads_total{result="rejected"} 2)"));
  // The same error is not counted again.
  ASSERT_TRUE(store_->Reload().ok());
  EXPECT_THAT(metrics_.Scrape(),
              HasSubstr(R"(reloads_total{result="rejected"} 2)"));
  temp_.Write("a.en.es.tsv", "cat\tgata\n");
  fs::remove(temp_.path() / "wrong.tsv");
  EXPECT_TRUE(StatusOf(store_->Reload()).ok());
  EXPECT_EQ(TargetOf(kAnn, "a"), "gata");
}

TEST_F(GlossaryStoreTest, APairStandsInOneFile) {
  temp_.Write("a.en.es.csv", "cat,gato\n");
  temp_.Write("a.en.es.tsv", "cat\tgata\n");
  Open();
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  EXPECT_THAT(StatusOf(store_->Reload()).message(),
              HasSubstr("in a.en.es.csv already"));
  fs::remove(temp_.path() / "a.en.es.csv");
  EXPECT_TRUE(StatusOf(store_->Reload()).ok());
  EXPECT_EQ(TargetOf(kAnn, "a"), "gata");
}

TEST_F(GlossaryStoreTest, AMissingDirectoryIsAnError) {
  const absl::Status status =
      GlossaryStore::Load({.directory = (temp_.path() / "no").string()},
                          metrics_)
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("--glossary-directory"));
}

TEST_F(GlossaryStoreTest, AnUnmountedDirectoryKeepsTheGlossaries) {
  temp_.Write("a.en.es.tsv", "cat\tgato\n");
  Open();
  const fs::path away = temp_.path().string() + "-away";
  fs::rename(temp_.path(), away);
  EXPECT_FALSE(store_->Reload().ok());
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  fs::rename(away, temp_.path());
}

TEST_F(GlossaryStoreTest, AnotherServerMayChangeASharedDirectory) {
  Open();
  ASSERT_TRUE(Create(kAnn, "a", "cat\tgato\n").ok());
  const std::unique_ptr<GlossaryStore> first = std::move(store_);
  Open();
  ASSERT_TRUE(store_->Update(kAnn, EnglishSpanish("a"), "cat\tgata\n").ok());
  ASSERT_TRUE(first->Refresh(kAnn).ok());
  EXPECT_EQ((*first->Find(kAnn, "a"))->pairs.front()->terms().front().target,
            "gata");
}

// The file permissions of another user, because root may write everywhere.
class OtherUser {
 public:
  OtherUser() { setfsuid(65534); }
  ~OtherUser() { setfsuid(geteuid()); }
  OtherUser(const OtherUser&) = delete;
  OtherUser& operator=(const OtherUser&) = delete;
};

TEST_F(GlossaryStoreTest, AnUpdateReplacesAFileOfAnotherFormat) {
  fs::create_directories(temp_.path() / "owners" / kAnn);
  temp_.Write(absl::StrCat("owners/", kAnn, "/a.en.es.csv"), "cat,gato\n");
  Open();
  ASSERT_EQ(TargetOf(kAnn, "a"), "gato");
  const absl::StatusOr<NamedGlossaryPtr> updated =
      store_->Update(kAnn, EnglishSpanish("a"), "cat\tmichi\n");
  ASSERT_TRUE(updated.ok()) << updated.status();
  EXPECT_EQ(TargetOf(kAnn, "a"), "michi");
  EXPECT_FALSE(fs::exists(temp_.path() / "owners" / kAnn / "a.en.es.csv"));
}

TEST_F(GlossaryStoreTest, AReadOnlyDirectoryCanBeRead) {
  temp_.Write("a.en.es.tsv", "cat\tgato\n");
  Open();
  fs::permissions(temp_.path(), fs::perms(0555));
  absl::Status status;
  {
    const OtherUser user;
    status = Create(kAnn, "b", "dog\tperro\n");
    EXPECT_TRUE(store_->Reload().ok());
  }
  fs::permissions(temp_.path(), fs::perms(0700));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("mount the directory writable"));
  EXPECT_THAT(NamesOf(kAnn), ElementsAre("a"));
}

TEST_F(GlossaryStoreTest, ATbxFileHasItsLanguages) {
  Open();
  const GlossaryFileName tbx = {.name = "t",
                                .header = {.format = GlossaryFormat::kTbx}};
  EXPECT_THAT(store_->Create(kAnn, tbx, "<html/>").status().message(),
              HasSubstr("expected martif or tbx"));
  EXPECT_THAT(StatusOf(store_->Reload()).message(), IsEmpty());
}

TEST_F(GlossaryStoreTest, AnEditKeepsTheOtherTerms) {
  Open();
  ASSERT_TRUE(Create(kAnn, "a", "cat\tgato\n").ok());
  const auto add = [this](const GlossaryFileName& name, const Term& term) {
    return store_->Edit(kAnn, name, [&](std::vector<Term>& terms) {
      terms.push_back(term);
      return absl::OkStatus();
    });
  };
  ASSERT_TRUE(
      add(EnglishSpanish("a"), {.source = "dog", .target = "perro"}).ok());
  const auto edited = add({.name = "a"}, {.source = "sea", .target = "mar"});
  ASSERT_TRUE(edited.ok()) << edited.status();
  EXPECT_EQ((*edited)->pairs.front()->terms().size(), 3U);
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
  // max_terms is 3.
  EXPECT_EQ(
      add({.name = "a"}, {.source = "red", .target = "rojo"}).status().code(),
      absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(add({.name = "b"}, {.source = "x", .target = "y"}).status().code(),
            absl::StatusCode::kNotFound);
  GlossaryFileName german = EnglishSpanish("a");
  german.header.target_language = "de";
  EXPECT_EQ(add(german, {.source = "x", .target = "y"}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(GlossaryStoreTest, AFailedEditChangesNothing) {
  Open();
  ASSERT_TRUE(Create(kAnn, "a", "cat\tgato\n").ok());
  const auto edited =
      store_->Edit(kAnn, {.name = "a"}, [](std::vector<Term>& terms) {
        terms.clear();
        return absl::NotFoundError("no such term");
      });
  EXPECT_EQ(edited.status(), absl::NotFoundError("no such term"));
  EXPECT_EQ(TargetOf(kAnn, "a"), "gato");
}

}  // namespace
}  // namespace interpres
