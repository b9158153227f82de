#include "server/registry/model_repository.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ModelRepositoryTest : public ::testing::Test {
 protected:
  fs::path root() const { return temp_.path(); }

  // The part of a checkpoint that the scan looks at.
  void Checkpoint(const std::string& path,
                  const std::string& contents = "{}") const {
    fs::create_directories(root() / path);
    std::ofstream(root() / path / "config.json") << contents;
  }

  // "name: path path", paths relative to the root.
  std::vector<std::string> Find(const ModelSources& sources) const {
    const auto found = FindModels(sources);
    EXPECT_TRUE(found.ok()) << found.status();
    std::vector<std::string> described;
    for (const FoundModel& model : found.value_or(std::vector<FoundModel>())) {
      std::vector<std::string> paths;
      for (const ModelLocation& candidate : model.candidates) {
        EXPECT_EQ(candidate.name, model.name);
        paths.push_back(candidate.path.lexically_relative(root()).string());
      }
      described.push_back(
          absl::StrCat(model.name, ": ", absl::StrJoin(paths, " ")));
    }
    return described;
  }

  std::string FingerprintOf(const std::string& path) const {
    const auto found = FindModels({.models = {root() / path}});
    return found.ok() ? found->at(0).candidates.at(0).fingerprint : "error";
  }

  const TempDir temp_;
};

TEST_F(ModelRepositoryTest, FindsModelsAndTheirVersions) {
  Checkpoint("b");
  Checkpoint("a/2");
  Checkpoint("a/10");
  Checkpoint("a/9");
  EXPECT_THAT(Find({.repository = root()}),
              ElementsAre("a: a/10 a/9 a/2", "b: b"));
  EXPECT_THAT(Find({.models = {root() / "b", root() / "a"}}),
              ElementsAre("a: a/10 a/9 a/2", "b: b"));
  EXPECT_THAT(Find({.models = {root() / "a/10"}}), ElementsAre("10: a/10"));
}

TEST_F(ModelRepositoryTest, KnowsTheNumbersOfVersions) {
  Checkpoint("a/12");
  Checkpoint("b");
  const auto found = FindModels({.repository = root()});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->at(0).candidates.at(0).number, 12);
  EXPECT_EQ(found->at(1).candidates.at(0).number, std::nullopt);
}

TEST_F(ModelRepositoryTest, SkipsWhatIsNoModel) {
  Checkpoint("a");
  Checkpoint("a.tmp");
  Checkpoint(".hidden");
  fs::create_directories(root() / "lost+found");
  std::ofstream(root() / "README") << "words";
  EXPECT_THAT(Find({.repository = root()}), ElementsAre("a: a"));
}

TEST_F(ModelRepositoryTest, AnArchiveIsAModelAndItsFileHasTheFingerprint) {
  const fs::path archive = root() / "repository" / "en-fi.zip";
  fs::create_directories(archive.parent_path());
  std::ofstream(archive) << "one";
  EXPECT_THAT(Find({.repository = root() / "repository"}),
              ElementsAre("en-fi: repository/en-fi.zip"));
  const std::string before = FingerprintOf("repository/en-fi.zip");
  EXPECT_NE(before, "");
  std::ofstream(archive) << "another";
  EXPECT_NE(FingerprintOf("repository/en-fi.zip"), before);
  // A directory and an archive of one name are one model too many.
  Checkpoint("repository/en-fi");
  EXPECT_FALSE(FindModels({.repository = root() / "repository"}).ok());
}

TEST_F(ModelRepositoryTest, OnlyPlainNumbersAreVersions) {
  Checkpoint("a/3");
  Checkpoint("a/03");
  Checkpoint("a/-4");
  Checkpoint("a/5.tmp");
  Checkpoint("a/999999999999999999999999");
  std::ofstream(root() / "a" / "7") << "a file";
  EXPECT_THAT(Find({.repository = root()}), ElementsAre("a: a/3"));
}

