#include "model/engine/translation_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>

#include "model/kernels/matmul.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

const std::vector<std::string> kTexts = {
    "the cat sees the dog",
    "a",
    "",
    "the small house and the big house and the tree",
    "I have two cats.",
    "good morning",
    "where is the book?"};

void ExpectSameHypotheses(const EngineResult& a, const EngineResult& b) {
  ASSERT_EQ(a.hypotheses.size(), b.hypotheses.size());
  for (std::size_t i = 0; i < a.hypotheses.size(); ++i) {
    EXPECT_EQ(a.hypotheses[i].tokens, b.hypotheses[i].tokens);
    EXPECT_EQ(a.hypotheses[i].score, b.hypotheses[i].score);
    EXPECT_EQ(a.hypotheses[i].token_log_probabilities,
              b.hypotheses[i].token_log_probabilities);
  }
}

class TranslationModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(path(), {}).ok());
    auto model = TranslationModel::Load(path());
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
  }

  std::filesystem::path path() const { return directory_.path() / "tiny"; }

  std::vector<Sentence> Requests() const {
    std::vector<Sentence> requests;
    for (uint64_t id = 0; id < 3 * kTexts.size(); ++id) {
      Sentence request{.id = id, .source = {}, .options = {}};
      request.source =
          model_
              ->Encode(kTexts[id % kTexts.size()], {id % 2 == 0 ? "es" : "en"})
              ->ids;
      request.options.beam_size = static_cast<int32_t>(1 + id % 5);
      request.options.n_best = request.options.beam_size;
      request.options.max_length = static_cast<int32_t>(3 + id % 20);
      request.options.repetition_penalty = id % 3 == 0 ? 1.3f : 1.0f;
      request.options.no_repeat_ngram_size = id % 4 == 0 ? 2 : 0;
      if (id % 6 == 1) {
        request.options.sampling = SamplingOptions{
            .seed = id, .temperature = 0.8f, .top_k = 20, .top_p = 0.9f};
      }
      if (id % 5 == 0) {
        request.target_prefix = *model_->EncodeTargetPrefix("a");
      }
      requests.push_back(request);
    }
    return requests;
  }

  EngineResult Alone(const Sentence& request) const {
    auto engine = model_->CreateEngine({.slots = 1, .max_rows = 5});
    EXPECT_TRUE(engine.ok()) << engine.status();
    EXPECT_TRUE((*engine)->Admit({&request, 1}).ok());
    while ((*engine)->active() > 0) {
      (*engine)->Step();
    }
    return (*engine)->Collect().at(0);
  }

  TempDir directory_;
  std::unique_ptr<const TranslationModel> model_;
};

