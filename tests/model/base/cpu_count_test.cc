#include "model/base/cpu_count.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// A root directory with the given files.
class Fixture {
 public:
  explicit Fixture(
      const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [name, contents] : files) {
      fs::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << contents;
    }
  }
  const fs::path& root() const { return root_; }

 private:
  const TempDir temporary_;
  const fs::path root_ = temporary_.path();
};

TEST(CpuCountTest, ParsesCpuMax) {
  EXPECT_EQ(ParseCpuMax("150000 100000\n"), 1.5);
  EXPECT_EQ(ParseCpuMax("max 100000\n"), std::nullopt);
  EXPECT_EQ(ParseCpuMax(""), std::nullopt);
  EXPECT_EQ(ParseCpuMax("100000"), std::nullopt);
  EXPECT_EQ(ParseCpuMax("100000 0"), std::nullopt);
  EXPECT_EQ(ParseCpuMax("a b"), std::nullopt);
}

TEST(CpuCountTest, ParsesCfsQuota) {
  EXPECT_EQ(ParseCfsQuota("200000\n", "100000\n"), 2.0);
  EXPECT_EQ(ParseCfsQuota("-1\n", "100000\n"), std::nullopt);
  EXPECT_EQ(ParseCfsQuota("200000", ""), std::nullopt);
}

TEST(CpuCountTest, ParsesProcSelfCgroup) {
  const CgroupPaths paths = ParseProcSelfCgroup(
      "12:memory:/docker/a\n4:cpu,cpuacct:/docker/b:c\n0::/init.scope\n"
      "garbage\n");
  EXPECT_EQ(paths.unified, "/init.scope");
  EXPECT_EQ(paths.cpu, "/docker/b:c");
  EXPECT_EQ(paths.cpu_controllers, "cpu,cpuacct");
  // cpuset is not cpu.
  EXPECT_EQ(ParseProcSelfCgroup("3:cpuset:/x\n").cpu, std::nullopt);
}

TEST(CpuCountTest, ReadsVersion2InAContainer) {
  const Fixture fixture({{"proc/self/cgroup", "0::/\n"},
                         {"sys/fs/cgroup/cpu.max", "300000 100000\n"}});
  EXPECT_EQ(ReadCpuQuota(fixture.root()), 3.0);
}

TEST(CpuCountTest, TakesTheSmallestQuotaOfTheAncestors) {
  const Fixture fixture(
      {{"proc/self/cgroup", "0::/kube/pod/c1\n"},
       {"sys/fs/cgroup/kube/cpu.max", "400000 100000\n"},
       {"sys/fs/cgroup/kube/pod/cpu.max", "250000 100000\n"},
       {"sys/fs/cgroup/kube/pod/c1/cpu.max", "max 100000\n"}});
  EXPECT_EQ(ReadCpuQuota(fixture.root()), 2.5);
}

TEST(CpuCountTest, ReadsVersion1) {
  const std::string directory = "sys/fs/cgroup/cpu,cpuacct/";
  const Fixture fixture(
      {{"proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n"},
       {directory + "cpu.cfs_quota_us", "-1\n"},
       {directory + "cpu.cfs_period_us", "100000\n"},
       {directory + "docker/abc/cpu.cfs_quota_us", "150000\n"},
       {directory + "docker/abc/cpu.cfs_period_us", "100000\n"}});
  EXPECT_EQ(ReadCpuQuota(fixture.root()), 1.5);
}

TEST(CpuCountTest, ReadsVersion1WhoseMountIsTheContainersOwn) {
  const Fixture fixture({{"proc/self/cgroup", "4:cpu:/docker/abc\n"},
                         {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n"},
                         {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "50000\n"}});
  EXPECT_EQ(ReadCpuQuota(fixture.root()), 2.0);
}

TEST(CpuCountTest, HasNoQuotaWithoutControlGroups) {
  const Fixture fixture({{"etc/hostname", "x\n"}, {"etc/hosts", "y\n"}});
  EXPECT_EQ(ReadCpuQuota(fixture.root()), std::nullopt);
}

TEST(CpuCountTest, CombinesAffinityAndQuota) {
  EXPECT_EQ(CombineCpuLimits(8, std::nullopt), 8);
  EXPECT_EQ(CombineCpuLimits(8, 2.9), 2);
  EXPECT_EQ(CombineCpuLimits(8, 0.5), 1);
  EXPECT_EQ(CombineCpuLimits(2, 16.0), 2);
  EXPECT_EQ(CombineCpuLimits(0, std::nullopt), 1);
}

TEST(CpuCountTest, ThisProcessHasAtLeastOne) { EXPECT_GE(AvailableCpus(), 1); }

}  // namespace
}  // namespace interpres
