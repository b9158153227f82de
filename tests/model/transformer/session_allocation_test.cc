// A decoder step allocates nothing. (oneDNN's own bookkeeping is not counted:
// executables of this project export no symbol, so libraries keep their own
// operator new.)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/transformer/session.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"
#include "tests/testing/allocation_counter.h"

namespace interpres {
namespace {

TEST(SessionAllocationTest, StepsAllocateNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  const Model model(OddModelConfig());
  const auto session = model.Session(SmallSession());
  const std::vector<int32_t> source = {5, 6, 7, 0};
  const Admission sentences[] = {
      MakeAdmission(
          {.slot = 0, .source = source, .beam_size = 5, .max_length = 20}),
      MakeAdmission(
          {.slot = 3, .source = source, .beam_size = 7, .max_length = 20})};
  const int64_t before_admission = AllocationCount();
  ASSERT_TRUE(session->Admit(sentences).ok());
  ASSERT_GT(AllocationCount(), before_admission) << "the count does not work";

  std::vector<Row> rows(12);
  float sum = 0.0f;
  const int64_t before = AllocationCount();
  for (int32_t step = 0; step < 20; ++step) {
    // From one row up: the very first use of every row count is free too.
    const int32_t count = std::min(12, step + 1);
    for (int32_t i = 0; i < count; ++i) {
      const int32_t beam = i < 5 ? i : i - 5;
      const int32_t position = i < 5 ? step : step - 5;
      rows[i] = {.slot = i < 5 ? 0 : 3,
                 .beam = beam,
                 .parent_beam = position == 0 ? 0 : beam / 2,
                 .token = (step + i) % 52,
                 .position = position};
    }
    session->Step(std::span(rows).first(count));
    sum += session->Logits(count - 1).front();
  }
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_NE(sum, 0.0f);
}

}  // namespace
}  // namespace interpres
