#include "model/checkpoint/native_marian.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/weights_check.h"
#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kVocabularySize = 3;
constexpr int64_t kWidth = 2;
constexpr int64_t kFfn = 4;

std::vector<ToyMarianItem> WithConfig(std::vector<ToyMarianItem> items) {
  items.push_back(ToyMarianConfig(ToyMarianYaml(kWidth, kFfn)));
  return items;
}

ModelConfig SmallConfig() {
  return *ParseMarianModelConfig(ToyMarianYaml(kWidth, kFfn), "m.yml",
                                 {.target_rows = kVocabularySize});
}

// Keeps the bytes that the source refers to.
struct Converted {
  std::string bytes;
  ModelConfig config = SmallConfig();
  absl::StatusOr<std::unique_ptr<const TensorSource>> source =
      absl::UnknownError("");
};

Converted Convert(const std::vector<ToyMarianItem>& items,
                  const char* name = "m.npz") {
  Converted result;
  result.bytes =
      std::string(name).ends_with(".npz") ? ToyNpz(items) : ToyBin(items);
  auto file = ParseMarianFile(
      BorrowBytes(std::as_bytes(std::span(result.bytes))), name);
  EXPECT_TRUE(file.ok()) << file.status();
  result.source = NativeMarianTensors(*std::move(file), result.config);
  return result;
}

std::string MessageOf(const std::vector<ToyMarianItem>& items) {
  const Converted converted = Convert(items);
  return converted.source.ok()
             ? "ok"
             : std::string(converted.source.status().message());
}

std::vector<float> Values(const TensorSource& source, const std::string& name,
                          const std::vector<int64_t>& shape) {
  int64_t size = 1;
  for (const int64_t dimension : shape) {
    size *= dimension;
  }
  std::vector<float> values(static_cast<std::size_t>(size));
  EXPECT_TRUE(source.ReadFloat32(name, shape, values).ok())
      << source.ReadFloat32(name, shape, values);
  return values;
}

TEST(NativeMarianTest, TensorsGetTheShapesOfOurs) {
  // Bytes of a toy .bin move with the string, so that each file is read alone.
  for (const char* name : {"m.npz", "m.bin"}) {
    const std::vector<ToyMarianItem> items =
        WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
    const std::string bytes =
        std::string(name).ends_with(".npz") ? ToyNpz(items) : ToyBin(items);
    auto file =
        ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), name);
    ASSERT_TRUE(file.ok()) << file.status();
    const auto tables = FindMarianTables(*file);
    ASSERT_TRUE(tables.ok()) << tables.status();
    EXPECT_EQ(tables->source_rows, 0);
    EXPECT_EQ(tables->target_rows, kVocabularySize);
    EXPECT_FALSE(tables->has_output);
    const ModelConfig config = SmallConfig();
    const auto source = NativeMarianTensors(*std::move(file), config);
    ASSERT_TRUE(source.ok()) << source.status();
    EXPECT_TRUE(
        CheckWeights(**source, NativeMarianFamily(config), config, name).ok())
        << CheckWeights(**source, NativeMarianFamily(config), config, name);
    // The padding symbol has a row of zeros and no probability.
    EXPECT_THAT(Values(**source, "Wemb", {4, 2}),
                ElementsAre(0, 1, 2, 3, 4, 5, 0, 0));
    EXPECT_THAT(Values(**source, "decoder_ff_logit_out_b", {1, 4}),
                ElementsAre(0, 1, 2, -1e9f));
    // [inputs, outputs] became [outputs, inputs].
    EXPECT_THAT(Values(**source, "encoder_l1_ffn_W1", {4, 2}),
                ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    EXPECT_THAT(Values(**source, "decoder_l1_context_bq", {2}),
                ElementsAre(0, 1));
    EXPECT_THAT(Values(**source, "decoder_l1_ffn_ffn_ln_scale", {2}),
                ElementsAre(0, 1));
  }
}

TEST(NativeMarianTest, HalfPrecisionHasAPaddingRow) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  items[0].npy = "<f2";
  items[0].bytes = std::string("\x00\x3c\x00\xc0", 4) + std::string(8, '\0');
  items[1].npy = "<f2";
  items[1].bytes = std::string("\x00\x3c\x00\xc0\x00\x00", 6);
  const std::string bytes = ToyNpz(items);
  auto file =
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.npz");
  const ModelConfig config = SmallConfig();
  const auto source = NativeMarianTensors(*std::move(file), config);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_THAT(Values(**source, "Wemb", {4, 2}),
              ElementsAre(1, -2, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(Values(**source, "decoder_ff_logit_out_b", {1, 4}),
              ElementsAre(1, -2, 0, -65504));
}

TEST(NativeMarianTest, AQuantisedEmbeddingHasAPaddingRow) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  items[0].type = 0x4101;
  items[0].bytes = std::string("\x01\xff\x02\xfe\x03\xfd", 6) +
                   std::string("\x00\x00\x00\x40", 4);  // 2 as float32
  const std::string bytes = ToyBin(items);
  auto file =
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.bin");
  ASSERT_TRUE(file.ok()) << file.status();
  const ModelConfig config = SmallConfig();
  const auto source = NativeMarianTensors(*std::move(file), config);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_THAT(Values(**source, "Wemb", {4, 2}),
              ElementsAre(0.5, -0.5, 1, -1, 1.5, -1.5, 0, 0));
}