TEST_F(ModelRepositoryTest, ACheckpointBesideVersionsIsTheModel) {
  Checkpoint("a");
  Checkpoint("a/1");
  EXPECT_THAT(Find({.repository = root()}), ElementsAre("a: a"));
}

TEST_F(ModelRepositoryTest, ADirectoryWithoutACheckpointIsFoundToo) {
  fs::create_directories(root() / "a");
  EXPECT_THAT(Find({.models = {root() / "nowhere"}, .repository = root()}),
              ElementsAre("a: a", "nowhere: nowhere"));
}

TEST_F(ModelRepositoryTest, FollowsSymbolicLinks) {
  Checkpoint("elsewhere/v");
  fs::create_directories(root() / "r");
  fs::create_directory_symlink(root() / "elsewhere/v", root() / "r/a");
  EXPECT_THAT(Find({.repository = root() / "r"}), ElementsAre("a: r/a"));
}

TEST_F(ModelRepositoryTest, NamesAreUnique) {
  Checkpoint("one/a");
  Checkpoint("two/a");
  const auto found =
      FindModels({.models = {root() / "one/a"}, .repository = root() / "two"});
  EXPECT_EQ(found.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(found.status().message()),
              AllOf(HasSubstr("one/a"), HasSubstr("two/a"),
                    HasSubstr("the model \"a\"")));
}

TEST_F(ModelRepositoryTest, NamesAreText) {
  Checkpoint("caf\xE9");
  EXPECT_EQ(FindModels({.repository = root()}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ModelRepositoryTest, ARepositoryHasModels) {
  const auto missing = FindModels({.repository = root() / "nowhere"});
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr("nowhere"));
  const auto empty = FindModels({.repository = root()});
  EXPECT_EQ(empty.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(empty.status().message()),
              HasSubstr("NAME/VERSION/"));
}

// stat() of a link to itself fails, for root too, and not with ENOENT.
TEST_F(ModelRepositoryTest, WhatCannotBeLookedAtIsAnError) {
  Checkpoint("a");
  Checkpoint("b/1");
  for (const char* path : {"loop", "b/2", "c/config.json"}) {
    fs::create_directories((root() / path).parent_path());
    const fs::path link = root() / path;
    fs::create_symlink(link.filename(), link);
    const absl::Status status = FindModels({.repository = root()}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << path;
    EXPECT_THAT(
        std::string(status.message()),
        AllOf(HasSubstr(link.string()), HasSubstr("levels of symbolic links")));
    fs::remove(link);
  }
  EXPECT_TRUE(FindModels({.repository = root()}).ok());
}

TEST_F(ModelRepositoryTest, VersionsThatCannotBeListedAreAnError) {
  Checkpoint("a/1");
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const absl::Status status = FindModels({.models = {root() / "a"}}).status();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr((root() / "a").string()),
                    HasSubstr("Too many open files")));
}

// Its target may come back with a file system.
TEST_F(ModelRepositoryTest, ALinkToNowhereIsAModel) {
  Checkpoint("a/1");
  fs::create_symlink("nowhere", root() / "a/2");
  fs::create_symlink("nowhere", root() / "b");
  EXPECT_THAT(Find({.repository = root()}), ElementsAre("a: a/2 a/1", "b: b"));
}

TEST_F(ModelRepositoryTest, FingerprintsChangeWithTheFiles) {
  Checkpoint("a", "one");
  const std::string before = FingerprintOf("a");
  EXPECT_EQ(FingerprintOf("a"), before);
  // A file of the same size takes its place.
  std::ofstream(root() / "a/new") << "two";
  fs::rename(root() / "a/new", root() / "a/config.json");
  const std::string after = FingerprintOf("a");
  EXPECT_NE(after, before);
  std::ofstream(root() / "a/vocab.json") << "{}";
  EXPECT_NE(FingerprintOf("a"), after);
  EXPECT_EQ(FingerprintOf("nowhere"), "");
}

}  // namespace
}  // namespace interpres
