#include "model/checkpoint/native_marian_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "model/checkpoint/native_marian.h"
#include "tests/model/checkpoint/model_directory_fixture.h"
#include "tests/testing/toy_compression.h"
#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using Files = std::map<std::string, std::string>;

std::vector<ToyMarianItem> Items() {
  std::vector<ToyMarianItem> items = ToyMarianNetwork(4, 8, 16);
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  return items;
}

// The files of a good model, whose SentencePiece models are not loaded here.
Files GoodMarianFiles() {
  return {{"decoder.yml",
           "relative-paths: true\nmodels: [m.npz]\nvocabs: [v.yml, v.yml]\n"
           "beam-size: 6\nnormalize: 1\n"},
          {"m.npz", ToyNpz(Items())},
          {"v.yml", "</s>: 0\n<unk>: 1\na: 2\n>>deu<<: 3\n"},
          {"source.spm", "spm"},
          {"target.spm", "spm"},
          {"LICENSE", "text"}};
}

class NativeMarianFilesTest : public ModelDirectoryFixture {
 protected:
  absl::StatusOr<ModelDirectory> ReadArchive(
      const std::vector<ToyMember>& members) {
    const auto path = directory_.path() / "opus-en-de.zip";
    std::ofstream(path, std::ios::binary) << ToyZip(members);
    return ReadModelDirectory(path);
  }

  // The message for the good files with one of them replaced.
  std::string MessageWith(const std::string& name, const std::string& bytes) {
    Files files = GoodMarianFiles();
    files[name] = bytes;
    return Message(files);
  }

  std::string MessageWithout(const std::string& name) {
    Files files = GoodMarianFiles();
    files.erase(name);
    return Message(files);
  }
};

TEST_F(NativeMarianFilesTest, ReadsADirectory) {
  const auto model = Read(GoodMarianFiles());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->family, &NativeMarianFamily(model->description.config));
  const ModelDescription& description = model->description;
  EXPECT_EQ(description.config.vocab_size, 5);
  EXPECT_THAT(
      description.vocabulary,
      UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1), Pair("a", 2),
                           Pair(">>deu<<", 3), Pair("<pad>", 4)));
  EXPECT_EQ(description.generation.num_beams, 6);
  EXPECT_EQ(description.source_rules, SourceRules::kOpusMt);
  EXPECT_EQ(description.source_spm, "spm");
  EXPECT_EQ(description.tokenizer_languages, LanguageDirection());
  EXPECT_EQ(model->version.size(), 16U);
  std::vector<float> values(5);
  const int64_t shape[] = {1, 5};
  EXPECT_TRUE(
      model->parameters().ReadFloat32(kLogitsBiasId, shape, values).ok());
}

TEST_F(NativeMarianFilesTest, ReadsABinFile) {
  Files files = GoodMarianFiles();
  files.erase("m.npz");
  files["m.bin"] = ToyBin(Items());
  files["decoder.yml"] = "models: [m.bin]\nvocabs: [v.yml]\n";
  EXPECT_EQ(Message(files), "ok");
}

TEST_F(NativeMarianFilesTest, ReadsCompressedFiles) {
  for (const bool is_gzip : {true, false}) {
    const std::string ending = is_gzip ? ".gz" : ".zst";
    Files compressed;
    for (const auto& [name, bytes] : GoodMarianFiles()) {
      compressed[name + ending] = is_gzip ? ToyGzip(bytes) : ToyZstd(bytes);
    }
    compressed.erase("decoder.yml" + ending);
    compressed["decoder.yml"] = GoodMarianFiles()["decoder.yml"];
    const auto model = Read(compressed);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ(model->description.vocabulary.size(), 5U);
    EXPECT_EQ(model->description.source_spm, "spm");
    std::vector<float> values(40);
    const int64_t shape[] = {5, 8};
    EXPECT_TRUE(
        model->parameters().ReadFloat32(kEmbeddingId, shape, values).ok());
    EXPECT_EQ(values[31], 31.0f);
    compressed["m.npz" + ending].resize(20);
    EXPECT_THAT(Message(compressed), HasSubstr("m.npz" + ending +
                                               ": the compressed file is "
                                               "damaged"));
    // A file without compression comes first.
    compressed["m.npz"] = GoodMarianFiles()["m.npz"];
    EXPECT_EQ(Message(compressed), "ok");
  }
}

