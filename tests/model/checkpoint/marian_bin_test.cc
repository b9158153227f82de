#include "model/checkpoint/marian_bin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "tests/model/checkpoint/marian_file_content.h"
#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<MarianFile> ParseBin(const std::string& file) {
  return ParseMarianFile(BorrowBytes(std::as_bytes(std::span(file))), "m.bin");
}

std::string BinMessage(const std::string& file) {
  return MessageOfMarianFile(ParseBin(file));
}

std::vector<ToyMarianItem> SmallBinItems() {
  ToyMarianItem padded = ToyMarianTensor("padded", {2, 3});
  padded.bytes.resize(256);
  // Three bytes: the items behind this one are not aligned.
  return {{.name = "special:model.yml",
           .shape = {5},
           .bytes = std::string("a: 1\0", 5),
           .type = 0x101},
          padded,
          ToyMarianTensor("vector", {1, 2}),
          {.name = "half",
           .shape = {2},
           .bytes = std::string("\x00\x3c\x00\xc0", 4),
           .type = 0x402}};
}

TEST(MarianBinTest, TensorsAndConfigurationAreRead) {
  const std::string bytes = ToyBin(SmallBinItems());
  const auto file = ParseBin(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->config, "a: 1");
  EXPECT_EQ(file->tensors.size(), 3U);
  EXPECT_THAT(ValuesInMarianFile(*file, "padded"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(ValuesInMarianFile(*file, "vector"), ElementsAre(0, 1));
  EXPECT_THAT(ValuesInMarianFile(*file, "half"), ElementsAre(1, -2));
  EXPECT_EQ(file->checksum.size(), 16U);
}

// A matrix [2, 3] of integers, stored transposed, and its scale.
template <typename Integer>
ToyMarianItem Quantised(const std::string& name, uint64_t type, float scale) {
  const Integer numbers[] = {1, -2, 3, -4, 100, -127};
  ToyMarianItem item = {.name = name, .shape = {2, 3}, .type = type};
  item.bytes.append(reinterpret_cast<const char*>(numbers), sizeof(numbers));
  item.bytes.append(reinterpret_cast<const char*>(&scale), sizeof(scale));
  return item;
}

TEST(MarianBinTest, QuantisedMatricesAreDividedByTheirScale) {
  // 3 bytes of text: the scale of the first matrix is not aligned.
  const std::string bytes = ToyBin({
      SmallBinItems()[0],
      Quantised<int8_t>("bergamot_W1", 0x4101, 2),
      Quantised<int8_t>("marian_W1", 0x10001, 2),
      Quantised<int16_t>("bergamot_W2", 0x4102, 4),
      Quantised<int16_t>("marian_W2", 0x10002, 4),
      Quantised<int8_t>("decoder_Wemb", 0x4101, 2),
  });
  const auto file = ParseBin(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  for (const char* name : {"bergamot_W1", "marian_W1"}) {
    EXPECT_THAT(ValuesInMarianFile(*file, name),
                ElementsAre(0.5, 1.5, 50, -1, -2, -63.5));
  }
  for (const char* name : {"bergamot_W2", "marian_W2"}) {
    EXPECT_THAT(ValuesInMarianFile(*file, name),
                ElementsAre(0.25, 0.75, 25, -0.5, -1, -31.75));
  }
  EXPECT_THAT(ValuesInMarianFile(*file, "decoder_Wemb"),
              ElementsAre(0.5, -1, 1.5, -2, 50, -63.5));
}

ToyMarianItem Scale(const std::string& name, float scale) {
  return {.name = name,
          .shape = {1, 1},
          .bytes =
              std::string(reinterpret_cast<const char*>(&scale), sizeof(scale)),
          .type = 0x404};
}

TEST(MarianBinTest, ScalesOfActivationsBelongToTheirMatrices) {
  const std::string bytes = ToyBin({
      SmallBinItems()[0],
      Scale("a_W1_QuantMultA", 9.5F),
      Quantised<int8_t>("a_W1", 0x4101, 2),
      Quantised<int8_t>("a_W2", 0x4101, 2),
      Quantised<int16_t>("a_W3", 0x4102, 2),
      Scale("a_W3_QuantMultA", 9.5F),
      Scale("none_QuantMultA", 9.5F),
  });
  const auto file = ParseBin(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->tensors.size(), 3U);
  EXPECT_EQ(file->tensors.at("a_W1").input_multiplier, 9.5F);
  EXPECT_EQ(file->tensors.at("a_W2").input_multiplier, 0.0F);
  EXPECT_EQ(file->tensors.at("a_W3").input_multiplier, 0.0F);
}

// Bergamot stores the scale of the embeddings as one byte, 127, with a divisor.
TEST(MarianBinTest, TheScaleOfTheEmbeddingsMayBeQuantised) {
  const float divisor = 4;
  ToyMarianItem scale = {
      .name = "Wemb_QuantMultA", .shape = {1, 1}, .type = 0x4101};
  scale.bytes = "\x7f" + std::string(reinterpret_cast<const char*>(&divisor),
                                     sizeof(divisor));
  const ToyMarianItem matrix = Quantised<int8_t>("Wemb", 0x4101, 2);
  std::string bytes = ToyBin({SmallBinItems()[0], matrix, scale});
  auto file = ParseBin(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->tensors.at("Wemb").input_multiplier, 127.0F / 4);
  for (const bool first : {false, true}) {
    const ToyMarianItem none = Scale("none_QuantMultA", 9.5F);
    bytes = ToyBin({SmallBinItems()[0], matrix, first ? none : scale,
                    first ? scale : none});
    file = ParseBin(bytes);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->tensors.at("Wemb").input_multiplier, 9.5F);
  }
}

TEST(MarianBinTest, DamagedScalesOfActivationsAreErrors) {
  const ToyMarianItem config = SmallBinItems()[0];
  const ToyMarianItem matrix = Quantised<int8_t>("a_W", 0x4101, 1);
  for (const float scale : {0.0F, -1.0F, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::denorm_min()}) {
    EXPECT_THAT(
        BinMessage(ToyBin({config, matrix, Scale("a_W_QuantMultA", scale)})),
        HasSubstr("tensor \"a_W_QuantMultA\" has the scale"));
  }
  ToyMarianItem item = Scale("a_W_QuantMultA", 1.0F);
  item.bytes.pop_back();
  EXPECT_THAT(BinMessage(ToyBin({config, matrix, item})),
              HasSubstr("\"a_W_QuantMultA\" is no number in float32 or"));
  item = Scale("a_W_QuantMultA", 1.0F);
  item.type = 0x402;
  EXPECT_THAT(BinMessage(ToyBin({config, matrix, item})),
              HasSubstr("is no number in float32"));
}

TEST(MarianBinTest, DamagedQuantisedMatricesAreErrors) {
  const ToyMarianItem config = SmallBinItems()[0];
  for (const float scale : {0.0F, -1.0F, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_THAT(
        BinMessage(ToyBin({config, Quantised<int8_t>("a_W", 0x10001, scale)})),
        HasSubstr("tensor \"a_W\" has the scale"));
  }
  ToyMarianItem item = Quantised<int8_t>("a_W", 0x10001, 1);
  item.bytes.pop_back();  // a byte of the scale
  EXPECT_THAT(BinMessage(ToyBin({config, item})), HasSubstr("and 9 bytes"));
  item = Quantised<int8_t>("a_W", 0x10001, 1);
  item.shape = {6};
  EXPECT_THAT(BinMessage(ToyBin({config, item})),
              HasSubstr("of type intgemm has shape [6]; expected a matrix"));
}

TEST(MarianBinTest, OtherTypesAreRefusedByName) {
  const std::pair<uint64_t, const char*> types[] = {
      {0x802, "packed16"}, {0x1801, "packed8avx2"},
      {0x408, "float64"},  {0x13001, "intgemm8avx512vnni"},
      {0x99, "0x99"},
  };
  for (const auto& [code, name] : types) {
    ToyMarianItem item = ToyMarianTensor("a", {2});
    item.type = code;
    EXPECT_EQ(BinMessage(ToyBin({item, SmallBinItems()[0]})),
              std::string("m.bin: tensor \"a\" has type ") + name +
                  "; expected float32, float16, intgemm8 or intgemm16; "
                  "convert the model again with --gemm-type intgemm8");
  }
}

TEST(MarianBinTest, OtherVersionsAreErrors) {
  std::string file = ToyBin(SmallBinItems());
  file[0] = 2;
  EXPECT_THAT(BinMessage(file), HasSubstr("the file is encrypted"));
  file[0] = 3;
  EXPECT_THAT(BinMessage(file), HasSubstr("the version of the file is 3"));
}

TEST(MarianBinTest, ContradictionsAreErrors) {
  const ToyMarianItem config = SmallBinItems()[0];
  ToyMarianItem item = ToyMarianTensor("a", {2});
  EXPECT_THAT(BinMessage(ToyBin({item})), HasSubstr("no special:model.yml"));
  EXPECT_THAT(BinMessage(ToyBin({item, item, config})),
              HasSubstr("\"a\" occurs twice"));
  EXPECT_THAT(BinMessage(ToyBin({config, config})), HasSubstr("occurs twice"));
  for (const int64_t dimension : {3, 0, -1, 0x7fffffff}) {
    item.shape = {dimension, 1};
    EXPECT_THAT(BinMessage(ToyBin({item, config})), HasSubstr("has shape"))
        << dimension;
  }
  item.shape = std::vector<int64_t>(5, 0x7fffffff);
  EXPECT_THAT(BinMessage(ToyBin({item, config})), HasSubstr("has shape"));
  item.shape = std::vector<int64_t>(17, 1);
  EXPECT_THAT(BinMessage(ToyBin({item, config})), HasSubstr("17 dimensions"));
  item = ToyMarianTensor("a", {2});
  for (const int64_t claimed : {int64_t{9}, INT64_MAX, int64_t{7}}) {
    item.claimed_bytes = claimed;
    EXPECT_NE(BinMessage(ToyBin({config, item})), "ok") << claimed;
  }
  EXPECT_THAT(BinMessage(ToyBin({config}) + "x"),
              HasSubstr("the items end at byte"));
}

TEST(MarianBinTest, CountsAndLengthsAreWithinTheFile) {
  const std::string good = ToyBin(SmallBinItems());
  const auto with = [&](std::size_t place, uint64_t number) {
    std::string bytes;
    AppendNumber(bytes, number, 8);
    return BinMessage(std::string(good).replace(place, 8, bytes));
  };
  constexpr uint64_t kHuge = ~uint64_t{0};
  EXPECT_THAT(with(8, kHuge), HasSubstr("it has 18446744073709551615 items"));
  EXPECT_THAT(with(8, 1'000'000), HasSubstr("it has 1000000 items"));
  EXPECT_THAT(with(16, kHuge), HasSubstr("the name of an item has"));
  EXPECT_THAT(with(16, 0), HasSubstr("the name of an item has 0 bytes"));
  EXPECT_THAT(with(16, 5), HasSubstr("with the zero byte"));
  EXPECT_THAT(with(32, kHuge), HasSubstr("dimensions"));
  EXPECT_THAT(with(40, kHuge), HasSubstr("is followed by"));
}

TEST(MarianBinTest, EveryTruncationIsAnError) {
  const std::string bytes = ToyBin(SmallBinItems());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_NE(BinMessage(bytes.substr(0, size)), "ok") << size;
  }
}

TEST(MarianBinTest, EveryBitFlipIsAnErrorOrHarmless) {
  const std::string good = ToyBin(SmallBinItems());
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    const auto file = ParseBin(bad);
    if (!file.ok()) {
      continue;
    }
    for (const auto& [name, tensor] : file->tensors) {
      ASSERT_TRUE(CheckStoredTensor(tensor, file->file_bytes, name).ok())
          << name;
    }
  }
}

TEST(MarianFileTest, TheNameSaysTheFormat) {
  const std::string bytes = ToyBin(SmallBinItems());
  EXPECT_THAT(
      ParseMarianFile(BorrowBytes(std::as_bytes(std::span(bytes))), "m.onnx")
          .status()
          .message(),
      HasSubstr("expected NAME.npz or NAME.bin"));
}

}  // namespace
}  // namespace interpres
