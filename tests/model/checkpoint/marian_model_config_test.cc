#include "model/checkpoint/marian_model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

// Returns the message for a small configuration with one more line.
std::string NetworkMessageWith(const std::string& line) {
  std::string text = ToyMarianYaml(8, 16);
  const std::string key = line.substr(0, line.find(':') + 1);
  if (const std::size_t begin = text.find(key);
      begin != std::string::npos && (begin == 0 || text[begin - 1] == '\n')) {
    std::size_t end = text.find('\n', begin) + 1;
    if (text.substr(end).starts_with("  ")) {  // the value
      end = text.find('\n', end) + 1;
    }
    text.erase(begin, end - begin);
  }
  const auto config =
      ParseMarianModelConfig(line + "\n" + text, "m.yml", {.target_rows = 10});
  return config.ok() ? "ok" : std::string(config.status().message());
}

TEST(MarianModelConfigTest, ReadsTheNetwork) {
  const auto config = ParseMarianModelConfig(ToyMarianYaml(8, 16), "m.yml",
                                             {.target_rows = 10});
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->vocab_size, 11);
  EXPECT_EQ(config->pad_token_id, 10);
  EXPECT_EQ(config->decoder_start_token_id, 10);
  EXPECT_EQ(config->eos_token_id, 0);
  EXPECT_EQ(config->d_model, 8);
  EXPECT_EQ(config->encoder_layers, 1);
  EXPECT_EQ(config->decoder_layers, 1);
  EXPECT_EQ(config->encoder_attention_heads, 2);
  EXPECT_EQ(config->decoder_attention_heads, 2);
  EXPECT_EQ(config->encoder_ffn_dim, 16);
  EXPECT_EQ(config->decoder_ffn_dim, 16);
  EXPECT_EQ(config->activation, Activation::kRelu);
  EXPECT_EQ(config->layer_norm_epsilon, 1e-6f);
  EXPECT_EQ(config->position_formula, PositionFormula::kMarian);
  EXPECT_TRUE(config->scale_embedding);
}

// The defaults of a model that says little.
TEST(MarianModelConfigTest, AbsentKeysHaveMariansDefaults) {
  const auto config = ParseMarianModelConfig(
      "type: transformer\ntied-embeddings-src: true\ntied-embeddings: true\n"
      "transformer-decoder-dim-ffn: 1024\n",
      "m.yml", {.target_rows = 10});
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->d_model, 512);
  EXPECT_EQ(config->encoder_layers, 1);
  EXPECT_EQ(config->encoder_attention_heads, 8);
  EXPECT_EQ(config->encoder_ffn_dim, 2048);
  EXPECT_EQ(config->decoder_ffn_dim, 1024);
  EXPECT_EQ(config->activation, Activation::kSwish);
}

TEST(MarianModelConfigTest, TheTablesOfTheFileDecideAboutTheEmbeddings) {
  const MarianTables tables = {
      .source_rows = 7, .target_rows = 10, .has_output = true};
  const auto tied = ParseMarianModelConfig(
      "type: transformer\ntied-embeddings: true\n", "m.yml", tables);
  ASSERT_TRUE(tied.ok()) << tied.status();
  EXPECT_TRUE(tied->has_source_embedding());
  EXPECT_EQ(tied->source_vocab_size(), 7);
  EXPECT_EQ(tied->vocab_size, 11);
  EXPECT_TRUE(tied->has_tied_output);
  const auto untied =
      ParseMarianModelConfig("type: transformer\n", "m.yml", tables);
  ASSERT_TRUE(untied.ok()) << untied.status();
  EXPECT_FALSE(untied->has_tied_output);
  const auto none =
      ParseMarianModelConfig("type: transformer\ntied-embeddings: true\n",
                             "m.yml", {.source_rows = 1, .target_rows = 10});
  EXPECT_THAT(std::string(none.status().message()),
              HasSubstr("source vocab_size is 1"));
}