TEST_F(NativeMarianFilesTest, ReadsAnArchive) {
  std::vector<ToyMember> stored;
  std::vector<ToyMember> deflated;
  std::vector<ToyMember> inner;
  for (const auto& [name, bytes] : GoodMarianFiles()) {
    stored.push_back({.name = name, .bytes = bytes});
    deflated.push_back(ToyDeflated(name, bytes));
    inner.push_back({.name = "release/" + name, .bytes = bytes});
  }
  for (const auto& members : {stored, deflated, inner}) {
    const auto model = ReadArchive(members);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ(model->description.tokenizer_languages,
              (LanguageDirection{"en", "de"}));
    EXPECT_EQ(model->version, Read(GoodMarianFiles())->version);
    std::vector<float> values(40);
    const int64_t shape[] = {5, 8};
    EXPECT_TRUE(
        model->parameters().ReadFloat32(kEmbeddingId, shape, values).ok());
    EXPECT_EQ(values[31], 31.0f);
  }
}

TEST_F(NativeMarianFilesTest, OtherArchivesAreErrors) {
  EXPECT_THAT(ReadArchive({{.name = "a", .bytes = "b"}}).status().message(),
              HasSubstr("the archive has no file decoder.yml"));
  EXPECT_THAT(ReadArchive({{.name = "a/decoder.yml", .bytes = "b"},
                           {.name = "decoder.yml", .bytes = "b"}})
                  .status()
                  .message(),
              HasSubstr("two files decoder.yml"));
  std::vector<ToyMember> members;
  for (const auto& [name, bytes] : GoodMarianFiles()) {
    if (name != "m.npz") {
      members.push_back({.name = name, .bytes = bytes});
    }
  }
  EXPECT_THAT(ReadArchive(members).status().message(),
              HasSubstr("the archive has no \"m.npz\""));
}

TEST_F(NativeMarianFilesTest, TheReadmeAndTheNameHaveLanguages) {
  Files files = GoodMarianFiles();
  EXPECT_EQ(Read(files, "eng-spa")->description.tokenizer_languages,
            (LanguageDirection{"eng", "spa"}));
  files["README.md"] = "* source language(s): fra\n* target language(s): deu\n";
  EXPECT_EQ(Read(files, "eng-spa")->description.tokenizer_languages,
            (LanguageDirection{"fra", "deu"}));
}

TEST_F(NativeMarianFilesTest, TheCardIsReadAndCheckedAsInAnyModel) {
  Files files = GoodMarianFiles();
  files["interpres.json"] = R"({"format_version": 1, "version": "v7"})";
  EXPECT_EQ(Read(files)->version, "v7");
  EXPECT_THAT(MessageWith("interpres.json", "{"), HasSubstr("interpres.json"));
}

TEST_F(NativeMarianFilesTest, EveryFileCountsInTheVersion) {
  const std::string version = Read(GoodMarianFiles())->version;
  for (const char* name : {"decoder.yml", "v.yml", "source.spm"}) {
    Files files = GoodMarianFiles();
    files[name] += "\n";
    EXPECT_NE(Read(files)->version, version) << name;
  }
  Files files = GoodMarianFiles();
  files["LICENSE"] += "\n";
  EXPECT_EQ(Read(files)->version, version);
}

TEST_F(NativeMarianFilesTest, MissingFilesAreNamed) {
  for (const char* name : {"m.npz", "v.yml", "source.spm", "target.spm"}) {
    EXPECT_THAT(MessageWithout(name), HasSubstr(name));
  }
  Files files = GoodMarianFiles();
  files.erase("source.spm");
  files["source.bpe"] = "codes";
  EXPECT_THAT(Message(files), HasSubstr("models with BPE need the tokenizer of "
                                        "Moses"));
}

