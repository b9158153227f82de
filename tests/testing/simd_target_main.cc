// The main of tests of vectorised code. INTERPRES_SIMD_TARGET=AVX2 (SSSE3, ...,
// Highway's names) forces that instruction set, so that each one is tested on a
// CPU that would choose a better one. An instruction set that the CPU or the
// build lacks is skipped with exit code 77.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "hwy/highway.h"

namespace {

constexpr int kSkipped = 77;

// Returns 0 if no target has this name.
int64_t FindTarget(std::string_view name) {
  for (int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0;
       rest &= rest - 1) {
    const int64_t target = rest & -rest;
    if (hwy::TargetName(target) == name) {
      return target;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  if (const char* name = std::getenv("INTERPRES_SIMD_TARGET")) {
    const int64_t target = FindTarget(name);
    if (target == 0) {
      std::cout << "skipped: this CPU or this build has no " << name << "\n";
      return kSkipped;
    }
    hwy::SetSupportedTargetsForTest(target);
    std::cout << "Forced " << name << "\n";
  }
  return RUN_ALL_TESTS();
}
