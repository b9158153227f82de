#include "model/kernels/embedding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "model/kernels/reference/embedding.h"
#include "tests/model/kernels/bfloat16_values.h"
#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

// The twin reads float32 only: `exact` are the values that `tables` holds.
void ExpectNearTwin(const EmbeddingTables& tables, const EmbeddingTables& exact,
                    const std::vector<int32_t>& tokens,
                    const std::vector<int32_t>& token_positions,
                    float relative) {
  std::vector<float> got(tokens.size() * tables.width);
  std::vector<float> want(got.size());
  EmbedTokens(tables, tokens, token_positions, got.data());
  reference::EmbedTokens(exact, tokens, token_positions, want.data());
  for (std::size_t i = 0; i < want.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], 1e-5f + relative * std::abs(want[i]))
        << "element " << i;
  }
}

void ExpectLikeTwin(bool bfloat16) {
  for (const int64_t width : {2, 6, 16, 18, 34, 100, 512}) {
    SCOPED_TRACE(testing::Message() << "width " << width);
    const std::vector<float> embeddings =
        RoundedToBFloat16(RandomFloats(11 * width, 1));
    const std::vector<uint16_t> halves = ToBFloat16(embeddings);
    const std::vector<float> positions = RandomFloats(7 * width, 2);
    const EmbeddingTables exact{.embeddings = embeddings.data(),
                                .positions = positions.data(),
                                .width = width,
                                .scale = 3.7f};
    EmbeddingTables tables = exact;
    if (bfloat16) {
      tables.embeddings = nullptr;
      tables.bfloat16_embeddings = halves.data();
    }
    ExpectNearTwin(tables, exact, {10, 0, 3, 3, 9}, {0, 6, 2, 3, 0}, 0.0f);
  }
}

TEST(EmbeddingTest, AgreesWithTwinOnOddWidths) { ExpectLikeTwin(false); }

TEST(EmbeddingTest, ReadsBFloat16) { ExpectLikeTwin(true); }

TEST(EmbeddingTest, ReadsEightBitsWithAScaleForEachToken) {
  for (const int64_t width : {2, 6, 18, 34, 512}) {
    SCOPED_TRACE(testing::Message() << "width " << width);
    constexpr int64_t kVocabulary = 5;
    std::vector<int8_t> bytes(kVocabulary * width);
    std::vector<float> embeddings(bytes.size());
    const std::vector<float> scales = {0.5f, 0.25f, 2.0f, 0.0f, 1.0f};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<int8_t>(static_cast<int>(37 * i % 255) - 127);
      embeddings[i] = static_cast<float>(bytes[i]) * scales[i / width];
    }
    const std::vector<float> positions = RandomFloats(3 * width, 2);
    const EmbeddingTables exact{.embeddings = embeddings.data(),
                                .positions = positions.data(),
                                .width = width,
                                .scale = 3.7f};
    EmbeddingTables tables = exact;
    tables.embeddings = nullptr;
    tables.int8_embeddings = bytes.data();
    tables.int8_scales = scales.data();
    ExpectNearTwin(tables, exact, {4, 0, 3, 1, 2}, {0, 2, 1, 0, 0}, 1e-5f);
  }
}

}  // namespace
}  // namespace interpres
