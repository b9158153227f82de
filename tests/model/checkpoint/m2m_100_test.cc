#include "model/checkpoint/m2m_100.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/checkpoint/m2m_100_languages.h"
#include "model/checkpoint/m2m_100_vocabulary.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_families.h"
#include "model/checkpoint/shortlist.h"
#include "model/language/language_match.h"
#include "tests/model/checkpoint/model_directory_fixture.h"
#include "tests/testing/toy_spm.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr char kConfig[] = R"({
  "architectures": ["M2M100ForConditionalGeneration"],
  "model_type": "m2m_100", "is_encoder_decoder": true, "vocab_size": 120,
  "d_model": 8, "encoder_layers": 2, "decoder_layers": 3,
  "encoder_attention_heads": 2, "decoder_attention_heads": 4,
  "encoder_ffn_dim": 16, "decoder_ffn_dim": 12, "activation_function": "relu",
  "max_position_embeddings": 32, "scale_embedding": true,
  "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2,
  "decoder_start_token_id": 2})";

// The configuration with the first `from` replaced.
std::string Config(const std::string& from = "", const std::string& to = "") {
  std::string text = kConfig;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string M2m100ConfigMessage(const std::string& from,
                                const std::string& to) {
  const auto config = kM2m100.parse_config(Config(from, to), "config.json");
  return config.ok() ? "ok" : std::string(config.status().message());
}

TEST(M2m100ConfigTest, DescribesTheNetwork) {
  const auto config = kM2m100.parse_config(Config(), "config.json");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->decoder_layers, 3);
  EXPECT_EQ(config->decoder_ffn_dim, 12);
  EXPECT_EQ(config->norm_placement, NormPlacement::kBeforeSublayer);
  EXPECT_EQ(config->position_formula, PositionFormula::kMarian);
  EXPECT_EQ(config->first_position, 2);
  EXPECT_FALSE(config->has_logits_bias);
  EXPECT_TRUE(config->scale_embedding);
  EXPECT_EQ(config->decoder_start_token_id, 2);
}

TEST(M2m100ConfigTest, UnsupportedFeaturesAreErrors) {
  EXPECT_EQ(M2m100ConfigMessage("", ""), "ok");
  EXPECT_THAT(M2m100ConfigMessage("m2m_100", "nllb-moe"),
              HasSubstr("model_type is \"nllb-moe\"; expected \"m2m_100\""));
  EXPECT_THAT(M2m100ConfigMessage("M2M100For", "SMaLL100For"),
              HasSubstr("architectures is [\"SMaLL100For"));
  EXPECT_THAT(M2m100ConfigMessage("{", "{\"tie_word_embeddings\": false,"),
              HasSubstr("tie_word_embeddings is false; expected true"));
  EXPECT_THAT(M2m100ConfigMessage("{", "{\"quantization_config\": {},"),
              HasSubstr("quantization_config is {}"));
  EXPECT_THAT(M2m100ConfigMessage("\"relu\"", "\"tanh\""),
              HasSubstr("activation_function is \"tanh\"; expected relu"));
  EXPECT_THAT(M2m100ConfigMessage("\"d_model\": 8", "\"d_model\": 7"),
              HasSubstr("config.json: d_model is 7"));
}

TEST(M2m100ConfigTest, TheModelTypeChoosesTheFamily) {
  EXPECT_EQ(&FamilyOfConfig(Config()), &kM2m100);
  EXPECT_EQ(&FamilyOfConfig(Config("m2m_100", "marian")), &kMarianMt);
  // parse_config of MarianMT explains the defect.
  EXPECT_EQ(&FamilyOfConfig("{"), &kMarianMt);
  EXPECT_TRUE(kM2m100.requires_tokenizer_config);
  EXPECT_FALSE(kM2m100.supports_shortlist);
  EXPECT_FALSE(kMarianMt.requires_tokenizer_config);
  EXPECT_TRUE(kMarianMt.supports_shortlist);
}

TEST(M2m100ConfigTest, KnowsItsTokenizers) {
  const auto message = [](const std::string& text) {
    const auto parsed =
        kM2m100.parse_tokenizer_config(text, "tokenizer_config.json");
    return parsed.ok() ? "ok" : std::string(parsed.status().message());
  };
  EXPECT_EQ(message(R"({"tokenizer_class": "M2M100Tokenizer"})"), "ok");
  EXPECT_EQ(message(R"({"tokenizer_class": "NllbTokenizer"})"), "ok");
  EXPECT_THAT(message(R"({"tokenizer_class": "SMALL100Tokenizer"})"),
              HasSubstr("expected M2M100Tokenizer or NllbTokenizer"));
  EXPECT_THAT(message(R"({"legacy_behaviour": true})"),
              HasSubstr("legacy_behaviour is true; expected false"));
  EXPECT_THAT(message(R"({"language_codes": "wmt21"})"),
              HasSubstr("expected \"m2m100\""));
}

