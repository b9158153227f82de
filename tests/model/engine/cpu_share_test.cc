#include "model/engine/cpu_share.h"

#include <gtest/gtest.h>

#include <memory>

namespace interpres {
namespace {

TEST(CpuShareTest, GivesASecondCpuWhileOneIsIdle) {
  CpuShare share(3);
  auto first = std::make_unique<CpuUse>(&share, true);
  EXPECT_TRUE(first->has_two());
  const CpuUse second(&share, true);
  EXPECT_FALSE(second.has_two()) << "the first has two of three";
  first.reset();
  EXPECT_TRUE(CpuUse(&share, true).has_two());
  EXPECT_FALSE(CpuUse(&share, false).has_two());
  EXPECT_TRUE(CpuUse(&share, true).has_two());
}

TEST(CpuShareTest, OneCpuHasNoSecond) {
  CpuShare share(1);
  EXPECT_FALSE(CpuUse(&share, true).has_two());
}

TEST(CpuShareTest, AnUnsharedProcessorHasOneShare) {
  EXPECT_FALSE(CpuUse(nullptr, true).has_two());
}

}  // namespace
}  // namespace interpres
