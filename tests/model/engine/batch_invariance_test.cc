// A sentence's tokens and scores are the same to the last bit alone and in any
// company: over random mixes of sentences with all kinds of options, which
// arrive, leave and are cancelled at random steps, on engines of two sizes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/engine/slot_engine.h"
#include "model/engine/transformer_step_model.h"
#include "model/kernels/matmul.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

constexpr int32_t kVocabSize = 700;
constexpr int32_t kRequests = 120;
constexpr int kMixes = 2000 / kSlowness;

using Random = std::mt19937;

int32_t Draw(Random& random, int32_t least, int32_t most) {
  return least + static_cast<int32_t>(random() %
                                      static_cast<uint32_t>(most - least + 1));
}

ModelConfig Config() {
  ModelConfig config = OddModelConfig();
  config.vocab_size = kVocabSize;
  config.pad_token_id = kVocabSize - 1;
  config.decoder_start_token_id = kVocabSize - 1;
  return config;
}

// Ids up to 20 have lists so long that they are not copied.
Shortlist MakeShortlist() {
  Random random(5);
  std::vector<std::vector<int32_t>> lists(kVocabSize);
  for (int32_t source = 0; source < kVocabSize; ++source) {
    std::set<int32_t> list;
    while (list.size() < (source > 0 && source <= 20 ? 150U : 9U)) {
      list.insert(Draw(random, 0, kVocabSize - 1));
    }
    lists[source].assign(list.begin(), list.end());
  }
  return *Shortlist::Create(lists);
}

DecodingOptions DrawOptions(Random& random) {
  DecodingOptions options;
  options.beam_size = Draw(random, 1, 5);
  options.n_best = Draw(random, 1, options.beam_size);
  options.max_length = Draw(random, 2, 12);
  options.length_penalty = 0.5f * static_cast<float>(Draw(random, 0, 4));
  options.repetition_penalty = Draw(random, 0, 2) == 0 ? 1.4f : 1.0f;
  options.no_repeat_ngram_size = Draw(random, 0, 3);
  options.shortlist = Draw(random, 0, 2) == 0;
  if (Draw(random, 0, 3) == 0) {
    options.attention = AttentionOptions();
  }
  if (Draw(random, 0, 3) == 0) {
    options.sampling = SamplingOptions{.seed = random()};
    options.beam_size = options.n_best;
  }
  return options;
}

// Sequences that max_length has room for.
std::vector<RequiredTokens> DrawRequired(Random& random,
                                         const Sentence& request) {
  int32_t room = request.options.max_length - 1 -
                 static_cast<int32_t>(request.target_prefix.size());
  std::vector<RequiredTokens> required;
  while (room > 0 && Draw(random, 0, 3) > 0) {
    RequiredTokens one;
    for (int32_t n = Draw(random, 1, std::min(room, 3)); n > 0; --n) {
      one.tokens.push_back(Draw(random, 1, kVocabSize - 2));
      --room;
    }
    one.source = {Draw(random, 0, request.pieces.count), Draw(random, 0, 3)};
    required.push_back(std::move(one));
  }
  return required;
}

