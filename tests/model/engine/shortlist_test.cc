// Search within a shortlist equals exact search with every other token masked,
// independent of the other sentences of the batch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/engine/sentence_shortlist.h"
#include "model/engine/slot_engine.h"
#include "model/engine/transformer_step_model.h"
#include "model/kernels/matmul.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/compute_types.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Ids = std::vector<int32_t>;

constexpr int32_t kVocabSize = 700;
constexpr int32_t kSuppressed = 9;

ModelConfig Config() {
  ModelConfig config = OddModelConfig();
  config.vocab_size = kVocabSize;
  config.pad_token_id = kVocabSize - 1;
  config.decoder_start_token_id = kVocabSize - 1;
  return config;
}

GenerationConfig Generation() {
  GenerationConfig generation;
  generation.suppressed_ids = {kSuppressed};
  return generation;
}

// Token 0 (the end symbol) has a short list, tokens up to 20 have long ones:
// sentences with them have lists that are not copied.
Shortlist MakeShortlist() {
  std::mt19937 random(5);
  std::vector<Ids> lists(kVocabSize);
  for (int32_t source = 0; source < kVocabSize; ++source) {
    std::set<int32_t> list = {kSuppressed};
    const std::size_t size = source > 0 && source <= 20 ? 150 : 9;
    while (list.size() < size) {
      list.insert(static_cast<int32_t>(random() % kVocabSize));
    }
    lists[source].assign(list.begin(), list.end());
  }
  return *Shortlist::Create(lists);
}

SessionOptions Options() {
  return {.max_sentences = 8,
          .max_rows = 24,
          .max_source_tokens = 256,
          .max_cache_positions = 2048};
}

// The reference: exact logits, a mask over them, log-softmax in double.
class MaskedStepModel : public StepModel {
 public:
  MaskedStepModel(const Model& model, const Shortlist& shortlist)
      : config_(model.config),
        shortlist_(shortlist),
        session_(model.Session(Options())) {}

  int32_t vocab_size() const override { return kVocabSize; }
  int32_t start_token() const override {
    return config_.decoder_start_token_id;
  }
  int32_t end_token() const override { return 0; }
  bool has_shortlist() const override { return true; }
  bool HasRoomFor(std::span<const Admission>) const override { return true; }

  absl::Status Admit(std::span<const Admission> admissions) override {
    for (const Admission& admission : admissions) {
      const Sentence& sentence = *admission.sentence;
      std::set<int32_t>& allowed = allowed_[admission.slot];
      allowed = {0};
      allowed.insert(sentence.target_prefix.begin(),
                     sentence.target_prefix.end());
      for (const RequiredTokens& required : sentence.required) {
        allowed.insert(required.tokens.begin(), required.tokens.end());
      }
      for (const int32_t token : sentence.source) {
        const auto list = shortlist_.list(token);
        allowed.insert(list.begin(), list.end());
      }
      for (int32_t id = 0; !sentence.options.shortlist && id < kVocabSize;
           ++id) {
        allowed.insert(id);
      }
      allowed.erase(kSuppressed);
      allowed.erase(config_.pad_token_id);
      EXPECT_TRUE(session_->Admit({&admission, 1}).ok());
    }
    return absl::OkStatus();
  }

  void Step(std::span<const Row> rows, int32_t stride,
            std::span<Candidate> candidates) override {
    std::vector<Row> fed;
    for (const Row& row : rows) {
      fed.push_back({.slot = row.slot,
                     .beam = row.beam,
                     .parent_beam = row.parent_beam,
                     .token = row.token,
                     .position = row.position});
    }
    session_->Step(fed);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row_logits = session_->Logits(static_cast<int64_t>(i));
      const auto& wanted = rows[i].wanted;
      const auto is_wanted = [&](int32_t token) {
        return std::find(wanted.begin(), wanted.end(), token) != wanted.end();
      };
      for (const int32_t token : rows[i].rules.penalised) {
        if (is_wanted(token)) {
          continue;
        }
        row_logits[token] *= row_logits[token] > 0
                                 ? 1.0f / rows[i].rules.penalty
                                 : rows[i].rules.penalty;
      }
      for (const int32_t token : rows[i].rules.banned) {
        if (!is_wanted(token)) {
          row_logits[token] = -std::numeric_limits<float>::infinity();
        }
      }
      auto best = Rank(row_logits, allowed_[rows[i].slot]);
      const auto row_candidates = candidates.subspan(i * stride);
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        row_candidates[rows[i].num_candidates + k] = *std::find_if(
            best.begin(), best.end(), [&](const Candidate& candidate) {
              return candidate.token == wanted[k];
            });
      }
      if (const int32_t forced = rows[i].forced_token; forced != kNoToken) {
        std::erase_if(best, [forced](const Candidate& candidate) {
          return candidate.token != forced;
        });
      }
      std::copy_n(best.begin(), rows[i].num_candidates, row_candidates.begin());
    }
  }

  void Release(int32_t slot) override { session_->Release(slot); }

 private:
  static std::vector<Candidate> Rank(std::span<const float> logits,
                                     const std::set<int32_t>& allowed) {
    double sum = 0.0;
    for (const int32_t id : allowed) {
      sum += std::exp(double{logits[id]});
    }
    std::vector<Candidate> all;
    for (int32_t id = 0; id < kVocabSize; ++id) {
      all.push_back({id, allowed.contains(id)
                             ? static_cast<float>(logits[id] - std::log(sum))
                             : -std::numeric_limits<float>::infinity()});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.log_probability > b.log_probability;
                     });
    return all;
  }

  const ModelConfig config_;
  const Shortlist& shortlist_;
  const std::unique_ptr<TransformerSession> session_;
  std::map<int32_t, std::set<int32_t>> allowed_;  // by slot
};

