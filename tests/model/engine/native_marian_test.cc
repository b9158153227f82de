// A model that Marian trained, against the scores that Marian gave.
// tests/golden/make_native_marian.py made the files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "model/base/read_file.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {
namespace {

std::filesystem::path Golden() {
  const char* root = std::getenv("INTERPRES_SOURCE_DIR");
  return std::filesystem::path(root == nullptr ? "." : root) / "tests" /
         "golden" / "native_marian";
}

struct ScoredPair {
  std::string source;
  std::string target;
  double score = 0.0;  // the sum of the log-probabilities of the target
};

std::vector<ScoredPair> ReadScores() {
  const auto text = ReadFile(Golden() / "scores.tsv", 1 << 20);
  EXPECT_TRUE(text.ok()) << text.status();
  std::vector<ScoredPair> pairs;
  for (const absl::string_view line :
       absl::StrSplit(text.value_or(""), '\n', absl::SkipEmpty())) {
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    ScoredPair pair = {.source = fields[0], .target = fields[1]};
    EXPECT_TRUE(absl::SimpleAtod(fields[2], &pair.score)) << fields[2];
    pairs.push_back(pair);
  }
  return pairs;
}

TEST(NativeMarianModelTest, ScoresAreMarians) {
  const auto model = TranslationModel::Load(Golden());
  ASSERT_TRUE(model.ok()) << model.status();
  const std::vector<ScoredPair> pairs = ReadScores();
  ASSERT_EQ(pairs.size(), 12U);
  for (const ScoredPair& pair : pairs) {
    const auto score = (*model)->Score(pair.source, pair.target, "");
    ASSERT_TRUE(score.ok()) << score.status();
    EXPECT_NEAR(*score, pair.score, 1e-5 * (1.0 - pair.score)) << pair.source;
  }
}

// Smaller types round the weights.
TEST(NativeMarianModelTest, SmallerTypesAreNear) {
  const auto model = TranslationModel::Load(Golden(), "int8");
  ASSERT_TRUE(model.ok()) << model.status();
  for (const ScoredPair& pair : ReadScores()) {
    const auto score = (*model)->Score(pair.source, pair.target, "");
    ASSERT_TRUE(score.ok()) << score.status();
    EXPECT_NEAR(*score, pair.score, 0.1 * (1.0 - pair.score)) << pair.source;
  }
}

// A translation does not depend on the texts beside it in the batch.
TEST(NativeMarianModelTest, TranslationsDoNotDependOnTheBatch) {
  for (const char* type : {"float32", "int8"}) {
    const auto model = TranslationModel::Load(Golden(), type);
    ASSERT_TRUE(model.ok()) << model.status();
    std::vector<std::string> texts;
    for (const ScoredPair& pair : ReadScores()) {
      texts.push_back(pair.source);
    }
    const auto together = TranslateAll(**model, texts, {});
    ASSERT_TRUE(together.ok()) << together.status();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto alone =
          TranslateAll(**model, std::span(texts).subspan(i, 1), {});
      ASSERT_TRUE(alone.ok()) << alone.status();
      EXPECT_EQ((*alone)[0].translations, (*together)[i].translations);
    }
  }
}

}  // namespace
}  // namespace interpres
