// A sentence with a shortlist gets the same logits for its listed tokens as
// without one, with any other sentences in the session.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "model/kernels/matmul.h"
#include "model/transformer/session.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/compute_types.h"

namespace interpres {
namespace {

using Ids = std::vector<int32_t>;

constexpr int32_t kVocabSize = 700;

ModelConfig Config() {
  ModelConfig config = OddModelConfig();
  config.vocab_size = kVocabSize;
  config.pad_token_id = kVocabSize - 1;
  config.decoder_start_token_id = kVocabSize - 1;
  return config;
}

Ids SomeIds(std::size_t count, uint64_t seed) {
  Ids ids(kVocabSize);
  std::iota(ids.begin(), ids.end(), 0);
  std::mt19937_64 random(seed);
  std::shuffle(ids.begin(), ids.end(), random);
  ids.resize(count);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// A list that is copied out of the projection, one of a single token, one that
// is too long for that, one that is all of the vocabulary, and none.
const Ids kLists[] = {
    SomeIds(50, 1), SomeIds(1, 2), SomeIds(400, 3), SomeIds(kVocabSize, 4), {}};
const Ids kSources[] = {{7, 31, 0}, {8, 0}, {400, 20, 3, 0}, {5, 5, 0}, {9, 0}};
constexpr int32_t kSlots = 5;
constexpr int32_t kSteps = 6;

int32_t BeamOf(int32_t slot) { return slot == 2 ? 1 : slot == 1 ? 4 : 2; }

// A beam loses a hypothesis on the way, as a search does.
int32_t ActiveAt(int32_t slot, int32_t position) {
  return position < 4 ? BeamOf(slot) : std::max(1, BeamOf(slot) - 1);
}

std::vector<Row> RowsOf(int32_t slot, int32_t position) {
  std::vector<Row> rows;
  for (int32_t beam = 0; beam < ActiveAt(slot, position); ++beam) {
    rows.push_back({.slot = slot,
                    .beam = beam,
                    .parent_beam = position == 0 ? 0 : beam,
                    .token = (position * 37 + beam * 11 + slot) % kVocabSize,
                    .position = position});
  }
  return rows;
}

Admission AdmissionOf(int32_t slot, bool listed) {
  return MakeAdmission(
      {.slot = slot,
       .source = kSources[slot],
       .beam_size = BeamOf(slot),
       .max_length = kSteps,
       .shortlist = listed ? kLists[slot] : std::span<const int32_t>()});
}

SessionOptions Options() {
  return {.max_sentences = kSlots,
          .max_rows = 12,
          .max_source_tokens = 128,
          .max_cache_positions = 1024};
}

using Logits = std::vector<std::vector<float>>;  // [rows]

// The exact logits of the sentence's rows, by position, decoded alone.
std::vector<Logits> Exact(const Model& model, int32_t slot) {
  const auto session = model.Session(Options());
  const Admission sentence = AdmissionOf(slot, /*listed=*/false);
  EXPECT_TRUE(session->Admit({&sentence, 1}).ok());
  std::vector<Logits> exact;
  for (int32_t position = 0; position < kSteps; ++position) {
    const auto rows = RowsOf(slot, position);
    session->Step(rows);
    Logits logits;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = session->Logits(static_cast<int64_t>(i));
      logits.emplace_back(row.begin(), row.end());
    }
    exact.push_back(std::move(logits));
  }
  return exact;
}

class SessionShortlistTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (const absl::Status status = CheckComputeType(GetParam());
        !status.ok()) {
      GTEST_SKIP() << status.message();
    }
    model_ = std::make_unique<Model>(Config(), 7, GetParam());
    for (int32_t slot = 0; slot < kSlots; ++slot) {
      exact_.push_back(Exact(*model_, slot));
    }
  }

  // `found` are the logits of a row, `expected` the logits of all tokens.
  static void Compare(std::span<const float> found, const Ids& list,
                      const std::vector<float>& expected) {
    ASSERT_EQ(found.size(), list.empty() ? expected.size() : list.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      const float wanted = expected[list.empty() ? k : list[k]];
      if (MatmulSession::RowsAreInvariant()) {
        ASSERT_EQ(found[k], wanted) << "place " << k;
      } else {
        ASSERT_NEAR(found[k], wanted, 1e-4) << "place " << k;
      }
    }
  }

  // Decodes the slots together, listed or not, and compares every row.
  void DecodeTogether(const std::vector<int32_t>& slots,
                      const std::vector<bool>& listed) {
    const auto session = model_->Session(Options());
    for (const int32_t slot : slots) {
      const Admission sentence = AdmissionOf(slot, listed[slot]);
      ASSERT_TRUE(session->Admit({&sentence, 1}).ok());
    }
    for (int32_t position = 0; position < kSteps; ++position) {
      std::vector<Row> rows;
      for (const int32_t slot : slots) {
        const auto more = RowsOf(slot, position);
        rows.insert(rows.end(), more.begin(), more.end());
      }
      session->Step(rows);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        SCOPED_TRACE("slot " + std::to_string(rows[i].slot) + " position " +
                     std::to_string(position));
        Compare(session->Logits(static_cast<int64_t>(i)),
                listed[rows[i].slot] ? kLists[rows[i].slot] : Ids(),
                exact_[rows[i].slot][position][rows[i].beam]);
      }
    }
  }

  std::unique_ptr<Model> model_;
  std::vector<std::vector<Logits>> exact_;  // by slot and position
};

