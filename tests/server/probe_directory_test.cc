#include "server/probe_directory.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(ProbeDirectoryTest, IsInTheCacheDirectoryOfTheUser) {
  EXPECT_EQ(DefaultProbeDirectory("/var/cache", "/var/ana"),
            "/var/cache/interpres/probes");
  EXPECT_EQ(DefaultProbeDirectory(nullptr, "/var/ana"),
            "/var/ana/.cache/interpres/probes");
}

TEST(ProbeDirectoryTest, RelativePathsDoNotCount) {
  EXPECT_EQ(DefaultProbeDirectory("cache", "/var/ana"),
            "/var/ana/.cache/interpres/probes");
  EXPECT_EQ(DefaultProbeDirectory("", "users"), "");
  EXPECT_EQ(DefaultProbeDirectory(nullptr, nullptr), "");
}

}  // namespace
}  // namespace interpres
