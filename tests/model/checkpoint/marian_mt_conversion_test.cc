#include "model/checkpoint/marian_mt_conversion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/network.h"
#include "tests/model/checkpoint/model_directory_fixture.h"
#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class MarianMtConversionTest : public ModelDirectoryFixture {
 protected:
  // A native model, whose SentencePiece models are not loaded here.
  ModelDirectory Native() {
    std::vector<ToyMarianItem> items = ToyMarianNetwork(4, 8, 16);
    items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
    auto model =
        Read({{"decoder.yml",
               "relative-paths: true\nmodels: [m.npz]\nvocabs: [v.yml]\n"
               "beam-size: 6\nnormalize: 0.5\n"},
              {"m.npz", ToyNpz(items)},
              {"v.yml", "</s>: 0\n<unk>: 1\na: 2\nb: 3\n"},
              {"source.spm", "spm"},
              {"target.spm", "other"},
              {"languages.bin", "table"},
              {"interpres.json",
               R"({"format_version": 1, "version": "v7",
                   "provenance": {"data": "toy"}})"}},
             "en-de");
    EXPECT_TRUE(model.ok()) << model.status();
    return *std::move(model);
  }

  std::filesystem::path Output() const { return directory_.path() / "out"; }

  std::string RefusalOf(const ModelDirectory& model) {
    const absl::Status status =
        ConvertToMarianMt(model, Output(), DataType::kFloat32);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(std::filesystem::exists(Output()));
    return std::string(status.message());
  }
};

std::vector<float> Values(const ModelDirectory& model,
                          const ParameterShape& parameter) {
  int64_t size = 1;
  for (const int64_t dimension : parameter.shape) {
    size *= dimension;
  }
  std::vector<float> values(static_cast<std::size_t>(size));
  EXPECT_TRUE(model.parameters()
                  .ReadFloat32(parameter.id, parameter.shape, values)
                  .ok());
  return values;
}

TEST_F(MarianMtConversionTest, KeepsEverything) {
  const ModelDirectory native = Native();
  ASSERT_TRUE(ConvertToMarianMt(native, Output(), DataType::kFloat32).ok());
  const auto read = ReadModelDirectory(Output());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->family, &kMarianMt);
  EXPECT_EQ(read->version, "v7");
  const ModelDescription& want = native.description;
  const ModelDescription& got = read->description;
  EXPECT_EQ(got.vocabulary, want.vocabulary);
  EXPECT_EQ(got.source_spm, "spm");
  EXPECT_EQ(got.target_spm, "other");
  EXPECT_EQ(got.source_rules, SourceRules::kOpusMt);
  EXPECT_EQ(got.tokenizer_languages, (LanguageDirection{"en", "de"}));
  EXPECT_EQ(got.generation.num_beams, 6);
  EXPECT_EQ(got.generation.length_penalty, 0.5f);
  EXPECT_EQ(got.generation.max_length, want.generation.max_length);
  EXPECT_EQ(SuppressedIds(got.config, got.generation),
            SuppressedIds(want.config, want.generation));
  EXPECT_EQ(got.config.layer_norm_epsilon, kMarianNormEpsilon);
  EXPECT_EQ(got.config.position_formula, PositionFormula::kMarian);
  EXPECT_EQ(got.card.provenance.at("data"), "toy");
  EXPECT_EQ(got.card.provenance.at("converted_from"),
            "native Marian, version v7");
  for (const ParameterShape& parameter : ParametersOf(want.config)) {
    EXPECT_EQ(Values(*read, parameter), Values(native, parameter));
  }
  EXPECT_TRUE(std::filesystem::exists(Output() / "languages.bin"));
}

// The tables are for transformers, which would compute other positions.
TEST_F(MarianMtConversionTest, StoresTheTablesOfPositions) {
  ASSERT_TRUE(ConvertToMarianMt(Native(), Output(), DataType::kFloat32).ok());
  const auto read = ReadModelDirectory(Output());
  ASSERT_TRUE(read.ok()) << read.status();
  for (const char* name : {"model.encoder.embed_positions.weight",
                           "model.decoder.embed_positions.weight"}) {
    std::vector<float> table(512 * 8);
    const int64_t shape[] = {512, 8};
    ASSERT_TRUE(read->weights->ReadFloat32(name, shape, table).ok());
    EXPECT_EQ(table[8], std::sin(1.0f));
    EXPECT_NEAR(table[8 + 3], std::sin(1e-4), 1e-9);
    EXPECT_NEAR(table[8 + 7], std::cos(1e-4), 1e-7);
  }
  // A reader that knows only the formula of the paper refuses the tables.
  std::ifstream in(Output() / "config.json");
  std::string config{std::istreambuf_iterator<char>(in), {}};
  const std::string key = "\"interpres_position_formula\": \"marian\"";
  ASSERT_NE(config.find(key), std::string::npos);
  config.replace(config.find(key), key.size(), "\"unused\": 1");
  std::ofstream(Output() / "config.json") << config;
  EXPECT_THAT(std::string(ReadModelDirectory(Output()).status().message()),
              HasSubstr("differs by"));
}

TEST_F(MarianMtConversionTest, Float16HoldsTheBiasOfThePadding) {
  const ModelDirectory native = Native();
  ASSERT_TRUE(ConvertToMarianMt(native, Output(), DataType::kFloat16).ok());
  const auto read = ReadModelDirectory(Output());
  ASSERT_TRUE(read.ok()) << read.status();
  const std::vector<float> bias = Values(*read, {kLogitsBiasId, {1, 5}});
  EXPECT_EQ(bias, (std::vector<float>{0, 1, 2, 3, -65504}));
  EXPECT_EQ(read->weights->Find("model.shared.weight")->type,
            DataType::kFloat16);
}

TEST_F(MarianMtConversionTest, RefusesWhatTheLayoutCannotState) {
  ModelDirectory model = Native();
  model.description.config.decoder_self_layer = DecoderSelfLayer::kSsru;
  EXPECT_THAT(RefusalOf(model),
              AllOf(HasSubstr("en-de: this native Marian model cannot be "
                              "converted: the decoder has an SSRU"),
                    HasSubstr("serve the model in its own files")));
  model = Native();
  model.description.config.norm_placement = NormPlacement::kBeforeSublayer;
  EXPECT_THAT(RefusalOf(model), HasSubstr("before the sublayers"));
}

TEST_F(MarianMtConversionTest, ReplacesNoOtherFiles) {
  std::filesystem::create_directory(Output());
  std::ofstream(Output() / "thesis.txt") << "text";
  const absl::Status status =
      ConvertToMarianMt(Native(), Output(), DataType::kFloat32);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("thesis.txt"));
  EXPECT_FALSE(std::filesystem::exists(Output() / "config.json"));
}

}  // namespace
}  // namespace interpres