INSTANTIATE_TEST_SUITE_P(All, SessionShortlistTest, AllComputeTypes(),
                         NameOfComputeType);

TEST_P(SessionShortlistTest, ListedLogitsAreTheExactOnes) {
  const std::vector<bool> all(kSlots, true);
  for (int32_t slot = 0; slot < kSlots; ++slot) {
    DecodeTogether({slot}, all);
  }
  DecodeTogether({0, 1, 2, 3, 4}, all);
  DecodeTogether({4, 1, 3, 0}, all);
}

TEST_P(SessionShortlistTest, SentencesWithAndWithoutListMix) {
  DecodeTogether({0, 1, 2, 3, 4}, {true, false, true, false, false});
  DecodeTogether({3, 2, 1, 0}, {false, true, false, false, false});
  DecodeTogether({0, 1, 2}, std::vector<bool>(kSlots, false));
}

// Sentences of all kinds, and more rows than one group of the projection has.
// Every seventh sentence asks for its attention.
TEST_P(SessionShortlistTest, ManyRowsMix) {
  constexpr int32_t kSentences = 120;
  const auto session =
      model_->Session({.max_sentences = kSentences,
                       .max_rows = 3 * kSentences,
                       .max_source_tokens = 16 * kSentences,
                       .max_cache_positions = 32 * kSentences});
  std::vector<float> attention(1024);
  std::vector<Admission> sentences;
  std::vector<Row> rows;
  for (int32_t i = 0; i < kSentences; ++i) {
    sentences.push_back(AdmissionOf(i % kSlots, /*listed=*/i % 3 > 0));
    sentences.back().slot = i;
    for (Row row : RowsOf(i % kSlots, 0)) {
      row.slot = i;
      row.attention = i % 7 == 0 ? attention.data() : nullptr;
      rows.push_back(row);
    }
  }
  ASSERT_TRUE(session->Admit(sentences).ok());
  session->Step(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE("slot " + std::to_string(rows[i].slot));
    const auto logits = session->Logits(static_cast<int64_t>(i));
    const int32_t kind = rows[i].slot % kSlots;
    if (rows[i].attention != nullptr) {
      EXPECT_TRUE(logits.empty());
    } else {
      Compare(logits, rows[i].slot % 3 > 0 ? kLists[kind] : Ids(),
              exact_[kind][0][rows[i].beam]);
    }
  }
}

TEST(SessionShortlist, RowsHaveTheLogitsOfTheirListOrAll) {
  const Model model(Config());
  const auto session = model.Session(Options());
  const Admission sentences[] = {AdmissionOf(0, true), AdmissionOf(2, false)};
  ASSERT_TRUE(session->Admit(sentences).ok());
  auto rows = RowsOf(0, 0);
  const auto exact = RowsOf(2, 0);
  rows.insert(rows.end(), exact.begin(), exact.end());
  session->Step(rows);
  EXPECT_EQ(session->Logits(0).size(), kLists[0].size());
  EXPECT_EQ(session->Logits(2).size(), std::size_t{kVocabSize});
}

TEST(SessionShortlist, LeavesWithItsSentence) {
  const Model model(Config());
  const auto session = model.Session(Options());
  const Admission listed = AdmissionOf(0, true);
  const Admission exact = AdmissionOf(0, false);
  ASSERT_TRUE(session->Admit({&listed, 1}).ok());
  session->Release(0);
  ASSERT_TRUE(session->Admit({&exact, 1}).ok());
  session->Step(RowsOf(0, 0));
  EXPECT_EQ(session->Logits(0).size(), std::size_t{kVocabSize});
}

TEST(SessionShortlist, InvalidListsAreErrors) {
  const Model model(Config());
  const auto session = model.Session(Options());
  for (const Ids& list :
       {Ids{3, 2}, Ids{2, 2}, Ids{-1, 2}, Ids{1, kVocabSize}}) {
    Admission sentence = AdmissionOf(1, false);
    sentence.shortlist = list;
    const absl::Status status = session->Admit({&sentence, 1});
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(std::string(status.message()).find("shortlist of slot 1"),
              std::string::npos)
        << status;
  }
}

TEST(SessionShortlist, StepsAllocateNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  const Model model(Config());
  const auto session = model.Session(Options());
  const Admission sentences[] = {AdmissionOf(0, true), AdmissionOf(2, true),
                                 AdmissionOf(1, false)};
  ASSERT_TRUE(session->Admit(sentences).ok());
  std::vector<std::vector<Row>> steps(kSteps);
  for (int32_t position = 0; position < kSteps; ++position) {
    for (const int32_t slot : {0, 2, 1}) {
      const auto rows = RowsOf(slot, position);
      steps[position].insert(steps[position].end(), rows.begin(), rows.end());
    }
  }
  const int64_t before = AllocationCount();
  std::size_t logits = 0;
  for (const std::vector<Row>& rows : steps) {
    session->Step(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      logits += session->Logits(static_cast<int64_t>(i)).size();
    }
  }
  EXPECT_GT(logits, 0u);
  EXPECT_EQ(AllocationCount() - before, 0);
}

}  // namespace
}  // namespace interpres
