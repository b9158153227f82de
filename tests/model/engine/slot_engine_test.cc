#include "model/engine/slot_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "tests/testing/allocation_counter.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// An engine over a table, and the table itself.
struct SlotFixture {
  std::unique_ptr<Engine> engine;
  TableStepModel* model = nullptr;
};

SlotFixture MakeEngine(const TableOptions& table,
                       const SlotEngineOptions& options) {
  auto model = std::make_unique<TableStepModel>(table);
  TableStepModel* borrowed = model.get();
  auto engine = SlotEngine::Create(std::move(model), options);
  EXPECT_TRUE(engine.ok()) << engine.status();
  return {.engine = *std::move(engine), .model = borrowed};
}

Sentence RandomRequest(uint64_t id, std::mt19937& random) {
  Sentence request{.id = id, .source = {}, .options = {}};
  const uint32_t length = 1 + random() % 9;
  for (uint32_t i = 0; i < length; ++i) {
    request.source.push_back(static_cast<int32_t>(random() % 12));
  }
  request.options.beam_size = static_cast<int32_t>(1 + random() % 6);
  request.options.n_best =
      static_cast<int32_t>(1 + random() % request.options.beam_size);
  request.options.max_length = static_cast<int32_t>(1 + random() % 15);
  request.options.length_penalty = 0.25f * static_cast<float>(random() % 5);
  if (random() % 2 == 0) {
    request.options.repetition_penalty = 1.5f;
  }
  request.options.no_repeat_ngram_size = static_cast<int32_t>(random() % 4);
  if (random() % 3 == 0) {
    request.options.sampling = SamplingOptions{.seed = random() % 3};
    request.options.beam_size = request.options.n_best;
  }
  const auto room = static_cast<uint32_t>(request.options.max_length);
  const uint32_t prefix = random() % std::min(room, 4u);
  for (uint32_t i = 0; i < prefix; ++i) {
    request.target_prefix.push_back(static_cast<int32_t>(1 + random() % 11));
  }
  request.pieces.count = static_cast<int32_t>(length);
  // Sequences of up to three tokens, as far as there is room.
  for (uint32_t left = room - prefix - 1; left > 0 && random() % 3 == 0;) {
    RequiredTokens required;
    for (uint32_t n = 1 + random() % std::min(left, 3u); n > 0; --n) {
      required.tokens.push_back(static_cast<int32_t>(1 + random() % 11));
      --left;
    }
    required.source = {static_cast<int32_t>(random() % length), 1};
    request.required.push_back(std::move(required));
  }
  return request;
}

void ExpectSameBytes(const EngineResult& a, const EngineResult& b) {
  EXPECT_EQ(a.finish_reason, b.finish_reason);
  ASSERT_EQ(a.hypotheses.size(), b.hypotheses.size());
  for (std::size_t i = 0; i < a.hypotheses.size(); ++i) {
    EXPECT_EQ(a.hypotheses[i].tokens, b.hypotheses[i].tokens);
    EXPECT_EQ(a.hypotheses[i].token_log_probabilities,
              b.hypotheses[i].token_log_probabilities);
    EXPECT_EQ(a.hypotheses[i].score, b.hypotheses[i].score);
    EXPECT_EQ(a.hypotheses[i].finish_reason, b.hypotheses[i].finish_reason);
  }
}

EngineResult DecodeAlone(const Sentence& request) {
  SlotFixture alone =
      MakeEngine({.vocab_size = 12}, {.slots = 1, .max_rows = 16});
  EXPECT_TRUE(alone.engine->Admit({&request, 1}).ok());
  while (alone.engine->active() > 0) {
    alone.engine->Step();
  }
  return alone.engine->Collect().at(0);
}

