// Ours against what transformers computes: tests/golden/make_golden.py made a
// MarianMT model, saved it, and wrote down its logits.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/safetensors.h"
#include "model/transformer/session.h"
#include "tests/testing/admissions.h"

namespace interpres {
namespace {

std::filesystem::path GoldenDirectory() {
  const char* root = std::getenv("INTERPRES_SOURCE_DIR");
  return std::filesystem::path(root == nullptr ? "." : root) / "tests" /
         "golden" / "marian";
}

std::unique_ptr<const TensorSource> Open(const char* name) {
  auto file = OpenSafetensors(GoldenDirectory() / name);
  EXPECT_TRUE(file.ok()) << file.status();
  return *std::move(file);
}

std::vector<float> Floats(const TensorSource& file, const std::string& name) {
  const StoredTensor* view = file.Find(name);
  EXPECT_NE(view, nullptr) << name;
  std::vector<float> values(view->size());
  EXPECT_TRUE(file.ReadFloat32(name, view->shape, values).ok());
  return values;
}

std::vector<int32_t> Ids(const TensorSource& file, const std::string& name) {
  const std::vector<float> values = Floats(file, name);
  return {values.begin(), values.end()};
}

TEST(GoldenTest, LogitsEqualTheLogitsOfTransformers) {
  std::ifstream stream(GoldenDirectory() / "config.json");
  std::stringstream text;
  text << stream.rdbuf();
  const auto config = kMarianMt.parse_config(text.str(), "config.json");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->activation, Activation::kGelu);
  const auto weights = TransformerWeights::Load(
      *config, ParameterReader(kMarianMt, *Open("model.safetensors")));
  ASSERT_TRUE(weights.ok()) << weights.status();
  const auto session = TransformerSession::Create(**weights, {});
  ASSERT_TRUE(session.ok()) << session.status();

  const auto golden = Open("golden.safetensors");
  int32_t sentences = 0;
  for (; golden->Find("source." + std::to_string(sentences)) != nullptr;
       ++sentences) {
    const std::string id = std::to_string(sentences);
    SCOPED_TRACE("sentence " + id);
    const std::vector<int32_t> source = Ids(*golden, "source." + id);
    const std::vector<int32_t> target = Ids(*golden, "target." + id);
    const std::vector<float> want = Floats(*golden, "logits." + id);
    ASSERT_EQ(want.size(), target.size() * config->vocab_size);
    const Admission admission =
        MakeAdmission({.slot = sentences, .source = source, .max_length = 32});
    ASSERT_TRUE((*session)->Admit({&admission, 1}).ok());
    for (std::size_t t = 0; t < target.size(); ++t) {
      const Row row{.slot = sentences,
                    .token = target[t],
                    .position = static_cast<int32_t>(t)};
      (*session)->Step({&row, 1});
      const std::span<const float> got = (*session)->Logits(0);
      for (std::size_t w = 0; w < got.size(); ++w) {
        ASSERT_NEAR(got[w], want[t * got.size() + w], 1e-4)
            << "position " << t << ", token " << w;
      }
    }
  }
  EXPECT_EQ(sentences, 4);
}

}  // namespace
}  // namespace interpres
