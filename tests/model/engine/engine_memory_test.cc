// A lack of memory is the error of the sentences that need it. The engine stays
// usable.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "model/checkpoint/shortlist.h"
#include "model/engine/slot_engine.h"
#include "model/engine/transformer_step_model.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

// Every source token may become every third token, and the end symbol.
Shortlist MakeShortlist(int64_t vocab_size) {
  std::vector<int32_t> list;
  for (int32_t id = 0; id < vocab_size - 1; id += 3) {
    list.push_back(id);
  }
  return *Shortlist::Create(std::vector<std::vector<int32_t>>(
      static_cast<std::size_t>(vocab_size), list));
}

// Together they use everything that takes memory for a sentence.
std::vector<Sentence> Requests() {
  std::vector<Sentence> requests;
  const auto add = [&](const std::vector<int32_t>& source,
                       DecodingOptions options,
                       const std::vector<int32_t>& prefix = {}) {
    options.max_length = 6;
    requests.push_back({.id = requests.size(),
                        .source = source,
                        .options = options,
                        .target_prefix = prefix});
  };
  add({5, 9, 12, 0},
      {.beam_size = 3, .n_best = 3, .attention = AttentionOptions()}, {8});
  add({7, 0}, {.beam_size = 2, .shortlist = true, .no_repeat_ngram_size = 1});
  add({3, 3, 40, 41, 42, 8, 20, 21, 22, 23, 24, 25, 26, 27, 28, 10, 0},
      {.beam_size = 2, .n_best = 2, .sampling = SamplingOptions{.seed = 4}});
  return requests;
}

// The results in the order of the requests.
std::vector<EngineResult> Sorted(std::vector<EngineResult> results) {
  std::sort(
      results.begin(), results.end(),
      [](const EngineResult& a, const EngineResult& b) { return a.id < b.id; });
  return results;
}

std::vector<EngineResult> DecodeAll(Engine& engine,
                                    std::span<const Sentence> requests) {
  EXPECT_TRUE(engine.Admit(requests).ok());
  while (engine.active() > 0) {
    engine.Step();
  }
  return Sorted(engine.Collect());
}

void ExpectSame(const EngineResult& a, const EngineResult& b) {
  ASSERT_EQ(a.id, b.id);
  ASSERT_TRUE(a.status.ok()) << a.status;
  ASSERT_EQ(a.hypotheses.size(), b.hypotheses.size());
  for (std::size_t i = 0; i < a.hypotheses.size(); ++i) {
    ASSERT_EQ(a.hypotheses[i].tokens, b.hypotheses[i].tokens);
    // Not to the last bit: the sentences that failed are not in the batch.
    ASSERT_NEAR(a.hypotheses[i].score, b.hypotheses[i].score, 1e-4);
    ASSERT_EQ(a.hypotheses[i].attention.size(),
              b.hypotheses[i].attention.size());
  }
}

class EngineMemoryTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (!kCountsAllocations) {
      GTEST_SKIP() << "the sanitizers own operator new";
    }
    if (!CheckComputeType(GetParam()).ok()) {
      GTEST_SKIP() << "this CPU does not have the type";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, EngineMemoryTest, AllComputeTypes(),
                         NameOfComputeType);

std::unique_ptr<Engine> MakeEngine(const Model& model,
                                   const Shortlist& shortlist) {
  return *SlotEngine::Create(
      *TransformerStepModel::Create(*model.weights, GenerationConfig(),
                                    &shortlist, SmallSession()),
      {.slots = 6, .max_rows = 12, .max_positions = 48});
}

// What became of the requests when the thread had a limited number of
// allocations.
struct LimitedRun {
  absl::Status admitted;
  std::vector<EngineResult> results;
  bool exceeded = false;
};

LimitedRun Decode(Engine& engine, std::span<const Sentence> requests,
                  int64_t allocations) {
  LimitedRun run;
  {
    const AllocationLimit limit(allocations);
    run.admitted = engine.Admit(requests);
    while (engine.active() > 0) {
      engine.Step();
    }
    run.exceeded = limit.exceeded();
  }
  run.results = Sorted(engine.Collect());
  return run;
}