TEST(SlotEngineTest, ResultsDoNotDependOnWhoElseIsDecoding) {
  SlotFixture fixture = MakeEngine({.vocab_size = 12, .max_positions = 150},
                                   {.slots = 5, .max_rows = 18});
  std::mt19937 random(7);
  std::vector<Sentence> requests;
  for (uint64_t id = 0; id < 200; ++id) {
    requests.push_back(RandomRequest(id, random));
  }
  std::map<uint64_t, EngineResult> results;
  std::size_t next = 0;
  int64_t busiest = 0;
  while (results.size() < requests.size()) {
    // Admit a random part of what fits, as arrivals would.
    const auto waiting = std::span<const Sentence>(requests).subspan(next);
    const auto admissible =
        static_cast<uint32_t>(fixture.engine->CountAdmissible(waiting));
    const uint32_t arrivals = random() % (admissible + 1);
    ASSERT_TRUE(fixture.engine->Admit(waiting.first(arrivals)).ok());
    next += arrivals;
    const StepStats stats = fixture.engine->Step();
    busiest = std::max<int64_t>(busiest, stats.active_sentences);
    if (random() % 10 == 0 && next > 0) {
      fixture.engine->Cancel(random() % next, FinishReason::kCancelled);
    }
    for (EngineResult& result : fixture.engine->Collect()) {
      const uint64_t id = result.id;
      EXPECT_TRUE(results.emplace(id, std::move(result)).second);
    }
  }
  EXPECT_GE(busiest, 4) << "sentences did not share steps";
  EXPECT_EQ(fixture.model->violations(), 0);
  EXPECT_EQ(fixture.model->open_slots(), 0);
  int64_t cancelled = 0;
  for (const Sentence& request : requests) {
    const EngineResult& result = results.at(request.id);
    if (result.finish_reason == FinishReason::kCancelled) {
      ++cancelled;
      EXPECT_THAT(result.hypotheses, IsEmpty());
    } else {
      ExpectSameBytes(result, DecodeAlone(request));
    }
  }
  EXPECT_GT(cancelled, 0);
  EXPECT_LT(cancelled, 60);
}

Sentence Request(uint64_t id, int32_t beam_size, int32_t max_length) {
  return {.id = id,
          .source = {1, 2, 0},
          .options = {.beam_size = beam_size, .max_length = max_length}};
}

// Never ends before the length limit.
constexpr double kNeverEnd = -100.0;

TEST(SlotEngineTest, CountsSlotsRowsAndCacheTogether) {
  const std::vector<Sentence> requests = {Request(0, 2, 10), Request(1, 2, 10),
                                          Request(2, 2, 10)};
  SlotFixture slots = MakeEngine({}, {.slots = 2, .max_rows = 100});
  EXPECT_EQ(slots.engine->CountAdmissible(requests), 2);
  SlotFixture rows = MakeEngine({}, {.slots = 9, .max_rows = 5});
  EXPECT_EQ(rows.engine->CountAdmissible(requests), 2);
  SlotFixture cache = MakeEngine({.end_bias = kNeverEnd, .max_positions = 59},
                                 {.slots = 9, .max_rows = 100});
  EXPECT_EQ(cache.engine->CountAdmissible(requests), 2);
  EXPECT_EQ(cache.engine->CountAdmissible({}), 0);

  // An admitted sentence counts until it leaves.
  ASSERT_TRUE(cache.engine->Admit(std::span(requests).first(1)).ok());
  EXPECT_EQ(cache.engine->CountAdmissible(std::span(requests).subspan(1)), 1);
  const absl::Status refused =
      cache.engine->Admit(std::span(requests).subspan(1));
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(refused.message(), HasSubstr("1 of 2 sentences fit"));
  EXPECT_EQ(cache.engine->active(), 1) << "all or nothing";
  cache.engine->Cancel(0, FinishReason::kDeadline);
  EXPECT_EQ(cache.engine->CountAdmissible(requests), 2);
}

TEST(SlotEngineTest, CancelFreesTheSlot) {
  SlotFixture fixture =
      MakeEngine({.end_bias = kNeverEnd}, {.slots = 1, .max_rows = 4});
  const Sentence first = Request(10, 4, 30);
  ASSERT_TRUE(fixture.engine->Admit({&first, 1}).ok());
  fixture.engine->Step();
  fixture.engine->Cancel(99, FinishReason::kCancelled);  // unknown: ignored
  EXPECT_EQ(fixture.engine->active(), 1);
  fixture.engine->Cancel(10, FinishReason::kDeadline);
  EXPECT_EQ(fixture.engine->active(), 0);
  EXPECT_EQ(fixture.model->open_slots(), 0);
  const Sentence second = Request(11, 4, 3);
  ASSERT_TRUE(fixture.engine->Admit({&second, 1}).ok());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(fixture.engine->Step().active_sentences, 1);
  }
  const std::vector<EngineResult> results = fixture.engine->Collect();
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0].id, 10u);
  EXPECT_EQ(results[0].finish_reason, FinishReason::kDeadline);
  EXPECT_THAT(results[0].hypotheses, IsEmpty());
  EXPECT_EQ(results[1].id, 11u);
  EXPECT_EQ(results[1].finish_reason, FinishReason::kLengthLimit);
  EXPECT_THAT(fixture.engine->Collect(), IsEmpty());
  fixture.engine->Cancel(11, FinishReason::kCancelled);
  EXPECT_THAT(fixture.engine->Collect(), IsEmpty()) << "it had finished";
}