TEST(MarianModelConfigTest, TheVersionSaysWhichGelu) {
  const auto activation = [](const std::string& version) {
    return ParseMarianModelConfig(
               "type: transformer\ntied-embeddings-all: true\n"
               "transformer-ffn-activation: gelu\n" +
                   version,
               "m.yml", {.target_rows = 10})
        ->activation;
  };
  EXPECT_EQ(activation(""), Activation::kQuickGelu);
  EXPECT_EQ(activation("version: v1.9.0 abc 2020-02-14\n"),
            Activation::kQuickGelu);
  EXPECT_EQ(activation("version: v1.12.5\n"), Activation::kQuickGelu);
  EXPECT_EQ(activation("version: v1.x\n"), Activation::kQuickGelu);
  EXPECT_EQ(activation("version: v1.12.42 b7be0e964 2025-05-24\n"),
            Activation::kGelu);
  EXPECT_EQ(activation("version: v1.13.0\n"), Activation::kGelu);
}

TEST(MarianModelConfigTest, ADecoderMayHaveAnSsru) {
  const auto config = ParseMarianModelConfig(
      "type: transformer\ntied-embeddings-all: true\n"
      "transformer-decoder-autoreg: rnn\ndec-cell: ssru\n",
      "m.yml", {.target_rows = 10});
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->decoder_self_layer, DecoderSelfLayer::kSsru);
}

TEST(MarianModelConfigTest, LayerNormsBeforeSublayersNeedAKnownVersion) {
  const auto parse = [](const std::string& version) {
    return ParseMarianModelConfig(
        "type: transformer\ntied-embeddings-all: true\n"
        "transformer-preprocess: n\ntransformer-postprocess: da\n"
        "transformer-postprocess-top: n\n" +
            version,
        "m.yml", {.target_rows = 10});
  };
  const auto config = parse("version: v1.12.42 b7be0e964 2025-05-24\n");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->norm_placement, NormPlacement::kBeforeSublayer);
  for (const char* version : {"", "version: v1.9.0 abc 2020-02-14\n"}) {
    EXPECT_THAT(std::string(parse(version).status().message()),
                HasSubstr("expected v1.12.42 or later"));
  }
}

TEST(MarianModelConfigTest, OtherNetworksAreRefusedWithAReason) {
  EXPECT_EQ(NetworkMessageWith("type: s2s"),
            "m.yml: type is \"s2s\"; expected \"transformer\"; other "
            "architectures of Marian are not supported");
  const std::pair<const char*, const char*> refused[] = {
      {"transformer-decoder-autoreg: rnn", "expected \"ssru\""},
      {"transformer-decoder-autoreg: average-attention",
       "or \"rnn\" with dec-cell \"ssru\""},
      {"transformer-decoder-autoreg: rnn\ndec-cell: ssru\n"
       "layer-normalization: true",
       "inside of the SSRU"},
      {"transformer-preprocess: n", "expected \"dan\""},
      {"transformer-postprocess: da", "expected \"dan\""},
      {"transformer-postprocess-emb: nd", "a layer norm of the embeddings"},
      {"transformer-postprocess-top: n", "transformer-postprocess-top \"n\""},
      {"transformer-attention-mask: alibi", "ALiBi"},
      {"transformer-train-position-embeddings: true", "expected false"},
      {"transformer-no-projection: true", "expected false"},
      {"output-omit-bias: true", "expected false"},
      {"right-left: true", "expected false"},
      {"tied-embeddings-all: false",
       "tied-embeddings is false; expected true, because the file has no "
       "matrix decoder_ff_logit_out_Wt"},
      {"transformer-tied-layers: [1, 1]", "tied layers and factors"},
      {"lemma-dim-emb: 64", "tied layers and factors"},
      {"transformer-ffn-activation: tanh", "expected relu, swish or gelu"},
      {"transformer-ffn-depth: 3", "expected 2"},
      {"dim-emb: 9", "d_model is 9"},
      {"dim-emb: x", "expected an integer"},
      {"enc-depth: 100000", "encoder_layers is 100000"},
      {"transformer-heads: 3", "encoder_attention_heads is 3"},
  };
  for (const auto& [line, message] : refused) {
    EXPECT_THAT(NetworkMessageWith(line), HasSubstr(message)) << line;
  }
  EXPECT_EQ(NetworkMessageWith("lemma-dim-emb: 0"), "ok");
  EXPECT_EQ(NetworkMessageWith("transformer-decoder-ffn-depth: 2"), "ok");
}

}  // namespace
}  // namespace interpres