std::unique_ptr<Engine> EngineOver(std::unique_ptr<StepModel> model) {
  return *SlotEngine::Create(std::move(model),
                             {.slots = 8, .max_rows = 24, .max_positions = 48});
}

// Every other one with a shortlist.
std::vector<Sentence> Requests() {
  std::mt19937 random(11);
  std::vector<Sentence> requests;
  for (uint64_t id = 0; id < 24; ++id) {
    Sentence request{.id = id, .source = {}, .options = {}};
    for (uint32_t n = 1 + random() % 6; n > 0; --n) {
      // A few sentences get long lists.
      request.source.push_back(static_cast<int32_t>(
          id % 5 == 0 ? 1 + random() % 20 : 21 + random() % 600));
    }
    request.source.push_back(0);
    request.options.beam_size = static_cast<int32_t>(1 + id % 6);
    request.options.n_best = request.options.beam_size;
    request.options.max_length = static_cast<int32_t>(2 + id % 9);
    request.options.shortlist = id % 2 == 1 || id % 5 == 0;
    request.options.repetition_penalty = id % 3 == 0 ? 1.5f : 1.0f;
    request.options.no_repeat_ngram_size = static_cast<int32_t>(id % 4);
    if (id % 4 == 3) {
      // Most likely not listed.
      request.target_prefix = {static_cast<int32_t>(300 + id)};
    }
    if (id % 6 == 1 && request.options.max_length >= 5) {
      // Most likely not listed. Without a place, because the reference has no
      // alignment.
      request.required = {{.tokens = {static_cast<int32_t>(400 + id), 5}},
                          {.tokens = {static_cast<int32_t>(500 + id)}}};
    }
    requests.push_back(request);
  }
  return requests;
}

EngineResult Alone(Engine& engine, const Sentence& request) {
  EXPECT_TRUE(engine.Admit({&request, 1}).ok());
  while (engine.active() > 0) {
    engine.Step();
  }
  return engine.Collect().at(0);
}

class ShortlistSearchTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (const absl::Status status = CheckComputeType(GetParam());
        !status.ok()) {
      GTEST_SKIP() << status.message();
    }
    model_ = std::make_unique<Model>(Config(), 3, GetParam());
  }

  std::unique_ptr<Engine> MakeEngine() const {
    return EngineOver(*TransformerStepModel::Create(
        *model_->weights, Generation(), &shortlist_, Options()));
  }

  const Shortlist shortlist_ = MakeShortlist();
  std::unique_ptr<Model> model_;
};

INSTANTIATE_TEST_SUITE_P(All, ShortlistSearchTest, AllComputeTypes(),
                         NameOfComputeType);

TEST_P(ShortlistSearchTest, EqualsExactSearchUnderAMask) {
  const auto engine = MakeEngine();
  const auto reference =
      EngineOver(std::make_unique<MaskedStepModel>(*model_, shortlist_));
  int64_t tokens = 0;
  for (const Sentence& request : Requests()) {
    const EngineResult found = Alone(*engine, request);
    const EngineResult expected = Alone(*reference, request);
    ASSERT_EQ(found.hypotheses.size(), expected.hypotheses.size());
    for (std::size_t i = 0; i < found.hypotheses.size(); ++i) {
      EXPECT_EQ(found.hypotheses[i].tokens, expected.hypotheses[i].tokens)
          << "request " << request.id << " hypothesis " << i;
      EXPECT_NEAR(found.hypotheses[i].score, expected.hypotheses[i].score,
                  1e-4);
      tokens += static_cast<int64_t>(found.hypotheses[i].tokens.size());
    }
  }
  EXPECT_GT(tokens, 100);
}