TEST(SlotEngineTest, AStepWithoutSentencesDoesNothing) {
  SlotFixture fixture = MakeEngine({}, {.slots = 3, .max_rows = 4});
  const StepStats stats = fixture.engine->Step();
  EXPECT_EQ(stats.active_sentences, 0);
  EXPECT_EQ(stats.active_hypotheses, 0);
  EXPECT_THAT(fixture.engine->Collect(), IsEmpty());
  EXPECT_EQ(fixture.engine->capacity(), 3);
}

TEST(SlotEngineTest, CountsActiveHypotheses) {
  SlotFixture fixture = MakeEngine({.vocab_size = 30, .end_bias = kNeverEnd},
                                   {.slots = 3, .max_rows = 16});
  const std::vector<Sentence> requests = {Request(0, 4, 9), Request(1, 1, 9)};
  ASSERT_TRUE(fixture.engine->Admit(requests).ok());
  EXPECT_EQ(fixture.engine->Step().active_hypotheses, 2) << "the first symbols";
  EXPECT_EQ(fixture.engine->Step().active_hypotheses, 5);
}

TEST(SlotEngineTest, ValidatesAgainstTheModelAndTheEngine) {
  SlotFixture fixture = MakeEngine(
      {.vocab_size = 4}, {.slots = 2, .max_rows = 4, .max_positions = 8});
  EXPECT_TRUE(fixture.engine->Validate(Request(0, 4, 8)).ok());
  Sentence outside = Request(0, 1, 8);
  outside.source = {1, 4};
  Sentence ended = Request(0, 1, 8);
  ended.target_prefix = {TableStepModel::kEnd};
  Sentence listed = Request(0, 1, 8);
  listed.options.shortlist = true;
  for (const Sentence& wrong :
       {Request(0, 5, 8), Request(0, 4, 9), outside, ended, listed}) {
    EXPECT_EQ(fixture.engine->Validate(wrong).code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(SlotEngineTest, RefusesAnIdTwice) {
  SlotFixture fixture = MakeEngine({.end_bias = kNeverEnd}, {.slots = 4});
  const std::vector<Sentence> twice = {Request(3, 1, 5), Request(3, 1, 5)};
  EXPECT_EQ(fixture.engine->Admit(twice).code(),
            absl::StatusCode::kAlreadyExists);
  ASSERT_TRUE(fixture.engine->Admit(std::span(twice).first(1)).ok());
  EXPECT_EQ(fixture.engine->Admit(std::span(twice).first(1)).code(),
            absl::StatusCode::kAlreadyExists);
}

TEST(SlotEngineTest, OptionsMustBePositive) {
  for (const SlotEngineOptions& options :
       {SlotEngineOptions{.slots = 0}, SlotEngineOptions{.max_rows = 0},
        SlotEngineOptions{.max_positions = -1}}) {
    const auto engine = SlotEngine::Create(
        std::make_unique<TableStepModel>(TableOptions{}), options);
    EXPECT_EQ(engine.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(engine.status().message(), HasSubstr("expected at least 1"));
  }
}

// Scores every token alike and allocates nothing itself.
class FlatStepModel : public StepModel {
 public:
  int32_t vocab_size() const override { return 100; }
  int32_t start_token() const override { return 99; }
  int32_t end_token() const override { return 0; }
  bool HasRoomFor(std::span<const Admission> /*sentences*/) const override {
    return true;
  }
  absl::Status Admit(std::span<const Admission> /*sentences*/) override {
    return absl::OkStatus();
  }
  void Step(std::span<const Row> rows, int32_t stride,
            std::span<Candidate> candidates) override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (int32_t k = 0; k < rows[i].num_candidates; ++k) {
        candidates[i * stride + k] = {k + 1, -4.0f};
      }
    }
  }
  void Release(int32_t /*slot*/) override {}
};

TEST(SlotEngineTest, StepAllocatesNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  auto engine = SlotEngine::Create(std::make_unique<FlatStepModel>(),
                                   {.slots = 8, .max_rows = 64});
  ASSERT_TRUE(engine.ok());
  std::vector<Sentence> requests;
  for (uint64_t id = 0; id < 8; ++id) {
    requests.push_back(Request(id, static_cast<int32_t>(1 + id), 40));
  }
  ASSERT_TRUE((*engine)->Admit(requests).ok());
  const int64_t before = AllocationCount();
  for (int i = 0; i < 39; ++i) {
    (*engine)->Step();
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ((*engine)->Step().active_hypotheses, 36);
  EXPECT_THAT((*engine)->Collect(), SizeIs(8));
}

}  // namespace
}  // namespace interpres