std::vector<Sentence> DrawRequests() {
  Random random(17);
  std::vector<Sentence> requests;
  for (int32_t i = 0; i < kRequests; ++i) {
    Sentence request{.id = 0, .source = {}, .options = DrawOptions(random)};
    for (int32_t n = Draw(random, 0, 15); n > 0; --n) {
      request.source.push_back(Draw(random, 1, kVocabSize - 2));
    }
    request.pieces.count = static_cast<int32_t>(request.source.size());
    request.source.push_back(0);
    if (Draw(random, 0, 3) == 0) {
      request.target_prefix = {Draw(random, 1, kVocabSize - 2)};
    }
    if (Draw(random, 0, 2) == 0) {
      request.required = DrawRequired(random, request);
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

// What must not differ.
struct Bytes {
  explicit Bytes(const EngineResult& result) {
    for (const Hypothesis& hypothesis : result.hypotheses) {
      tokens.push_back(hypothesis.tokens);
      numbers.push_back(hypothesis.token_log_probabilities);
      numbers.back().push_back(hypothesis.score);
      numbers.push_back(hypothesis.attention);
      tokens.push_back(hypothesis.alignment);
      reasons.push_back(hypothesis.finish_reason);
    }
  }
  bool operator==(const Bytes&) const = default;

  std::vector<std::vector<int32_t>> tokens;
  std::vector<std::vector<float>> numbers;
  std::vector<FinishReason> reasons;
};

class BatchInvarianceTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (!MatmulSession::RowsAreInvariant() ||
        !CheckComputeType(GetParam()).ok()) {
      GTEST_SKIP() << "this CPU does not promise it in this type";
    }
    model_ = std::make_unique<Model>(Config(), 3, GetParam());
    engines_.push_back(MakeEngine(8, 40));
    engines_.push_back(MakeEngine(3, 12));
    for (Sentence& request : requests_) {
      const absl::Status admitted = engines_[0]->Admit({&request, 1});
      ASSERT_TRUE(admitted.ok()) << admitted;
      Drain(*engines_[0]);
      alone_.emplace_back(engines_[0]->Collect().at(0));
    }
  }

  std::unique_ptr<Engine> MakeEngine(int32_t slots, int32_t rows) const {
    return *SlotEngine::Create(
        *TransformerStepModel::Create(*model_->weights, GenerationConfig(),
                                      &shortlist_,
                                      {.max_sentences = slots,
                                       .max_rows = rows,
                                       .max_source_tokens = 512,
                                       .max_cache_positions = 4096}),
        {.slots = slots, .max_rows = rows, .max_positions = 48});
  }

  static void Drain(Engine& engine) {
    while (engine.active() > 0) {
      engine.Step();
    }
  }

  // Runs the requests of the indices `mix`, which arrive a few at a time;
  // returns the results by their place in it.
  std::map<uint64_t, EngineResult> Run(Engine& engine,
                                       const std::vector<std::size_t>& mix,
                                       Random& random) const {
    std::vector<Sentence> waiting;
    for (std::size_t i = 0; i < mix.size(); ++i) {
      waiting.push_back(requests_[mix[i]]);
      waiting.back().id = i;
    }
    std::map<uint64_t, EngineResult> results;
    std::span<const Sentence> rest = waiting;
    while (results.size() < mix.size()) {
      const auto arrivals = static_cast<std::size_t>(
          Draw(random, 0, engine.CountAdmissible(rest)));
      EXPECT_TRUE(engine.Admit(rest.first(arrivals)).ok());
      rest = rest.subspan(arrivals);
      engine.Step();
      if (Draw(random, 0, 19) == 0) {
        engine.Cancel(random() % mix.size(), FinishReason::kCancelled);
      }
      for (EngineResult& result : engine.Collect()) {
        results[result.id] = std::move(result);
      }
    }
    return results;
  }

  std::vector<Sentence> requests_ = DrawRequests();
  const Shortlist shortlist_ = MakeShortlist();
  std::unique_ptr<Model> model_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<Bytes> alone_;  // [requests]
};

INSTANTIATE_TEST_SUITE_P(All, BatchInvarianceTest, AllComputeTypes(),
                         NameOfComputeType);

TEST_P(BatchInvarianceTest, OverRandomMixes) {
  int64_t compared = 0;
  int64_t cancelled = 0;
  for (int seed = 0; seed < kMixes; ++seed) {
    SCOPED_TRACE("mix " + std::to_string(seed));
    Random random(static_cast<uint32_t>(seed));
    std::vector<std::size_t> mix(static_cast<std::size_t>(Draw(random, 2, 9)));
    for (std::size_t& index : mix) {
      index = random() % kRequests;
    }
    const auto results = Run(*engines_[random() % 2], mix, random);
    for (const auto& [place, result] : results) {
      if (result.finish_reason == FinishReason::kCancelled) {
        ++cancelled;
        continue;
      }
      ++compared;
      ASSERT_EQ(Bytes(result), alone_[mix[place]]) << "request " << mix[place];
    }
  }
  EXPECT_GT(compared, 4 * kMixes);
  EXPECT_GT(cancelled, kMixes / 20);
}

}  // namespace
}  // namespace interpres
