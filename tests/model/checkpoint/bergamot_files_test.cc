#include "model/checkpoint/bergamot_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "model/checkpoint/native_marian.h"
#include "tests/model/checkpoint/model_directory_fixture.h"
#include "tests/testing/toy_compression.h"
#include "tests/testing/toy_lexical_shortlist.h"
#include "tests/testing/toy_marian_file.h"
#include "tests/testing/toy_spm.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using Files = std::map<std::string, std::string>;

constexpr char kModel[] = "model.enes.intgemm.alphas.bin";
constexpr char kVocabulary[] = "vocab.enes.spm";
constexpr char kLists[] = "lex.50.50.enes.s2t.bin";

Files GoodBergamotFiles() {
  std::vector<ToyMarianItem> items = ToyMarianNetwork(4, 8, 16);
  items.push_back(ToyMarianTensor("none_QuantMultA", {1, 1}));
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  return {{kModel, ToyBin(items)},
          {kVocabulary, ToySpm({"</s>", "<unk>", "a", "b"})},
          {kLists, ToyLexicalShortlist(1, {{}, {}, {2, 3}, {}})}};
}

using BergamotFilesTest = ModelDirectoryFixture;

TEST_F(BergamotFilesTest, ReadsAModelOfFirefox) {
  const auto model = Read(GoodBergamotFiles());
  ASSERT_TRUE(model.ok()) << model.status();
  const ModelDescription& description = model->description;
  EXPECT_EQ(model->family, &NativeMarianFamily(description.config));
  EXPECT_EQ(description.config.vocab_size, 5);
  EXPECT_THAT(
      description.vocabulary,
      UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1), Pair("a", 2),
                           Pair("b", 3), Pair("<pad>", 4)));
  EXPECT_EQ(description.generation.num_beams, 1);
  EXPECT_EQ(description.source_rules, SourceRules::kNone);
  EXPECT_EQ(description.source_spm, description.target_spm);
  EXPECT_EQ(description.tokenizer_languages,
            (LanguageDirection{.source = "en", .target = "es"}));
  ASSERT_TRUE(model->shortlist.has_value());
  EXPECT_THAT(model->shortlist->list(2), ElementsAre(2, 3));
  EXPECT_EQ(model->version.size(), 16U);
}

TEST_F(BergamotFilesTest, TheSentencePieceModelIsObservedBeforeTheWeights) {
  Files files = GoodBergamotFiles();
  files[kModel].resize(100);
  std::vector<std::string> observed;
  const auto model = Read(files, {.on_spm = [&](const std::string& spm) {
                            observed.push_back(spm);
                          }});
  EXPECT_FALSE(model.ok());
  EXPECT_THAT(observed, ElementsAre(files[kVocabulary]));
}

TEST_F(BergamotFilesTest, TheShortlistIsOptionalAndCountsInTheVersion) {
  Files files = GoodBergamotFiles();
  const std::string with = Read(files)->version;
  files.erase(kLists);
  const auto model = Read(files);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_FALSE(model->shortlist.has_value());
  EXPECT_NE(model->version, with);
}

TEST_F(BergamotFilesTest, TheLanguagesAreInTheMetadataOrInAName) {
  Files files = GoodBergamotFiles();
  files["metadata.json"] =
      R"({"sourceLanguage": "zh_hant", "targetLanguage": "en", "byteSize": 1})";
  EXPECT_EQ(Read(files)->description.tokenizer_languages,
            (LanguageDirection{.source = "zh_hant", .target = "en"}));
  files["metadata.json"] = "[]";
  EXPECT_THAT(Message(files), HasSubstr("metadata.json"));
  files = GoodBergamotFiles();
  files["model.bin"] = files[kModel];
  files.erase(kModel);
  EXPECT_EQ(Read(files, "firefox-de-fr")->description.tokenizer_languages,
            (LanguageDirection{.source = "de", .target = "fr"}));
}