TEST(M2m100LanguagesTest, CodesAndTagsAreDistinctAndKnown) {
  const std::vector<ModelLanguage> m2m = LanguagesOf(LanguageList::kM2m);
  const std::vector<ModelLanguage> nllb = LanguagesOf(LanguageList::kNllb);
  EXPECT_EQ(m2m.size(), 100U);
  EXPECT_EQ(nllb.size(), 202U);
  for (const auto& list : {m2m, nllb}) {
    std::set<std::string> codes;
    std::set<std::string> tags;
    for (const ModelLanguage& language : list) {
      EXPECT_TRUE(codes.insert(language.code).second) << language.code;
      EXPECT_TRUE(tags.insert(language.tag).second) << language.tag;
      EXPECT_EQ(language.tag.find('_'), std::string::npos) << language.tag;
    }
  }
}

TEST(M2m100LanguagesTest, UsualCodesFindTheirTag) {
  std::vector<std::string> tags;
  for (const ModelLanguage& language : LanguagesOf(LanguageList::kNllb)) {
    tags.push_back(language.tag);
  }
  const auto nearest = [&](const std::string& code) {
    const auto found = NearestLanguage(code, tags);
    return found ? tags[*found] : "";
  };
  EXPECT_EQ(nearest("en"), "en");
  EXPECT_EQ(nearest("pt-BR"), "pt");
  EXPECT_EQ(nearest("zh"), "zh-Hans");
  EXPECT_EQ(nearest("zh-TW"), "zh-Hant");
  EXPECT_EQ(nearest("spa_Latn"), "es");
  EXPECT_EQ(nearest("arb_Arab"), "ar");
}

TEST(M2m100LanguagesTest, NllbsCodesFindTheirTag) {
  const std::vector<ModelLanguage> languages = LanguagesOf(LanguageList::kNllb);
  std::vector<std::string> tags;
  for (const ModelLanguage& language : languages) {
    tags.push_back(language.tag);
  }
  for (const ModelLanguage& language : languages) {
    // BCP 47 counts Twi as Akan.
    const std::string tag = language.code == "twi_Latn" ? "ak" : language.tag;
    const auto found = NearestLanguage(language.code, tags);
    EXPECT_EQ(found ? tags[*found] : "none", tag) << language.code;
  }
}

TEST(M2m100VocabularyTest, LanguageTokensComeBehindThePieces) {
  const auto made = M2m100Vocabulary(
      {{"<s>", 0}, {"<pad>", 1}, {"</s>", 2}, {"<unk>", 3}, {"a", 4}}, 108,
      "vocab.json");
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->size(), 108U);
  EXPECT_EQ(made->at(">>af<<"), 5);
  EXPECT_EQ(made->at(">>nso<<"), 5 + 65);
  EXPECT_EQ(made->at(">>zu<<"), 104);
  EXPECT_EQ(made->at("<unused 107>"), 107);
  GenerationConfig generation;
  SuppressUnused(*made, generation);
  EXPECT_THAT(generation.suppressed_ids,
              ::testing::ElementsAre(0, 105, 106, 107));
}

TEST(M2m100VocabularyTest, ContradictionsAreErrors) {
  EXPECT_THAT(
      M2m100Vocabulary({{"</s>", 0}}, 100, "vocab.json").status().message(),
      HasSubstr("has id 100; expected 0 to 99, because config.json says "
                "vocab_size 100"));
  EXPECT_THAT(
      M2m100Vocabulary({{">>en<<", 0}}, 200, "vocab.json").status().message(),
      HasSubstr("the piece \">>en<<\" has the ids 0 and"));
}

const std::string& Spm() {
  static const std::string spm = ToySpm({"<unk>", "<s>", "</s>", "a", "b"});
  return spm;
}

TEST(NllbVocabularyTest, IdsFollowFromTheSentencePieceModel) {
  const auto made = NllbVocabulary(Spm(), std::nullopt, 210, "m");
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->at("<pad>"), 1);
  EXPECT_EQ(made->at("<unk>"), 3);
  EXPECT_EQ(made->at("a"), 4);
  EXPECT_EQ(made->at("b"), 5);
  EXPECT_EQ(made->at(">>ace-Arab<<"), 6);
  EXPECT_EQ(made->at(">>zu<<"), 207);
  EXPECT_EQ(made->at("<unused 208>"), 208);
}

