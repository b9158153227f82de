#include "model/training/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/engine/document_translator.h"
#include "model/kernels/matmul.h"
#include "model/training/bleu.h"
#include "model/training/chrf.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class EvaluationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(directory_.path() / "tiny", {}).ok());
    model_ = *TranslationModel::Load(directory_.path() / "tiny");
    options_.target_language = "es";
    options_.decoding = {.beam_size = 2, .n_best = 2, .max_length = 10};
  }

  TempDir directory_;
  std::unique_ptr<const TranslationModel> model_;
  OfflineOptions options_;
};

TEST_F(EvaluationTest, AgreesWithItsParts) {
  const std::vector<std::string> sources = {"the cat", "the dog sees the tree",
                                            std::string(500, 'x')};
  const std::vector<std::string> references = {"el gato", "el perro", "nada"};
  const auto evaluation = EvaluateModel(*model_, sources, references, options_);
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  ASSERT_THAT(evaluation->translations, SizeIs(3));
  const auto direct = TranslateAll(*model_, sources, options_);
  EXPECT_EQ(evaluation->translations[0], (*direct)[0].translations[0]);
  EXPECT_EQ(evaluation->translations[2], "");
  EXPECT_EQ(evaluation->bleu,
            CorpusBleu(evaluation->translations, references).score);
  EXPECT_EQ(evaluation->chrf, CorpusChrf(evaluation->translations, references));
  const double log_probability = *model_->Score("the cat", "el gato", "es") +
                                 *model_->Score(sources[1], "el perro", "es");
  const std::size_t tokens =
      model_->tokenizer().EncodeTarget("el gato")->ids.size() +
      model_->tokenizer().EncodeTarget("el perro")->ids.size();
  EXPECT_NEAR(evaluation->perplexity,
              std::exp(-log_probability / static_cast<double>(tokens)),
              MatmulSession::RowsAreInvariant() ? 1e-6 : 1e-3);
  ASSERT_THAT(evaluation->failures, SizeIs(1));
  EXPECT_EQ(evaluation->failures[0].index, 2u);
  EXPECT_THAT(evaluation->failures[0].message, HasSubstr("at most 64"));
  EXPECT_GT(evaluation->target_tokens, 0);
  EXPECT_GT(evaluation->decoding_seconds, 0.0);
  EXPECT_EQ(evaluation->bleu_signature, BleuSignature());
}

TEST_F(EvaluationTest, ItsOwnTranslationsAreAPerfectReference) {
  const std::vector<std::string> sources = {
      "the cat sees the dog and the tree and the house", "good morning"};
  const auto first = EvaluateModel(*model_, sources, sources, options_);
  ASSERT_TRUE(first.ok());
  const auto second =
      EvaluateModel(*model_, sources, first->translations, options_);
  ASSERT_TRUE(second.ok());
  EXPECT_NEAR(second->chrf, 100.0, 1e-9);
  EXPECT_LT(first->chrf, 50.0);
}

TEST_F(EvaluationTest, DocumentsAreDividedIntoSentences) {
  const std::vector<std::string> sources = {
      "The cat. The dog!", "A tree " + std::string(500, 'x') + "."};
  const std::vector<std::string> references = {"El gato. El perro.", "Nada."};
  const auto evaluation =
      EvaluateDocuments(*model_, sources, references, options_);
  ASSERT_TRUE(evaluation.ok()) << evaluation.status();
  OfflineOptions best_only = options_;
  best_only.decoding.n_best = 1;
  const auto direct = TranslateDocuments(*model_, sources, best_only);
  EXPECT_THAT(evaluation->translations,
              ElementsAre((*direct)[0].translation, (*direct)[1].translation));
  EXPECT_THAT(evaluation->failures, SizeIs(0)) << "a long line is divided";
  EXPECT_EQ(evaluation->target_tokens,
            (*direct)[0].target_tokens + (*direct)[1].target_tokens);
  EXPECT_GT(evaluation->target_tokens, 0);
  EXPECT_EQ(evaluation->perplexity, 0.0);
  EXPECT_EQ(EvaluateDocuments(*model_, {}, {}, options_).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(EvaluationTest, RejectsUnequalAndEmptySets) {
  const std::vector<std::string> two = {"a", "b"};
  EXPECT_THAT(
      EvaluateModel(*model_, two, {two.data(), 1}, options_).status().message(),
      HasSubstr("2 sources and 1 references"));
  EXPECT_EQ(EvaluateModel(*model_, {}, {}, options_).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace interpres