TEST_F(BergamotFilesTest, TwoEqualVocabulariesAreOne) {
  Files files = GoodBergamotFiles();
  files["srcvocab.enes.spm"] = files[kVocabulary];
  files["trgvocab.enes.spm"] = files[kVocabulary];
  files.erase(kVocabulary);
  EXPECT_EQ(Message(files), "ok");
  files["trgvocab.enes.spm"] = ToySpm({"</s>", "<unk>", "c", "d"});
  EXPECT_THAT(Message(files),
              AllOf(HasSubstr("trgvocab.enes.spm: the vocabulary differs"),
                    HasSubstr("the weights have one embedding (Wemb)")));
  files.erase("trgvocab.enes.spm");
  EXPECT_THAT(Message(files),
              HasSubstr("trgvocab*.spm: there is no such file"));
}

// An intgemm8 matrix whose elements are 1, with two scales.
void AddQuantised(std::vector<ToyMarianItem>& items, const std::string& name,
                  const std::vector<int64_t>& shape) {
  std::string bytes(static_cast<std::size_t>(shape[0] * shape[1]), '\1');
  const float divisor = 4.0F;
  bytes.append(reinterpret_cast<const char*>(&divisor), sizeof(divisor));
  items.push_back(
      {.name = name, .shape = shape, .bytes = bytes, .type = 0x4101});
}

Files SeparateFiles() {
  std::vector<ToyMarianItem> items = ToySeparateMarianNetwork(3, 4, 8, 16);
  std::erase_if(items, [](const ToyMarianItem& item) {
    return item.name.ends_with("Wemb");
  });
  AddQuantised(items, "encoder_Wemb", {3, 8});
  AddQuantised(items, "decoder_Wemb", {4, 8});
  ToyMarianItem alpha = ToyMarianTensor("none_QuantMultA", {1, 1});
  const float scale = 16.0F;
  alpha.bytes.assign(reinterpret_cast<const char*>(&scale), sizeof(scale));
  items.push_back(alpha);
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  return {{kModel, ToyBin(items)},
          {"srcvocab.enes.spm", ToySpm({"</s>", "<unk>", "x"})},
          {"trgvocab.enes.spm", ToySpm({"</s>", "<unk>", "a", "b"})},
          {kLists, ToyLexicalShortlist(1, {{}, {}, {2, 3}})}};
}

TEST_F(BergamotFilesTest, ReadsSeparateVocabularies) {
  const auto model = Read(SeparateFiles());
  ASSERT_TRUE(model.ok()) << model.status();
  const ModelDescription& description = model->description;
  EXPECT_EQ(description.config.source_vocab_size(), 3);
  EXPECT_EQ(description.config.vocab_size, 5);
  EXPECT_THAT(
      description.source_vocabulary,
      UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1), Pair("x", 2)));
  EXPECT_THAT(
      description.vocabulary,
      UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1), Pair("a", 2),
                           Pair("b", 3), Pair("<pad>", 4)));
  EXPECT_NE(description.source_spm, description.target_spm);
  // A source piece is not in its own list.
  ASSERT_TRUE(model->shortlist.has_value());
  EXPECT_THAT(model->shortlist->list(0), ElementsAre(0));
  EXPECT_THAT(model->shortlist->list(2), ElementsAre(2, 3));
  const auto source = model->parameters().Multipliers(kSourceEmbeddingId);
  EXPECT_EQ(source.weights, 4.0F);
  EXPECT_EQ(source.inputs, 0.0F);
  // The scale of the output layer is the target's.
  const auto target = model->parameters().Multipliers(kEmbeddingId);
  EXPECT_EQ(target.weights, 4.0F);
  EXPECT_EQ(target.inputs, 16.0F);
}

TEST_F(BergamotFilesTest, SeparateEmbeddingsMayHaveEqualVocabularies) {
  Files files = GoodBergamotFiles();
  std::vector<ToyMarianItem> items = ToySeparateMarianNetwork(4, 4, 8, 16);
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  files[kModel] = ToyBin(items);
  const auto model = Read(files);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->description.source_vocabulary.size(), 4U);
  // As in Marian, the pieces of the source may be in the target.
  EXPECT_THAT(model->shortlist->list(3), ElementsAre(3));
}

