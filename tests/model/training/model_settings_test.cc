#include "model/training/model_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ModelSettingsTest, PresetsAreModelsAndHaveTheDocumentedSizes) {
  // In millions, with 8000 entries: --help and docs/recipes.md have them.
  const std::map<std::string_view, double> documented = {
      {"tiny", 2.3}, {"small", 8.9}, {"base", 20.8}, {"paper", 48.2}};
  EXPECT_THAT(ModelPresets(), SizeIs(documented.size()));
  for (const ModelPreset& preset : ModelPresets()) {
    ModelConfig config = WithSettings({}, preset.settings);
    config.vocab_size = 8000;
    config.pad_token_id = config.decoder_start_token_id = 7999;
    EXPECT_TRUE(ValidateModelConfig(config).ok()) << preset.name;
    EXPECT_NEAR(static_cast<double>(CountParameters(config)) / 1e6,
                documented.at(preset.name), 0.06)
        << preset.name;
  }
  // Without a preset, training has the paper's model.
  EXPECT_THAT(DifferencesOf(FindModelPreset("paper")->settings, SettingsOf({})),
              IsEmpty());
  EXPECT_THAT(std::string(FindModelPreset("huge").status().message()),
              AllOf(HasSubstr("preset is \"huge\""),
                    HasSubstr("tiny, small, base, paper")));
}

TEST(ModelSettingsTest, GivenSettingsWin) {
  const ModelSettings merged =
      WithSettingsOf({.heads = 2, .activation = Activation::kGelu},
                     {.d_model = 64, .heads = 4, .max_positions = 9});
  EXPECT_EQ(merged.heads, 2);
  EXPECT_EQ(merged.d_model, 64);
  EXPECT_EQ(merged.max_positions, 9);
  EXPECT_EQ(merged.activation, Activation::kGelu);
  EXPECT_FALSE(merged.ffn.has_value());
  const ModelConfig config = WithSettings({}, merged);
  EXPECT_EQ(config.d_model, 64);
  EXPECT_EQ(config.encoder_attention_heads, 2);
  EXPECT_EQ(config.decoder_attention_heads, 2);
  EXPECT_EQ(config.encoder_ffn_dim, ModelConfig().encoder_ffn_dim);
  EXPECT_EQ(config.activation, Activation::kGelu);
  EXPECT_EQ(config.decoder_self_layer, DecoderSelfLayer::kAttention);
  EXPECT_EQ(config.norm_placement, NormPlacement::kAfterResidual);
  const ModelConfig recurrent =
      WithSettings(config, {.decoder = DecoderSelfLayer::kSsru,
                            .norm = NormPlacement::kBeforeSublayer});
  EXPECT_EQ(recurrent.d_model, 64);
  EXPECT_EQ(recurrent.decoder_self_layer, DecoderSelfLayer::kSsru);
  EXPECT_EQ(recurrent.norm_placement, NormPlacement::kBeforeSublayer);
}

TEST(ModelSettingsTest, ListsGivenSettingsThatDiffer) {
  const ModelSettings found = SettingsOf({});
  EXPECT_THAT(DifferencesOf({}, found), IsEmpty());
  EXPECT_THAT(DifferencesOf({.d_model = 512, .max_positions = 7}, found),
              IsEmpty());
  const auto differences =
      DifferencesOf({.ffn = 64, .activation = Activation::kSwish}, found);
  ASSERT_THAT(differences, SizeIs(2));
  EXPECT_EQ(differences[0].flag, "--activation");
  EXPECT_EQ(differences[0].given, "swish");
  EXPECT_EQ(differences[0].found, "relu");
  EXPECT_EQ(differences[1].flag, "--ffn");
}

TEST(ModelSettingsTest, EntriesReadBack) {
  const ModelSettings settings = {.d_model = 64,
                                  .encoder_layers = 1,
                                  .decoder_layers = 2,
                                  .heads = 4,
                                  .ffn = 128,
                                  .activation = Activation::kGelu,
                                  .decoder = DecoderSelfLayer::kSsru,
                                  .norm = NormPlacement::kBeforeSublayer,
                                  .max_positions = 50};
  const StateEntries entries = ToEntries(settings);
  EXPECT_THAT(entries, SizeIs(9));
  EXPECT_EQ(entries.at("decoder"), "ssru");
  EXPECT_EQ(entries.at("norm"), "before");
  const auto read = ParseModelSettings(entries);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(ToEntries(*read), entries);
  EXPECT_THAT(ToEntries(ModelSettings()), IsEmpty());
  EXPECT_THAT(
      std::string(ParseModelSettings({{"heads", "x"}}).status().message()),
      HasSubstr("heads is \"x\""));
  EXPECT_FALSE(ParseModelSettings({{"activation", "x"}}).ok());
  EXPECT_THAT(
      std::string(ParseModelSettings({{"decoder", "lstm"}}).status().message()),
      HasSubstr("--decoder is \"lstm\"; expected attention or ssru"));
  EXPECT_THAT(
      std::string(ParseModelSettings({{"norm", "x"}}).status().message()),
      HasSubstr("--norm is \"x\"; expected after or before"));
}

}  // namespace
}  // namespace interpres
