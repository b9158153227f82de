#include "model/checkpoint/bergamot_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

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

Files GoodFiles() {
  std::vector<ToyMarianItem> items = ToyMarianNetwork(4, 8, 16);
  items.push_back(ToyMarianTensor("none_QuantMultA", {1, 1}));
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  return {{kModel, ToyBin(items)},
          {kVocabulary, ToySpm({"</s>", "<unk>", "a", "b"})},
          {kLists, ToyLexicalShortlist(1, {{}, {}, {2, 3}, {}})}};
}

using BergamotFilesTest = ModelDirectoryFixture;

TEST_F(BergamotFilesTest, ReadsAModelOfFirefox) {
  const auto model = Read(GoodFiles());
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

TEST_F(BergamotFilesTest, TheShortlistIsOptionalAndCountsInTheVersion) {
  Files files = GoodFiles();
  const std::string with = Read(files)->version;
  files.erase(kLists);
  const auto model = Read(files);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_FALSE(model->shortlist.has_value());
  EXPECT_NE(model->version, with);
}

TEST_F(BergamotFilesTest, TheLanguagesAreInTheMetadataOrInAName) {
  Files files = GoodFiles();
  files["metadata.json"] =
      R"({"sourceLanguage": "zh_hant", "targetLanguage": "en", "byteSize": 1})";
  EXPECT_EQ(Read(files)->description.tokenizer_languages,
            (LanguageDirection{.source = "zh_hant", .target = "en"}));
  files["metadata.json"] = "[]";
  EXPECT_THAT(Message(files), HasSubstr("metadata.json"));
  files = GoodFiles();
  files["model.bin"] = files[kModel];
  files.erase(kModel);
  EXPECT_EQ(Read(files, "firefox-de-fr")->description.tokenizer_languages,
            (LanguageDirection{.source = "de", .target = "fr"}));
}

TEST_F(BergamotFilesTest, TwoEqualVocabulariesAreOne) {
  Files files = GoodFiles();
  files["srcvocab.enes.spm"] = files[kVocabulary];
  files["trgvocab.enes.spm"] = files[kVocabulary];
  files.erase(kVocabulary);
  EXPECT_EQ(Message(files), "ok");
  files["trgvocab.enes.spm"] = ToySpm({"</s>", "<unk>", "c", "d"});
  EXPECT_THAT(Message(files),
              AllOf(HasSubstr("trgvocab.enes.spm: the vocabulary differs"),
                    HasSubstr("separate vocabularies are not supported")));
  files.erase("trgvocab.enes.spm");
  EXPECT_THAT(Message(files),
              HasSubstr("trgvocab*.spm: there is no such file"));
}

TEST_F(BergamotFilesTest, FilesMayBeCompressed) {
  for (const bool is_gzip : {true, false}) {
    const std::string ending = is_gzip ? ".gz" : ".zst";
    Files compressed;
    for (const auto& [name, bytes] : GoodFiles()) {
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
      cut[name] = GoodFiles()[name];
      EXPECT_EQ(Message(cut), "ok");
    }
  }
}

TEST_F(BergamotFilesTest, MissingDamagedAndSurplusFilesAreErrors) {
  Files files = GoodFiles();
  files.erase(kVocabulary);
  EXPECT_EQ(Read(files).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Message(files), HasSubstr("vocab*.spm: there is no such file"));
  files = GoodFiles();
  files["model.esen.intgemm.alphas.bin"] = files[kModel];
  EXPECT_THAT(Message(files), HasSubstr("there are 2 files model*.bin"));
  files = GoodFiles();
  files[kVocabulary] = ToySpm({"</s>", "<unk>", "a"});
  EXPECT_THAT(Message(files), HasSubstr("3 pieces for the 4 rows"));
  files[kVocabulary] = "";
  EXPECT_THAT(Message(files), HasSubstr("it is empty"));
  files = GoodFiles();
  files[kLists].pop_back();
  EXPECT_THAT(Message(files), HasSubstr(kLists));
  files = GoodFiles();
  files[kModel].resize(1000);
  EXPECT_THAT(Message(files), HasSubstr("the file is damaged"));
}

TEST_F(BergamotFilesTest, ADirectoryWithAnotherConfigurationIsAnotherModel) {
  Files files = GoodFiles();
  files["decoder.yml"] = "models: [m.npz]\nvocabs: [v.yml]\n";
  EXPECT_THAT(Message(files), HasSubstr("m.npz"));
}

}  // namespace
}  // namespace interpres