TEST_P(ShortlistSearchTest, ListsDoNotReachBatchMates) {
  if (!MatmulSession::RowsAreInvariant()) {
    GTEST_SKIP() << "oneDNN promises it on AVX-512 only";
  }
  const std::vector<Sentence> requests = Requests();
  const auto engine = MakeEngine();
  std::map<uint64_t, EngineResult> results;
  std::mt19937 random(3);
  std::size_t next = 0;
  int32_t busiest = 0;
  while (results.size() < requests.size()) {
    const auto waiting = std::span<const Sentence>(requests).subspan(next);
    const auto admissible =
        static_cast<uint32_t>(engine->CountAdmissible(waiting));
    const uint32_t arrivals = random() % (admissible + 1);
    ASSERT_TRUE(engine->Admit(waiting.first(arrivals)).ok());
    next += arrivals;
    busiest = std::max(busiest, engine->Step().active_sentences);
    for (EngineResult& result : engine->Collect()) {
      results[result.id] = std::move(result);
    }
  }
  EXPECT_GE(busiest, 3);
  const auto alone = MakeEngine();
  for (const Sentence& request : requests) {
    const EngineResult expected = Alone(*alone, request);
    const EngineResult& found = results[request.id];
    ASSERT_EQ(found.hypotheses.size(), expected.hypotheses.size());
    for (std::size_t i = 0; i < found.hypotheses.size(); ++i) {
      EXPECT_EQ(found.hypotheses[i].tokens, expected.hypotheses[i].tokens);
      EXPECT_EQ(found.hypotheses[i].score, expected.hypotheses[i].score);
      EXPECT_EQ(found.hypotheses[i].token_log_probabilities,
                expected.hypotheses[i].token_log_probabilities);
    }
  }
}

TEST_P(ShortlistSearchTest, AListOfTheEndAloneEndsTheSearch) {
  std::vector<Ids> lists(kVocabSize);
  const Shortlist none = *Shortlist::Create(lists);
  const auto engine = EngineOver(*TransformerStepModel::Create(
      *model_->weights, Generation(), &none, Options()));
  Sentence request{.id = 1, .source = {30, 0}, .options = {}};
  request.options.max_length = 10;
  request.options.shortlist = true;
  for (const bool sampled : {false, true}) {
    if (sampled) {
      request.options.beam_size = 1;
      request.options.sampling = SamplingOptions{.seed = 1};
    }
    const EngineResult result = Alone(*engine, request);
    ASSERT_EQ(result.hypotheses.size(), 1U);
    EXPECT_TRUE(result.hypotheses[0].tokens.empty());
    EXPECT_EQ(result.finish_reason, FinishReason::kLengthLimit);
  }
}

TEST(SentenceShortlistTest, IsTheUnionOfItsTokensLists) {
  const Shortlist shortlist =
      *Shortlist::Create({{1, 5}, {0}, {2, 5, 6}, {}, {6, 7}, {3}, {}, {}});
  EXPECT_THAT(SentenceShortlist(shortlist, Ids{2, 4, 2, 0}, Ids{0}, Ids{6}),
              ElementsAre(0, 1, 2, 5, 7));
  EXPECT_THAT(SentenceShortlist(shortlist, Ids{3}, Ids{4, 1}, Ids{}),
              ElementsAre(1, 4));
}

TEST(SentenceShortlistTest, IsFilledUpToAMultipleOfEight) {
  Shortlist shortlist =
      *Shortlist::Create({0, 2, 4, 8}, {0, 1, 5, 9, 3, 4, 6, 7},
                         /*target_tokens=*/12);
  shortlist.set_fill_tokens({.begin = 2, .end = 12});
  EXPECT_THAT(SentenceShortlist(shortlist, Ids{1, 0}, Ids{0}, Ids{}),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 9));
  EXPECT_THAT(SentenceShortlist(shortlist, Ids{0, 1, 2}, Ids{0}, Ids{}),
              ElementsAre(0, 1, 3, 4, 5, 6, 7, 9));
  shortlist.set_fill_tokens({.begin = 11, .end = 12});
  EXPECT_THAT(SentenceShortlist(shortlist, Ids{0}, Ids{0}, Ids{}),
              ElementsAre(0, 1, 11));
}

TEST(ShortlistOptionTest, AModelWithoutListsRefusesIt) {
  const Model model(Config());
  const auto engine = EngineOver(*TransformerStepModel::Create(
      *model.weights, Generation(), nullptr, Options()));
  Sentence request{.id = 1, .source = {30, 0}, .options = {}};
  request.options.max_length = 10;
  EXPECT_TRUE(engine->Validate(request).ok());
  request.options.shortlist = true;
  const absl::Status status = engine->Validate(request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("has no shortlist"));
}

}  // namespace
}  // namespace interpres