TEST_F(NativeMarianFilesTest, VocabulariesMustFitTheModel) {
  EXPECT_THAT(MessageWith("v.yml", "</s>: 0\n<unk>: 1\n"),
              HasSubstr("it has 2 pieces for the 4 rows of the embedding"));
  EXPECT_EQ(MessageWith("v.yml", "</s>: 0\n<unk>: 1\na: 2\nb: 3\nbehind: 4\n"),
            "ok");
  EXPECT_THAT(MessageWith("v.yml", "</s>: 0\n<unk>: 1\na: 2\n<pad>: 3\n"),
              HasSubstr("it has the piece <pad>"));
  EXPECT_THAT(MessageWith("v.yml", "</s>: 1\n<unk>: 0\na: 2\nb: 3\n"),
              HasSubstr("</s> has id 1"));
  EXPECT_THAT(MessageWith("v.yml", "</s>: 0\n<unk>: 1\na: 2\nb: 2\n"),
              HasSubstr("both have id 2"));
  EXPECT_THAT(
      MessageWith("decoder.yml", "models: [m.npz]\nvocabs: [v.yml, w.yml]\n"),
      HasSubstr("w.yml"));
  Files files = GoodMarianFiles();
  files["w.yml"] = "</s>: 0\n";
  files["decoder.yml"] = "models: [m.npz]\nvocabs: [v.yml, w.yml]\n";
  EXPECT_THAT(Message(files),
              HasSubstr("the weights have one embedding (Wemb)"));
  EXPECT_THAT(
      MessageWith("decoder.yml", "models: [m.npz]\nvocabs: [v.spm, v.spm]\n"),
      HasSubstr("v.spm: vocabularies of this kind are not supported"));
}

TEST_F(NativeMarianFilesTest, EachLanguageMayHaveAVocabulary) {
  std::vector<ToyMarianItem> items = ToySeparateMarianNetwork(3, 4, 8, 16);
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16)));
  Files files = GoodMarianFiles();
  files["m.npz"] = ToyNpz(items);
  files["s.yml"] = "</s>: 0\n<unk>: 1\n>>deu<<: 2\nbehind: 3\n";
  files["decoder.yml"] = "models: [m.npz]\nvocabs: [s.yml, v.yml]\n";
  const auto model = Read(files);
  ASSERT_TRUE(model.ok()) << model.status();
  const ModelDescription& description = model->description;
  EXPECT_THAT(description.source_vocabulary,
              UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1),
                                   Pair(">>deu<<", 2)));
  EXPECT_EQ(description.vocabulary.size(), 5U);
  EXPECT_EQ(description.config.source_vocab_size(), 3);
  EXPECT_EQ(description.config.vocab_size, 5);
  files["v.yml"] += " \n";
  EXPECT_THAT(Message(files), HasSubstr("v.yml: line 5"));
  files["v.yml"] = GoodMarianFiles()["v.yml"];
  files["s.yml"] += "more: 4\n";
  EXPECT_NE(Read(files)->version, model->version);
  files["shortlist.bin"] = "lists";
  EXPECT_THAT(Message(files),
              HasSubstr("shortlist.bin: the model has a vocabulary for each "
                        "language; expected no shortlist"));
  files["decoder.yml"] = "models: [m.npz]\nvocabs: [s.yml, s.yml, v.yml]\n";
  EXPECT_THAT(Message(files), HasSubstr("vocabs is 3 files"));
}

TEST_F(NativeMarianFilesTest, OtherNetworksAreRefused) {
  std::vector<ToyMarianItem> items = ToyMarianNetwork(4, 8, 16);
  items.push_back(ToyMarianConfig(ToyMarianYaml(8, 16) +
                                  "transformer-decoder-autoreg: rnn\n"));
  EXPECT_THAT(MessageWith("m.npz", ToyNpz(items)),
              HasSubstr("m.npz: special:model.yml: dec-cell is \"gru\""));
  // The configuration explains why there is no embedding.
  EXPECT_THAT(MessageWith("m.npz", ToyNpz({ToyMarianConfig("type: s2s\n")})),
              HasSubstr("type is \"s2s\""));
  EXPECT_THAT(
      MessageWith("m.npz", ToyNpz({ToyMarianConfig("type: transformer\n")})),
      HasSubstr("it has no matrix Wemb, nor both encoder_Wemb and"));
}

// A directory of MarianMT may have any other files.
TEST_F(NativeMarianFilesTest, ConfigJsonComesFirst) {
  EXPECT_THAT(MessageWith("config.json", "{}"), HasSubstr("config.json"));
}

}  // namespace
}  // namespace interpres
