#include "model/engine/offline_translator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/kernels/matmul.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Scores are the same bytes where oneDNN promises it, else the same but for
// rounding.
double Tolerance() { return MatmulSession::RowsAreInvariant() ? 0.0 : 1e-3; }

class OfflineTranslatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(directory_.path() / "tiny", {}).ok());
    auto model = TranslationModel::Load(directory_.path() / "tiny");
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    options_.target_language = "es";
    options_.decoding.beam_size = 3;
    options_.decoding.n_best = 2;
    options_.decoding.max_length = 12;
    options_.engine = {.slots = 4, .max_rows = 12};
    for (int i = 0; i < 30; ++i) {
      texts_.emplace_back("the cat");
      for (int k = 0; k < (i * 7) % 5; ++k) {
        texts_.back() += k % 2 == 0 ? " sees the dog" : " and the tree";
      }
    }
    texts_[3] = "";
    texts_[4] = " \t ";
    texts_[11] = std::string(500, 'x');
    texts_[12] = "bad \xff byte";
  }

  TempDir directory_;
  std::unique_ptr<const TranslationModel> model_;
  OfflineOptions options_;
  std::vector<std::string> texts_;
};

TEST_F(OfflineTranslatorTest, KeepsOrderAndReportsPerText) {
  const auto results = TranslateAll(*model_, texts_, options_);
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_EQ(results->size(), texts_.size());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const OfflineResult& result = (*results)[i];
    if (i == 11 || i == 12) {
      EXPECT_EQ(result.status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_THAT(result.hypotheses, IsEmpty());
    } else if (i == 3 || i == 4) {
      ASSERT_THAT(result.translations, SizeIs(1));
      EXPECT_EQ(result.translations[0], "");
    } else {
      // The same as that text alone: neither order nor company matters.
      const auto alone = TranslateAll(*model_, {&texts_[i], 1}, options_);
      EXPECT_EQ(result.translations, alone->front().translations);
      EXPECT_THAT(result.translations, SizeIs(2));
      EXPECT_NEAR(result.hypotheses[0].score,
                  alone->front().hypotheses[0].score, Tolerance());
      EXPECT_EQ(result.hypotheses[0].tokens,
                alone->front().hypotheses[0].tokens);
    }
  }
  EXPECT_THAT((*results)[11].status.message(),
              HasSubstr("expected at most 64"));
}

TEST_F(OfflineTranslatorTest, ThreadsChangeNothing) {
  const auto one = TranslateAll(*model_, texts_, options_);
  options_.threads = 3;
  const auto three = TranslateAll(*model_, texts_, options_);
  ASSERT_TRUE(one.ok() && three.ok());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    EXPECT_EQ((*one)[i].translations, (*three)[i].translations);
    EXPECT_EQ((*one)[i].status, (*three)[i].status);
    for (std::size_t k = 0; k < (*one)[i].hypotheses.size(); ++k) {
      EXPECT_NEAR((*one)[i].hypotheses[k].score,
                  (*three)[i].hypotheses[k].score, Tolerance());
    }
  }
}

TEST_F(OfflineTranslatorTest, WrongOptionsFailAsAWhole) {
  options_.target_language = "fr";
  EXPECT_EQ(TranslateAll(*model_, texts_, options_).status().code(),
            absl::StatusCode::kNotFound);
  options_.target_language = "es";
  options_.threads = 0;
  EXPECT_THAT(TranslateAll(*model_, texts_, options_).status().message(),
              HasSubstr("threads is 0"));
  options_.threads = 2;
  options_.decoding.max_length = 65;
  EXPECT_THAT(TranslateAll(*model_, texts_, options_).status().message(),
              HasSubstr("max_length is 65"));
  // More than the whole cache has room for.
  options_.decoding.max_length = 1000000;
  EXPECT_THAT(TranslateAll(*model_, texts_, options_).status().message(),
              HasSubstr("max_length is 1000000; expected at most 64"));
  EXPECT_THAT(*TranslateAll(*model_, {},
                            OfflineOptions{.source_language = "",
                                           .target_language = "es",
                                           .decoding = {},
                                           .engine = {}}),
              IsEmpty());
}

TEST_F(OfflineTranslatorTest, ScoresPairsOnAnyNumberOfThreads) {
  std::vector<std::string> targets(texts_.size(), "el gato");
  targets[20] = std::string(500, 'x');
  const auto one = ScoreAll(*model_, texts_, targets, options_);
  options_.threads = 4;
  const auto four = ScoreAll(*model_, texts_, targets, options_);
  ASSERT_TRUE(one.ok() && four.ok());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const ScoredText& scored = (*one)[i];
    EXPECT_NEAR(scored.log_probability, (*four)[i].log_probability,
                Tolerance());
    EXPECT_EQ(scored.status.ok(), i != 11 && i != 12 && i != 20);
    if (scored.status.ok()) {
      EXPECT_NEAR(scored.log_probability,
                  *model_->Score(texts_[i], targets[i], "es"), Tolerance());
      EXPECT_LT(scored.log_probability, 0.0);
      EXPECT_GE(scored.target_tokens, 2);
    }
  }
  targets.pop_back();
  EXPECT_THAT(ScoreAll(*model_, texts_, targets, options_).status().message(),
              HasSubstr("30 sources but 29 targets"));
}

// With 0 allocations in each worker thread, with 1, and so on.
TEST_F(OfflineTranslatorTest, AWorkerThreadWithoutMemoryIsAnError) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  const std::vector<std::string> targets(texts_.size(), "el gato");
  options_.threads = 2;
  for (int64_t allowed = 0; allowed < 20; ++allowed) {
    SCOPED_TRACE(allowed);
    const NewThreadLimit limit(allowed);
    EXPECT_EQ(ScoreAll(*model_, texts_, targets, options_).status().code(),
              absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(TranslateAll(*model_, texts_, options_).status().code(),
              absl::StatusCode::kResourceExhausted);
  }
  EXPECT_TRUE(ScoreAll(*model_, texts_, targets, options_).ok());
  EXPECT_TRUE(TranslateAll(*model_, texts_, options_).ok());
}

}  // namespace
}  // namespace interpres
