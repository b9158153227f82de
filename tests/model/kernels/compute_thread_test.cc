#include "model/kernels/compute_thread.h"

#include <omp.h>

#include <limits>
#include <thread>

#include "gtest/gtest.h"

namespace interpres {
namespace {

// On its own thread, because the settings last until a thread ends.
template <typename Check>
void OnPreparedThread(Check check) {
  std::thread([&] {
    PrepareComputeThread();
    check();
  }).join();
}

TEST(ComputeThreadTest, OpenMpUsesOneThread) {
  OnPreparedThread([] { EXPECT_EQ(omp_get_max_threads(), 1); });
}

TEST(ComputeThreadTest, SubnormalFloatsCountAsZero) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "no x86";
#endif
  OnPreparedThread([] {
    // The compiler must not compute the products.
    volatile float smallest = std::numeric_limits<float>::min();
    volatile float subnormal = std::numeric_limits<float>::denorm_min();
    volatile float large = 1e30f;
    const float result = smallest * 0.5f;
    const float operand = subnormal * large;
    EXPECT_EQ(result, 0.0f);
    EXPECT_EQ(operand, 0.0f);
    EXPECT_GT(smallest * large, 0.0f);
  });
}

}  // namespace
}  // namespace interpres