// With 0 allocations, with 1, and so on, until they suffice.
TEST_P(EngineMemoryTest, EveryFailedAllocationIsAnErrorOfItsSentences) {
  const std::vector<Sentence> requests = Requests();
  const Model model(OddModelConfig(), 7, GetParam());
  const Shortlist shortlist = MakeShortlist(model.config.vocab_size);
  const std::unique_ptr<Engine> engine = MakeEngine(model, shortlist);
  // The limited runs come first, so that one of them fails where something is
  // made only once.
  std::vector<LimitedRun> runs;
  do {
    runs.push_back(Decode(*engine, requests, std::ssize(runs)));
    ASSERT_EQ(engine->active(), 0);
    ASSERT_EQ(engine->CountAdmissible(requests), 3);
  } while (runs.back().exceeded);
  const std::vector<EngineResult> expected = DecodeAll(*engine, requests);
  int64_t failed_admissions = 0;
  int64_t failed_results = 0;
  for (std::size_t allocations = 0; allocations < runs.size(); ++allocations) {
    SCOPED_TRACE(allocations);
    const LimitedRun& run = runs[allocations];
    if (!run.admitted.ok()) {
      ++failed_admissions;
      ASSERT_EQ(run.admitted.code(), absl::StatusCode::kResourceExhausted)
          << run.admitted;
      ASSERT_THAT(run.results, IsEmpty());
      continue;
    }
    ASSERT_THAT(run.results, SizeIs(3));
    for (std::size_t i = 0; i < run.results.size(); ++i) {
      const EngineResult& result = run.results[i];
      if (result.status.ok()) {
        ExpectSame(result, expected[i]);
        continue;
      }
      ++failed_results;
      ASSERT_TRUE(run.exceeded);
      ASSERT_EQ(result.status.code(), absl::StatusCode::kResourceExhausted)
          << result.status;
      ASSERT_THAT(result.hypotheses, IsEmpty());
    }
  }
  EXPECT_GT(failed_admissions, 10);
  EXPECT_GT(failed_results, 10);
}

// Throws in the next Step after `throws` was set.
class ThrowingStepModel : public TableStepModel {
 public:
  using TableStepModel::TableStepModel;
  void Step(std::span<const Row> rows, int32_t stride,
            std::span<Candidate> candidates) override {
    if (std::exchange(throws, false)) {
      throw std::bad_alloc();
    }
    TableStepModel::Step(rows, stride, candidates);
  }

  bool throws = false;
};

TEST(SlotEngineMemoryTest, AStepThatFailsIsTheErrorOfAllItsSentences) {
  auto model = std::make_unique<ThrowingStepModel>(TableOptions{});
  ThrowingStepModel& table = *model;
  const auto engine = *SlotEngine::Create(std::move(model), {.slots = 3});
  const std::vector<Sentence> requests = {
      {.id = 1, .source = {1, 0}, .options = {}},
      {.id = 2, .source = {2, 0}, .options = {}}};
  ASSERT_TRUE(engine->Admit(requests).ok());
  table.throws = true;
  EXPECT_EQ(engine->Step().active_sentences, 2);
  EXPECT_EQ(engine->active(), 0);
  EXPECT_EQ(table.open_slots(), 0);
  const std::vector<EngineResult> results = engine->Collect();
  ASSERT_THAT(results, SizeIs(2));
  for (const EngineResult& result : results) {
    EXPECT_EQ(result.status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(std::string(result.status.message()),
                testing::HasSubstr("not enough memory to decode the text"));
    EXPECT_THAT(result.hypotheses, IsEmpty());
  }
  EXPECT_TRUE(DecodeAll(*engine, requests).at(0).status.ok());
  EXPECT_EQ(table.violations(), 0);
}

TEST(SlotEngineMemoryTest, ResultsThatCannotBeCollectedStay) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  const auto engine = *SlotEngine::Create(
      std::make_unique<TableStepModel>(TableOptions{}), {.slots = 3});
  const std::vector<Sentence> requests = {
      {.id = 1, .source = {1, 0}, .options = {}},
      {.id = 2, .source = {2, 0}, .options = {}}};
  ASSERT_TRUE(engine->Admit(requests).ok());
  engine->Cancel(1, FinishReason::kCancelled);
  std::vector<EngineResult> none;
  {
    const AllocationLimit limit(0);
    none = engine->Collect();
  }
  EXPECT_THAT(none, IsEmpty());
  EXPECT_THAT(engine->Collect(), SizeIs(1));
  EXPECT_EQ(engine->active(), 1);
}

TEST(SlotEngineMemoryTest, WithoutMemoryToCountAdmitSaysSo) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  const auto engine = *SlotEngine::Create(
      std::make_unique<TableStepModel>(TableOptions{}), {.slots = 3});
  const Sentence request{.id = 1, .source = {1, 0}, .options = {}};
  int32_t count = -1;
  absl::Status admitted;
  {
    const AllocationLimit limit(0);
    count = engine->CountAdmissible({&request, 1});
    admitted = engine->Admit({&request, 1});
  }
  EXPECT_EQ(count, 1);
  EXPECT_EQ(admitted.code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace interpres
