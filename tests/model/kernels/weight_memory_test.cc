#include "model/kernels/weight_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace interpres {
namespace {

constexpr int64_t kMebibyte = 1 << 20;

bool IsZero(const std::byte* array, int64_t size) {
  return std::all_of(array, array + size,
                     [](std::byte byte) { return byte == std::byte{0}; });
}

TEST(WeightMemoryTest, ArraysAreAlignedZeroAndApart) {
  WeightMemory memory;
  std::vector<std::shared_ptr<std::byte>> arrays;
  const std::vector<int64_t> sizes = {1, 63, 64, 65, 1000, 3 * kMebibyte};
  for (const int64_t size : sizes) {
    arrays.push_back(memory.Allocate(size));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arrays.back().get()) % 64, 0U);
    EXPECT_TRUE(IsZero(arrays.back().get(), size));
    std::fill_n(arrays.back().get(), size, std::byte{0xff});
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(std::count(arrays[i].get(), arrays[i].get() + sizes[i],
                         std::byte{0xff}),
              sizes[i]);
  }
}

TEST(WeightMemoryTest, ArraysOutliveIt) {
  std::shared_ptr<std::byte> small;
  std::shared_ptr<std::byte> large;
  {
    WeightMemory memory;
    small = memory.Allocate(100);
    large = memory.Allocate(200 * kMebibyte);  // more than a chunk
  }
  std::fill_n(small.get(), 100, std::byte{1});
  large.get()[200 * kMebibyte - 1] = std::byte{1};
  EXPECT_EQ(small.get()[99], std::byte{1});
}

}  // namespace
}  // namespace interpres