TEST(NllbVocabularyTest, IdsOfTheModelsThatArePublished) {
  std::vector<std::string> pieces = {"<unk>", "<s>", "</s>"};
  while (pieces.size() < 256000) {
    pieces.push_back("p" + std::to_string(pieces.size()));
  }
  const auto made = NllbVocabulary(ToySpm(pieces), std::nullopt, 256206, "m");
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->at(">>ace-Arab<<"), 256001);
  EXPECT_EQ(made->at(">>de<<"), 256042);
  EXPECT_EQ(made->at(">>en<<"), 256047);
  EXPECT_EQ(made->at(">>fr<<"), 256057);
  EXPECT_EQ(made->at(">>es<<"), 256161);
  EXPECT_EQ(made->at(">>zh-Hans<<"), 256200);
}

TEST(NllbVocabularyTest, TokenizerJsonHasTheLastWord) {
  const auto made =
      NllbVocabulary(Spm(), R"({"added_tokens": [{"id": 0, "content": "<s>"},
                {"id": 6, "content": "<mask>"},
                {"id": 7, "content": "eng_Latn"},
                {"id": 8, "content": "spa_Latn"}]})",
                     10, "m");
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->at(">>en<<"), 7);
  EXPECT_EQ(made->at(">>es<<"), 8);
  EXPECT_EQ(made->at("<unused 6>"), 6);
  EXPECT_FALSE(made->contains(">>fr<<"));
}

TEST(NllbVocabularyTest, ContradictionsAreErrors) {
  const auto message = [](const std::string& json, int64_t size) {
    return std::string(
        NllbVocabulary(Spm(), json, size, "m").status().message());
  };
  EXPECT_THAT(message("[]", 10), HasSubstr("m/tokenizer.json"));
  EXPECT_THAT(message("{}", 10), HasSubstr("it has no list added_tokens"));
  EXPECT_THAT(message(R"({"added_tokens": [{"id": -1, "content": "x"}]})", 10),
              HasSubstr("expected an object with content, a text, and id"));
  EXPECT_THAT(
      message(R"({"added_tokens": [{"id": 10, "content": "eng_Latn"}]})", 10),
      HasSubstr("has id 10; expected 0 to 9, because config.json says "
                "vocab_size 10"));
  EXPECT_THAT(NllbVocabulary(Spm(), std::nullopt, 100, "m").status().message(),
              HasSubstr("m/sentencepiece.bpe.model: piece"));
  EXPECT_THAT(NllbVocabulary(ToySpm({"<pad>", "<s>", "</s>", "a"}),
                             std::nullopt, 300, "m")
                  .status()
                  .message(),
              HasSubstr("piece 0 is not <unk>"));
}

using M2m100DirectoryTest = ModelDirectoryFixture;

TEST_F(M2m100DirectoryTest, MissingAndContradictingFilesAreNamed) {
  EXPECT_THAT(Message({{"config.json", Config()}}),
              HasSubstr("sentencepiece.bpe.model"));
  const Files files = {{"config.json", Config()},
                       {"sentencepiece.bpe.model", Spm()}};
  EXPECT_THAT(Message(files), HasSubstr("vocab_size 120"));
  Files wide = files;
  wide["config.json"] = Config("120", "210");
  EXPECT_THAT(Message(wide), HasSubstr("tokenizer_config.json"));
  wide["tokenizer_config.json"] = R"({"tokenizer_class": "NllbTokenizer"})";
  EXPECT_THAT(Message(wide), HasSubstr("model.safetensors"));
  Files twice = wide;
  twice["tokenizer.json"] =
      R"({"added_tokens": [{"id": 4, "content": "eng_Latn"}]})";
  EXPECT_THAT(Message(twice), HasSubstr("both have id 4"));
}

TEST_F(M2m100DirectoryTest, ShortlistsAreRefused) {
  Read({{"config.json", Config("120", "210")},
        {"sentencepiece.bpe.model", Spm()},
        {"tokenizer_config.json", R"({"tokenizer_class": "NllbTokenizer"})"}})
      .IgnoreError();
  const auto path = directory_.path() / "model";
  const auto shortlist =
      Shortlist::Create(std::vector<std::vector<int32_t>>(210));
  ASSERT_TRUE(shortlist.ok()) << shortlist.status();
  ASSERT_TRUE(WriteShortlist(path, *shortlist).ok());
  EXPECT_THAT(ReadModelDirectory(path).status().message(),
              HasSubstr("shortlist.bin: shortlists are not supported for "
                        "models of many languages; remove the file"));
}

}  // namespace
}  // namespace interpres