TEST(NativeMarianTest, AQuantisedBiasIsAnError) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  items[1].type = 0x10001;
  items[1].bytes = std::string(3, '\x01') + std::string("\x00\x00\x80\x3f", 4);
  const std::string bytes = ToyBin(items);
  auto file =
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.bin");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_THAT(
      NativeMarianTensors(*std::move(file), SmallConfig()).status().message(),
      HasSubstr("\"decoder_ff_logit_out_b\" is quantised"));
}

TEST(NativeMarianTest, MissingAndWrongTensorsAreErrors) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  std::vector<ToyMarianItem> fewer = items;
  fewer.erase(fewer.begin() + 2);
  EXPECT_EQ(MessageOf(fewer),
            "m.npz: tensor \"encoder_l1_self_Wq\" is missing; expected the "
            "shape [2, 2], which special:model.yml asks for; use the file of "
            "another model");
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{4}, {2, 1}, {4, 1, 1}, {1, 1, 4}}) {
    std::vector<ToyMarianItem> wrong = items;
    wrong[2] = ToyMarianTensor("encoder_l1_self_Wq", shape);
    EXPECT_THAT(MessageOf(wrong),
                HasSubstr("special:model.yml asks for [2, 2]"));
  }
  std::vector<ToyMarianItem> wider = items;
  wider[3] = ToyMarianTensor("encoder_l1_self_bq", {2, 1});
  EXPECT_THAT(MessageOf(wider), HasSubstr("asks for [2]"));
}

TEST(NativeMarianTest, OtherTensorsAreNamed) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  items.push_back(ToyMarianTensor("Wpos", {4, 2}));
  const std::string bytes = ToyNpz(items);
  auto file =
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.npz");
  const ModelConfig config = SmallConfig();
  const auto source = NativeMarianTensors(*std::move(file), config);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_THAT(
      CheckWeights(**source, NativeMarianFamily(config), config, "m.npz")
          .message(),
      HasSubstr("\"Wpos\" belongs to no native Marian model of the shape in "
                "special:model.yml"));
}

TEST(NativeMarianTest, AFileWithoutEmbeddingsIsRefused) {
  MarianFile file;
  file.name = "m.npz";
  EXPECT_THAT(FindMarianTables(file).status().message(),
              HasSubstr("it has no matrix Wemb, nor both encoder_Wemb and "
                        "decoder_Wemb; expected the embedding"));
  file.tensors["encoder_Wemb"].shape = {3, 2};
  EXPECT_FALSE(FindMarianTables(file).ok());
}

// Both tables, and the matrix of the output layer.
TEST(NativeMarianTest, SeparateTablesGetTheirShapes) {
  std::vector<ToyMarianItem> items =
      WithConfig(ToyMarianNetwork(kVocabularySize, kWidth, kFfn));
  items.front() = ToyMarianTensor("decoder_Wemb", {kVocabularySize, kWidth});
  items.push_back(ToyMarianTensor("encoder_Wemb", {2, kWidth}));
  items.push_back(
      ToyMarianTensor("decoder_ff_logit_out_Wt", {kVocabularySize, kWidth}));
  const std::string bytes = ToyNpz(items);
  auto file =
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.npz");
  ASSERT_TRUE(file.ok()) << file.status();
  const auto tables = FindMarianTables(*file);
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_EQ(tables->source_rows, 2);
  EXPECT_EQ(tables->target_rows, kVocabularySize);
  EXPECT_TRUE(tables->has_output);
  std::string yaml = ToyMarianYaml(kWidth, kFfn);
  yaml.replace(yaml.find("-all: true"), 10, "-all: false");
  const auto config = ParseMarianModelConfig(yaml, "m.yml", *tables);
  ASSERT_TRUE(config.ok()) << config.status();
  const auto source = NativeMarianTensors(*std::move(file), *config);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_TRUE(
      CheckWeights(**source, NativeMarianFamily(*config), *config, "m").ok());
  // Only targets begin with the padding symbol.
  EXPECT_THAT(Values(**source, "encoder_Wemb", {2, 2}),
              ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(Values(**source, "decoder_Wemb", {4, 2}),
              ElementsAre(0, 1, 2, 3, 4, 5, 0, 0));
  EXPECT_THAT(Values(**source, "decoder_ff_logit_out_Wt", {4, 2}),
              ElementsAre(0, 1, 2, 3, 4, 5, 0, 0));
}

}  // namespace
}  // namespace interpres
