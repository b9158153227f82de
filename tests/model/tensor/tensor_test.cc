#include "model/tensor/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace interpres {
namespace {

using ::testing::Each;

template <typename T>
void ExpectAlignedZeros(int64_t size) {
  // Memory that was used before must come back as zeros, too.
  for (int round = 0; round < 3; ++round) {
    AlignedBuffer<T> buffer(size);
    EXPECT_EQ(buffer.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) %
                  AlignedBuffer<T>::kAlignment,
              0);
    EXPECT_THAT(buffer.span(), Each(T{0})) << size;
    for (T& value : buffer.span()) {
      value = T{7};
    }
  }
}

TEST(AlignedBufferTest, IsAlignedAndZeroAtAnySize) {
  for (const int64_t size : {1, 3, 16, 17, 1000, 300'000}) {
    ExpectAlignedZeros<float>(size);
    ExpectAlignedZeros<uint16_t>(size);
    ExpectAlignedZeros<int8_t>(size);
  }
  EXPECT_EQ(AlignedBuffer<float>().size(), 0);
  EXPECT_TRUE(AlignedBuffer<float>(0).span().empty());
}

TEST(AlignedBufferTest, MovesItsElements) {
  AlignedBuffer<float> from(5);
  from[3] = 2.5f;
  const float* data = from.data();
  const AlignedBuffer<float> to = std::move(from);
  EXPECT_EQ(to.data(), data);
  EXPECT_EQ(to[3], 2.5f);
}

}  // namespace
}  // namespace interpres
