#include "model/kernels/compute_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(ComputeTypeTest, HasNames) {
  for (const ComputeType type :
       {ComputeType::kFloat32, ComputeType::kBFloat16, ComputeType::kInt8}) {
    const auto parsed = ParseComputeType(ComputeTypeName(type));
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(*parsed, type);
  }
  EXPECT_THAT(std::string(ParseComputeType("half").status().message()),
              HasSubstr("compute-type is \"half\"; expected float32"));
}

// In a separate process, because oneDNN reads its limit once.
void ExpectRefusalOnAvx2(ComputeType type, const std::string& message) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 1);
        const absl::Status status = CheckComputeType(type);
        std::fputs(std::string(status.message()).c_str(), stderr);
        std::exit(CheckComputeType(ComputeType::kFloat32).ok() ? 7 : 0);
      },
      ::testing::ExitedWithCode(7), message);
}

TEST(ComputeTypeDeathTest, SaysThatTheCpuHasNoBFloat16) {
  ExpectRefusalOnAvx2(ComputeType::kBFloat16,
                      "neither AVX512_BF16 nor AMX; use --compute-type");
}

TEST(ComputeTypeDeathTest, SaysThatTheCpuHasNoVnni) {
  ExpectRefusalOnAvx2(ComputeType::kInt8, "no VNNI; use --compute-type");
}

}  // namespace
}  // namespace interpres
