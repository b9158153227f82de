// A decoder step allocates nothing. (oneDNN's own bookkeeping is not counted:
// executables of this project export no symbol, so libraries keep their own
// operator new.)

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "model/transformer/session.h"
#include "tests/model/transformer/model_fixture.h"

namespace {

std::atomic<int64_t> allocations{0};

}  // namespace

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* pointer = std::malloc(size);
  if (pointer == nullptr) {
    throw std::bad_alloc();
  }
  return pointer;
}

void operator delete(void* pointer) noexcept { std::free(pointer); }

void operator delete(void* pointer, std::size_t /*size*/) noexcept {
  std::free(pointer);
}

namespace interpres {
namespace {

TEST(SessionAllocationTest, StepsAllocateNothing) {
  const Model model(OddModelConfig());
  const auto session = model.Session(SmallSession());
  const std::vector<int32_t> source = {5, 6, 7, 0};
  const SessionSentence sentences[] = {
      {.slot = 0, .source = source, .beam_size = 5, .max_length = 20},
      {.slot = 3, .source = source, .beam_size = 7, .max_length = 20}};
  const int64_t before_admission = allocations.load();
  ASSERT_TRUE(session->Admit(sentences).ok());
  ASSERT_GT(allocations.load(), before_admission) << "the count does not work";

  std::vector<DecoderRow> rows(12);
  float sum = 0.0f;
  const int64_t before = allocations.load();
  for (int32_t position = 0; position < 20; ++position) {
    // From one row up: the very first use of every row count is free too.
    const int32_t count = std::min(12, position + 1);
    for (int32_t i = 0; i < count; ++i) {
      const int32_t beam = i < 5 ? i : i - 5;
      rows[i] = {.slot = i < 5 ? 0 : 3,
                 .beam = beam,
                 .parent_beam = position == 0 ? 0 : beam / 2,
                 .token = (position + i) % 52,
                 .position = position};
    }
    sum += session->Step(std::span(rows).first(count)).front();
  }
  EXPECT_EQ(allocations.load() - before, 0);
  EXPECT_NE(sum, 0.0f);
}

}  // namespace
}  // namespace interpres
