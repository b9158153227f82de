#include "server/registry/probe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Optional;

const ProbeResults kResults = {
    {"en", {.length_ratio = 0.1 + 0.2, .sentinels = SentinelForm::kNone}},
    {"es", {.length_ratio = 1.25, .sentinels = SentinelForm::kBrackets}}};

std::filesystem::path OnlyFileIn(const std::filesystem::path& directory) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    EXPECT_TRUE(found.empty()) << found << " and " << entry.path();
    found = entry.path();
  }
  return found;
}

TEST(ProbeFileTest, KeepsEachBit) {
  const TempDir temp;
  const std::filesystem::path directory = temp.path() / "new" / "probes";
  const ProbeFile file(directory, "a");
  EXPECT_EQ(file.Read(), std::nullopt);
  ASSERT_TRUE(file.Write(kResults).ok());
  EXPECT_THAT(ProbeFile(directory, "a").Read(), Optional(Eq(kResults)));
  EXPECT_EQ(ProbeFile(directory, "b").Read(), std::nullopt);
}

TEST(ProbeFileTest, ReplacesTheResults) {
  const TempDir temp;
  const ProbeFile file(temp.path(), "a");
  ASSERT_TRUE(file.Write({{"en", {}}, {"fr", {}}}).ok());
  ASSERT_TRUE(file.Write(kResults).ok());
  EXPECT_THAT(file.Read(), Optional(Eq(kResults)));
  EXPECT_FALSE(OnlyFileIn(temp.path()).empty());
}

TEST(ProbeFileTest, WithoutADirectoryNothingIsKept) {
  const ProbeFile file;
  EXPECT_TRUE(file.Write(kResults).ok());
  EXPECT_EQ(file.Read(), std::nullopt);
}

TEST(ProbeFileTest, AMalformedFileCountsAsNone) {
  const TempDir temp;
  const ProbeFile file(temp.path(), "a");
  ASSERT_TRUE(file.Write(kResults).ok());
  const std::filesystem::path path = OnlyFileIn(temp.path());
  for (const char* text :
       {"", "interpres probes 1", "interpres probes 0\nes\t1.25\tnone\n",
        "interpres probes 1\nes\t1.25\n", "interpres probes 1\nes\tx\tnone\n",
        "interpres probes 1\nes\tnan\tnone\n",
        "interpres probes 1\nes\t-1\tnone\n",
        "interpres probes 1\nes\t1.25\t(0)\n",
        "interpres probes 1\nes\t1.25\tnone"}) {
    std::ofstream(path, std::ios::trunc) << text;
    EXPECT_EQ(file.Read(), std::nullopt) << text;
  }
  std::ofstream(path, std::ios::trunc) << "interpres probes 1\nes\t1\tnone\n";
  EXPECT_THAT(file.Read(),
              Optional(Eq(ProbeResults{{"es", {.length_ratio = 1.0}}})));
}

TEST(ProbeFileTest, ADirectoryThatCannotBeMadeIsAnError) {
  const TempDir temp;
  std::ofstream(temp.path() / "file") << "not a directory";
  const ProbeFile file(temp.path() / "file" / "probes", "a");
  const absl::Status status = file.Write(kResults);
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("file/probes"));
  EXPECT_EQ(file.Read(), std::nullopt);
}

}  // namespace
}  // namespace interpres