TEST_F(TranslationModelTest, KnowsItsNameAndDirections) {
  EXPECT_EQ(model_->name(), "tiny");
  EXPECT_EQ((*TranslationModel::Load(path() / ""))->name(), "tiny");
  EXPECT_THAT(model_->directions(), ElementsAre(LanguageDirection{"en", "es"},
                                                LanguageDirection{"es", "en"}));
  EXPECT_EQ(model_->ResolveTags("en", "es")->target, "es");
  EXPECT_EQ(model_->ResolveTags("en", "fr").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(TranslationModel::Load(path() / "none").status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(TranslationModelTest, TheWeightsComeBack) {
  const double score = *model_->Score("the cat", "el gato", "es");
  const auto absent = model_->ShareWithoutWeights();
  model_.reset();
  EXPECT_EQ(absent->compute_type(), "float32");
  EXPECT_TRUE(absent->Encode("the cat", {"es"}).ok());
  const auto again = absent->LoadAgain(path());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(&(*again)->tokenizer(), &absent->tokenizer());
  EXPECT_EQ(*(*again)->Score("the cat", "el gato", "es"), score);

  ASSERT_TRUE(WriteTinyModel(path(), {.seed = 2}).ok());
  EXPECT_EQ(absent->LoadAgain(path()).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(absent->LoadAgain(path() / "none").status().code(),
            absl::StatusCode::kNotFound);
}

// The promise of batch invariance, on the real network: join and leave at any
// step, in any company, and not one byte changes.
class ComputeTypesTest : public TranslationModelTest,
                         public ::testing::WithParamInterface<ComputeType> {
 protected:
  void SetUp() override {
    TranslationModelTest::SetUp();
    if (!MatmulSession::RowsAreInvariant() ||
        !CheckComputeType(GetParam()).ok()) {
      GTEST_SKIP() << "oneDNN promises it on AVX-512 only";
    }
    model_ = *TranslationModel::Load(path(), ComputeTypeName(GetParam()));
  }
};

INSTANTIATE_TEST_SUITE_P(All, ComputeTypesTest, AllComputeTypes(),
                         NameOfComputeType);

TEST_P(ComputeTypesTest, BytesDoNotDependOnBatchMates) {
  const std::vector<Sentence> requests = Requests();
  auto engine = model_->CreateEngine({.slots = 6, .max_rows = 16});
  ASSERT_TRUE(engine.ok()) << engine.status();
  std::map<uint64_t, EngineResult> results;
  std::mt19937 random(3);
  std::size_t next = 0;
  int32_t busiest = 0;
  while (results.size() < requests.size()) {
    const auto waiting = std::span<const Sentence>(requests).subspan(next);
    const auto admissible =
        static_cast<uint32_t>((*engine)->CountAdmissible(waiting));
    const uint32_t arrivals = random() % (admissible + 1);
    ASSERT_TRUE((*engine)->Admit(waiting.first(arrivals)).ok());
    next += arrivals;
    busiest = std::max(busiest, (*engine)->Step().active_sentences);
    for (EngineResult& result : (*engine)->Collect()) {
      results[result.id] = std::move(result);
    }
  }
  EXPECT_GE(busiest, 3);
  for (const Sentence& request : requests) {
    const EngineResult alone = Alone(request);
    ExpectSameHypotheses(alone, results[request.id]);
  }
}

TEST_F(TranslationModelTest, ForcedDecodingAgreesWithTheSearch) {
  std::vector<TokenPair> pairs;
  std::vector<double> expected;
  for (Sentence& request : Requests()) {
    // The rules change the probabilities of what they do not force.
    request.options.repetition_penalty = 1.0f;
    request.options.no_repeat_ngram_size = 0;
    for (const Hypothesis& hypothesis : Alone(request).hypotheses) {
      pairs.push_back({.source = request.source, .target = hypothesis.tokens});
      const auto& values = hypothesis.token_log_probabilities;
      expected.push_back(std::accumulate(values.begin(), values.end(), 0.0));
      EXPECT_THAT(hypothesis.tokens,
                  Not(Contains(model_->config().pad_token_id)));
    }
  }
  const auto scores = model_->ScoreTokens(pairs);
  ASSERT_TRUE(scores.ok()) << scores.status();
  ASSERT_EQ(scores->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR((*scores)[i], expected[i], 1e-3);
    // Together or alone: the same bytes, where oneDNN promises it.
    EXPECT_NEAR((*scores)[i], model_->ScoreTokens({&pairs[i], 1})->front(),
                MatmulSession::RowsAreInvariant() ? 0.0 : 1e-3);
  }
}

TEST_F(TranslationModelTest, APrefixIsTextThatTheModelCanProduce) {
  const auto ids = model_->EncodeTargetPrefix("el gato");
  ASSERT_TRUE(ids.ok()) << ids.status();
  EXPECT_EQ(model_->tokenizer().Decode(*ids), "el gato");
  EXPECT_THAT(*ids, Not(Contains(model_->tokenizer().eos_id())));
  EXPECT_THAT(*model_->EncodeTargetPrefix(""), SizeIs(0));
  EXPECT_THAT(*model_->EncodeTargetPrefix("  "), SizeIs(0));
  for (const char* bad : {"\xff", "gato \xe6\xbc\xa2"}) {
    const absl::Status status = model_->EncodeTargetPrefix(bad).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr("target_prefix"));
  }
}

TEST(MakeSentenceTest, ThePrefixFollowsWhatIsForced) {
  EncodedText text = {.ids = {5, 7, 8, 0}, .first_piece = 1, .pieces = 2};
  DecodingOptions options;
  options.beam_size = 3;
  Sentence sentence = MakeSentence(text, options, {});
  EXPECT_EQ(sentence.source, text.ids);
  EXPECT_EQ(sentence.options, options);
  EXPECT_THAT(sentence.target_prefix, SizeIs(0));

  const std::vector<int32_t> prefix = {3, 4};
  EXPECT_EQ(MakeSentence(text, options, prefix).target_prefix, prefix);
  text.forced_target = {9};
  EXPECT_THAT(MakeSentence(text, options, {}).target_prefix, ElementsAre(9));
  EXPECT_THAT(MakeSentence(text, options, prefix).target_prefix,
              ElementsAre(9, 3, 4));
}

TEST(MakeSentenceTest, AlignsWithinThePieces) {
  const EncodedText text = {.ids = {5, 7, 8, 0}, .first_piece = 1, .pieces = 2};
  EXPECT_EQ(MakeSentence(text, {}, {}).pieces,
            (SourcePieces{.first = 1, .count = 2}));
}

// Forced tokens get the model's own probabilities.
TEST_F(TranslationModelTest, ATranslationWithAPrefixHasItsScore) {
  Sentence request;
  request.options.beam_size = 3;
  request.options.n_best = 3;
  request.source = model_->tokenizer().EncodeSource("the cat", "es")->ids;
  request.options.max_length = 12;
  request.target_prefix = *model_->EncodeTargetPrefix("el gato");
  for (const Hypothesis& hypothesis : Alone(request).hypotheses) {
    EXPECT_EQ(model_->tokenizer().Decode(hypothesis.tokens).rfind("el gato", 0),
              0U);
    const TokenPair pair{.source = request.source, .target = hypothesis.tokens};
    EXPECT_NEAR(
        hypothesis.score,
        model_->ScoreTokens({&pair, 1})->front() / hypothesis.tokens.size(),
        1e-4);
  }
}

TEST_F(TranslationModelTest, ForcedDecodingNamesABadPair) {
  const int32_t vocab_size = static_cast<int32_t>(model_->config().vocab_size);
  std::vector<TokenPair> pairs = {{.source = {0}, .target = {0}},
                                  {.source = {0}, .target = {}}};
  EXPECT_THAT(model_->ScoreTokens(pairs).status().message(),
              HasSubstr("the target of pair 1 has 0 tokens"));
  pairs[1] = {.source = {vocab_size}, .target = {0}};
  EXPECT_THAT(model_->ScoreTokens(pairs).status().message(),
              HasSubstr("the source of pair 1 has the token id"));
  pairs[1].source.assign(65, 0);
  EXPECT_THAT(model_->ScoreTokens(pairs).status().message(),
              HasSubstr("has 65 tokens; the model takes 1 to 64"));
  // Padding is suppressed: nothing can contain it.
  pairs[1] = {.source = {0}, .target = {model_->config().pad_token_id}};
  EXPECT_EQ((*model_->ScoreTokens(pairs))[1], -HUGE_VAL);
  EXPECT_THAT(*model_->ScoreTokens({}), SizeIs(0));
}

// A piece inside a word and the same piece at the begin of a word are different
// tokens. Alone they are the same text.
TEST_F(TranslationModelTest, TheResultsOfASentenceAreDifferentTexts) {
  ASSERT_TRUE(WriteTinyModel(path(), {.seed = 15}).ok());
  const auto model = *TranslationModel::Load(path());
  const auto texts_of = [&model](const std::string& source, bool merge) {
    const auto engine = *model->CreateEngine(
        {.slots = 1, .max_rows = 16, .merge_equal_texts = merge});
    Sentence request{.id = 1, .source = {}, .options = {}};
    request.source = model->Encode(source, {"es"})->ids;
    request.options = {.beam_size = 16, .n_best = 16, .max_length = 2};
    EXPECT_TRUE(engine->Admit({&request, 1}).ok());
    engine->Step();
    engine->Step();
    const EngineResult result = engine->Collect().at(0);
    std::vector<std::string> texts;
    for (const Hypothesis& hypothesis : result.hypotheses) {
      texts.push_back(model->tokenizer().Decode(hypothesis.tokens));
    }
    return texts;
  };
  std::size_t repeated = 0;
  for (const std::string& source : kTexts) {
    const std::vector<std::string> all = texts_of(source, false);
    EXPECT_THAT(all, SizeIs(16));
    std::vector<std::string> expected;
    for (const std::string& text : all) {
      if (std::find(expected.begin(), expected.end(), text) == expected.end()) {
        expected.push_back(text);
      }
    }
    EXPECT_EQ(texts_of(source, true), expected);
    repeated += all.size() - expected.size();
  }
  EXPECT_GT(repeated, 0U);
}

TEST_F(TranslationModelTest, UnknownComputeTypeIsNamed) {
  EXPECT_THAT(TranslationModel::Load(path(), "int4").status().message(),
              HasSubstr("compute-type is \"int4\""));
}

#if !defined(INTERPRES_SANITIZED)
// A process that has 1 GiB of addresses, and no engine to fit them.
TEST_F(TranslationModelTest, AnEngineWithoutMemoryIsAnError) {
  const auto create = [this] {
    const rlimit limit{.rlim_cur = rlim_t{1} << 30, .rlim_max = RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    const auto engine =
        model_->CreateEngine({.slots = 1 << 22, .max_rows = 1 << 24});
    std::fprintf(stderr, "%s\n",
                 std::string(engine.status().message()).c_str());
    std::_Exit(absl::IsResourceExhausted(engine.status()) ? 0 : 1);
  };
  EXPECT_EXIT(create(), ::testing::ExitedWithCode(0),
              "not enough memory for 4194304 concurrent sentences");
}
#endif

TEST_F(TranslationModelTest, TheWidestAndLongestSentenceFitsAnIdleEngine) {
  auto engine = model_->CreateEngine({.slots = 1, .max_rows = 16});
  ASSERT_TRUE(engine.ok());
  Sentence request{.id = 1, .source = {}, .options = {}};
  request.source.assign(64, 5);
  request.options.beam_size = kMaxBeamSize;
  request.options.max_length = 64;
  ASSERT_TRUE((*engine)->Validate(request).ok());
  EXPECT_EQ((*engine)->CountAdmissible({&request, 1}), 1);
  EXPECT_TRUE((*engine)->Admit({&request, 1}).ok());
  while ((*engine)->active() > 0) {
    (*engine)->Step();
  }
}

}  // namespace
}  // namespace interpres