TEST_F(BergamotFilesTest, SeparateVocabulariesMustFitTheirEmbeddings) {
  const auto message_with = [&](const char* name, const std::string& bytes) {
    Files files = SeparateFiles();
    files[name] = bytes;
    return Message(files);
  };
  EXPECT_THAT(message_with("srcvocab.enes.spm", ToySpm({"</s>", "<unk>"})),
              AllOf(HasSubstr("srcvocab.enes.spm: it has 2 pieces for the 3"),
                    HasSubstr("use the vocabulary of this model")));
  EXPECT_THAT(message_with("trgvocab.enes.spm", ToySpm({"</s>", "<unk>"})),
              HasSubstr("trgvocab.enes.spm: it has 2 pieces for the 4 rows"));
  EXPECT_THAT(message_with("srcvocab.enes.spm", ToySpm({"<unk>", "</s>", "x"})),
              HasSubstr("srcvocab.enes.spm: </s> has id 1"));
  EXPECT_THAT(message_with("srcvocab.enes.spm", ToySpm({"</s>", "y", "x"})),
              HasSubstr("the special piece <unk> is missing"));
  EXPECT_THAT(
      message_with(kLists, ToyLexicalShortlist(1, {{}, {}, {2, 3}, {}})),
      HasSubstr("the vocabulary has 3 source pieces and 4 target pieces"));
}

TEST_F(BergamotFilesTest, FilesMayBeCompressed) {
  for (const bool is_gzip : {true, false}) {
    const std::string ending = is_gzip ? ".gz" : ".zst";
    Files compressed;
    for (const auto& [name, bytes] : GoodBergamotFiles()) {
      compressed[name + ending] = is_gzip ? ToyGzip(bytes) : ToyZstd(bytes);
    }
    const auto model = Read(compressed);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_TRUE(model->shortlist.has_value());
    EXPECT_EQ(model->description.tokenizer_languages,
              (LanguageDirection{.source = "en", .target = "es"}));
    for (const char* name : {kModel, kVocabulary, kLists}) {
      Files cut = compressed;
      cut[name + ending].pop_back();
      EXPECT_THAT(Message(cut), HasSubstr(name + ending +
                                          ": the compressed file is damaged"));
      // A plain file comes first.
      cut[name] = GoodBergamotFiles()[name];
      EXPECT_EQ(Message(cut), "ok");
    }
  }
}

TEST_F(BergamotFilesTest, MissingDamagedAndSurplusFilesAreErrors) {
  Files files = GoodBergamotFiles();
  files.erase(kVocabulary);
  EXPECT_EQ(Read(files).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Message(files), HasSubstr("vocab*.spm: there is no such file"));
  files = GoodBergamotFiles();
  files["model.esen.intgemm.alphas.bin"] = files[kModel];
  EXPECT_THAT(Message(files), HasSubstr("there are 2 files model*.bin"));
  files = GoodBergamotFiles();
  files[kVocabulary] = ToySpm({"</s>", "<unk>", "a"});
  EXPECT_THAT(Message(files), HasSubstr("3 pieces for the 4 rows"));
  files[kVocabulary] = "";
  EXPECT_THAT(Message(files), HasSubstr("it is empty"));
  files = GoodBergamotFiles();
  files[kLists].pop_back();
  EXPECT_THAT(Message(files), HasSubstr(kLists));
  files = GoodBergamotFiles();
  files[kModel].resize(1000);
  EXPECT_THAT(Message(files), HasSubstr("the file is damaged"));
}

TEST_F(BergamotFilesTest, ADirectoryWithAnotherConfigurationIsAnotherModel) {
  Files files = GoodBergamotFiles();
  files["decoder.yml"] = "models: [m.npz]\nvocabs: [v.yml]\n";
  EXPECT_THAT(Message(files), HasSubstr("m.npz"));
}

}  // namespace
}  // namespace interpres
