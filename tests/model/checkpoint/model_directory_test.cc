#include "model/checkpoint/model_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/safetensors_writer.h"
#include "tests/testing/no_exchange.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Writes over a file of a directory; an empty text removes nothing.
void Overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

class ModelDirectoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto tiny = MakeTinyModel({});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny_ = *std::move(tiny);
  }

  absl::Status Write() {
    return WriteModelDirectory(path_, tiny_.description, tiny_.Tensors(),
                               DataType::kFloat32);
  }

  std::string ReadMessage() {
    const auto read = ReadModelDirectory(path_);
    return read.ok() ? "ok" : std::string(read.status().message());
  }

  // Writes tensors that the directory's writer would refuse.
  void WriteWeights(const std::vector<NamedTensor>& tensors) {
    const auto status = WriteSafetensors(path_ / "model.safetensors", tensors,
                                         DataType::kFloat32);
    ASSERT_TRUE(status.ok()) << status;
  }

  const TempDir temp_;
  const fs::path path_ = temp_.path() / "model";
  TinyModel tiny_;
};

TEST_F(ModelDirectoryTest, TheVersionFollowsTheContent) {
  ASSERT_TRUE(Write().ok());
  const std::string first = ReadModelDirectory(path_)->version;
  EXPECT_EQ(first.size(), 16u);
  tiny_.description.card.provenance["note"] = "the same model";
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ(ReadModelDirectory(path_)->version, first);
  tiny_.description.generation.length_penalty += 0.5F;
  ASSERT_TRUE(Write().ok());
  const std::string second = ReadModelDirectory(path_)->version;
  EXPECT_NE(second, first);
  std::vector<float> weights(tiny_.Tensors()[0].data.begin(),
                             tiny_.Tensors()[0].data.end());
  weights[0] += 1.0F;
  std::vector<NamedTensor> tensors = tiny_.Tensors();
  tensors[0].data = weights;
  WriteWeights(tensors);
  EXPECT_NE(ReadModelDirectory(path_)->version, second);
}

TEST_F(ModelDirectoryTest, TheVersionOfTheCardWins) {
  tiny_.description.card.version = "2026-11";
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ(ReadModelDirectory(path_)->version, "2026-11");
}

TEST_F(ModelDirectoryTest, ReadsWhatItWrote) {
  ASSERT_TRUE(Write().ok());
  const auto read = ReadModelDirectory(path_);
  ASSERT_TRUE(read.ok()) << read.status();
  const ModelDescription& found = read->description;
  const ModelDescription& expected = tiny_.description;
  EXPECT_EQ(found.vocabulary, expected.vocabulary);
  EXPECT_EQ(found.source_spm, expected.source_spm);
  EXPECT_EQ(found.target_spm, expected.target_spm);
  EXPECT_EQ(found.card.directions, expected.card.directions);
  EXPECT_EQ(found.generation.max_length, expected.generation.max_length);
  EXPECT_EQ(found.config.activation, expected.config.activation);
  for (const NamedTensor& tensor : tiny_.Tensors()) {
    std::vector<float> values(tensor.data.size());
    ASSERT_TRUE(
        read->weights->ReadFloat32(tensor.name, tensor.shape, values).ok());
    EXPECT_TRUE(std::equal(values.begin(), values.end(), tensor.data.begin()))
        << tensor.name;
  }
}

TEST_F(ModelDirectoryTest, BothSentencePieceModelsAreObserved) {
  ASSERT_TRUE(Write().ok());
  std::vector<std::string> observed;
  const auto read = ReadModelDirectory(
      path_,
      {.on_spm = [&](const std::string& spm) { observed.push_back(spm); }});
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(observed, (std::vector<std::string>{read->description.source_spm,
                                                read->description.target_spm}));
}

TEST_F(ModelDirectoryTest, MissingFilesAreNotFoundAndNamed) {
  EXPECT_EQ(ReadModelDirectory(path_).status().code(),
            absl::StatusCode::kNotFound);
  for (const char* file : {"config.json", "vocab.json", "source.spm",
                           "target.spm", "model.safetensors"}) {
    ASSERT_TRUE(Write().ok());
    fs::remove(path_ / file);
    const auto read = ReadModelDirectory(path_);
    EXPECT_EQ(read.status().code(), absl::StatusCode::kNotFound) << file;
    EXPECT_THAT(std::string(read.status().message()),
                HasSubstr((path_ / file).string()));
  }
  ASSERT_TRUE(Write().ok());
  for (const char* file :
       {"generation_config.json", "tokenizer_config.json", "interpres.json"}) {
    fs::remove(path_ / file);
    EXPECT_EQ(ReadMessage(), "ok") << file;
  }
}

TEST_F(ModelDirectoryTest, ADirectoryThatIsNoModelShowsItsFiles) {
  fs::create_directory(path_);
  for (const char* file : {"f", "e", "d", "c", "b", "a"}) {
    Overwrite(path_ / file, "");
  }
  EXPECT_THAT(ReadMessage(), EndsWith("has a, b, c, d, e and 1 more"));
  const fs::path state = path_.string() + ".state";
  fs::rename(path_, state);
  EXPECT_THAT(std::string(ReadModelDirectory(state).status().message()),
              EndsWith("its checkpoint has the name without .state"));
  fs::remove_all(state);
}

TEST_F(ModelDirectoryTest, EmptyFilesAreNamed) {
  for (const char* file :
       {"config.json", "generation_config.json", "vocab.json", "source.spm",
        "target.spm", "tokenizer_config.json", "interpres.json",
        "model.safetensors"}) {
    ASSERT_TRUE(Write().ok());
    Overwrite(path_ / file, "");
    EXPECT_THAT(ReadMessage(), StartsWith((path_ / file).string())) << file;
  }
}

TEST_F(ModelDirectoryTest, AFileInPlaceOfTheDirectory) {
  Overwrite(path_, "text");
  EXPECT_THAT(ReadMessage(), HasSubstr("not a directory"));
  EXPECT_THAT(std::string(Write().message()),
              HasSubstr("it exists and is not a directory; not replaced"));
}

TEST_F(ModelDirectoryTest, OldConfigHoldsTheGenerationKeys) {
  ASSERT_TRUE(Write().ok());
  fs::remove(path_ / "generation_config.json");
  std::ifstream in(path_ / "config.json");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  text.replace(text.find('{'), 1, "{\"num_beams\": 6, \"max_length\": 31,");
  Overwrite(path_ / "config.json", text);
  const auto read = ReadModelDirectory(path_);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->description.generation.num_beams, 6);
  EXPECT_EQ(read->description.generation.max_length, 30);
}

TEST_F(ModelDirectoryTest, MissingExtraAndMisshapenTensors) {
  ASSERT_TRUE(Write().ok());
  auto tensors = tiny_.Tensors();
  const NamedTensor last = tensors.back();
  tensors.pop_back();
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(),
              AllOf(HasSubstr("model.safetensors"),
                    HasSubstr("\"final_logits_bias\" of shape [1, 160] is "
                              "missing")));
  tensors.push_back({last.name, {160}, last.data});
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(), HasSubstr("\"final_logits_bias\" has shape [160]; "
                                       "config.json asks for [1, 160]"));
  tensors.back() = last;
  const std::vector<float> more(16, 0.0f);
  tensors.push_back({"model.encoder.layer_norm.weight", {16}, more});
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(),
              HasSubstr("\"model.encoder.layer_norm.weight\" belongs to no "
                        "MarianMT model"));
}

TEST_F(ModelDirectoryTest, CopiesOfTheEmbeddingMustBeEqual) {
  ASSERT_TRUE(Write().ok());
  auto tensors = tiny_.Tensors();
  std::vector<float> copy(tensors[0].data.begin(), tensors[0].data.end());
  tensors.push_back({"lm_head.weight", tensors[0].shape, copy});
  WriteWeights(tensors);
  EXPECT_EQ(ReadMessage(), "ok");
  copy[5] += 1.0f;
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(), HasSubstr("\"lm_head.weight\" differs from"));
  tensors.back().shape = {16, 160};
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(), HasSubstr("has shape [16, 160]"));
}

TEST_F(ModelDirectoryTest, StoredPositionsMustBeSinusoids) {
  ASSERT_TRUE(Write().ok());
  auto tensors = tiny_.Tensors();
  std::vector<float> table;
  for (int position = 0; position < 64; ++position) {
    for (int i = 0; i < 16; ++i) {
      const double angle = position / std::pow(10000.0, 2.0 * (i % 8) / 16.0);
      table.push_back(
          static_cast<float>(i < 8 ? std::sin(angle) : std::cos(angle)));
    }
  }
  tensors.push_back({"model.encoder.embed_positions.weight", {64, 16}, table});
  WriteWeights(tensors);
  EXPECT_EQ(ReadMessage(), "ok");
  table[16 * 3] += 0.1f;
  WriteWeights(tensors);
  EXPECT_THAT(ReadMessage(), HasSubstr("from the sinusoid of position 3"));
}

TEST_F(ModelDirectoryTest, ADamagedWeightIsFound) {
  ASSERT_TRUE(Write().ok());
  const fs::path file = path_ / "model.safetensors";
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(-5, std::ios::end);
  stream.put('\x55');
  stream.close();
  EXPECT_THAT(ReadMessage(),
              AllOf(HasSubstr(file.string()), HasSubstr("the XXH3 checksum")));
}

TEST_F(ModelDirectoryTest, WriterReplacesACheckpoint) {
  ASSERT_TRUE(Write().ok());
  tiny_.values.back()[0] = 0.75f;
  ASSERT_TRUE(Write().ok());
  const auto read = ReadModelDirectory(path_);
  ASSERT_TRUE(read.ok()) << read.status();
  std::vector<float> bias(160);
  const std::vector<int64_t> shape = {1, 160};
  ASSERT_TRUE(
      read->weights->ReadFloat32("final_logits_bias", shape, bias).ok());
  EXPECT_EQ(bias[0], 0.75f);
  EXPECT_FALSE(fs::exists(temp_.path() / "model.tmp"));
}

TEST_F(ModelDirectoryTest, AReaderNeverMixesTwoCheckpoints) {
  ASSERT_TRUE(Write().ok());
  for (int32_t beams = 1; beams <= 64; ++beams) {
    tiny_.description.generation.num_beams = 1 + beams % 2;
    tiny_.description.card.version = beams % 2 == 0 ? "one" : "two";
    absl::Status written;
    std::thread writer([&] { written = Write(); });
    const auto read = ReadModelDirectory(path_);
    writer.join();
    ASSERT_TRUE(written.ok()) << written;
    ASSERT_TRUE(read.ok()) << read.status();
    if (!read->description.card.version.empty()) {
      EXPECT_EQ(read->description.generation.num_beams,
                read->version == "one" ? 1 : 2);
    }
  }
}

TEST_F(ModelDirectoryTest, WriterKeepsOtherPeoplesFiles) {
  ASSERT_TRUE(Write().ok());
  Overwrite(path_ / "thesis.tex", "years of work");
  EXPECT_THAT(std::string(Write().message()), HasSubstr("\"thesis.tex\""));
  EXPECT_TRUE(fs::exists(path_ / "thesis.tex"));
}

TEST_F(ModelDirectoryTest, AFailedWriteLeavesTheOldCheckpoint) {
  ASSERT_TRUE(Write().ok());
  tiny_.values[3][0] = std::nanf("");
  EXPECT_FALSE(Write().ok());
  EXPECT_EQ(ReadMessage(), "ok");
  EXPECT_FALSE(fs::exists(temp_.path() / "model.tmp"));
}

TEST_F(ModelDirectoryTest, WriterCleansUpAfterAKilledOne) {
  fs::create_directory(temp_.path() / "model.tmp");
  Overwrite(temp_.path() / "model.tmp" / "model.safetensors.tmp", "half");
  EXPECT_TRUE(Write().ok());
  EXPECT_FALSE(fs::exists(temp_.path() / "model.tmp"));
  EXPECT_EQ(ReadMessage(), "ok");
}

TEST_F(ModelDirectoryTest, WriterNeedsTheParentDirectory) {
  const auto status =
      WriteModelDirectory(temp_.path() / "no" / "model", tiny_.description,
                          tiny_.Tensors(), DataType::kFloat32);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("cannot create it"));
}

TEST_F(ModelDirectoryTest, WriterRefusesANetworkOfAnotherLayout) {
  tiny_.description.config.first_position = 2;
  const absl::Status status = Write();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("serve the model in its own files"));
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(ModelDirectoryTest, PreparingMakesRoomAndChangesNothingElse) {
  const fs::path deep = temp_.path() / "new" / "place" / "model";
  ASSERT_TRUE(PrepareModelDirectory(deep).ok());
  EXPECT_TRUE(fs::is_empty(temp_.path() / "new" / "place"));

  ASSERT_TRUE(Write().ok());
  EXPECT_TRUE(PrepareModelDirectory(path_ / "").ok());
  EXPECT_EQ(ReadMessage(), "ok");
  Overwrite(path_ / "notes.txt", "mine");
  EXPECT_THAT(std::string(PrepareModelDirectory(path_).message()),
              HasSubstr("it holds \"notes.txt\""));
  EXPECT_THAT(
      std::string(
          PrepareModelDirectory(path_ / "notes.txt" / "model").message()),
      StartsWith((path_ / "notes.txt").string() +
                 ": cannot create the directory"));
}

// Such as NFS, where only the first checkpoint could be written.
TEST_F(ModelDirectoryTest, ReplacingNeedsAnExchangeAndPreparingDoesNot) {
  RunWithoutExchange([this] {
    EXPECT_TRUE(PrepareModelDirectory(path_).ok());
    const absl::Status status = CheckReplacing(path_);
    EXPECT_THAT(std::string(status.message()),
                StartsWith(temp_.path().string() +
                           ": its file system cannot exchange two "));
    EXPECT_TRUE(fs::is_empty(temp_.path()));

    ASSERT_TRUE(Write().ok());
    EXPECT_THAT(std::string(Write().message()),
                HasSubstr(": cannot exchange it with the new checkpoint"));
  });
  EXPECT_EQ(ReadMessage(), "ok");
  EXPECT_TRUE(CheckReplacing(path_).ok());
  EXPECT_EQ(ReadMessage(), "ok");
}

TEST_F(ModelDirectoryTest, WriterRejectsContradictions) {
  const TinyModel good = tiny_;
  tiny_.description.vocabulary.erase("<pad>");
  EXPECT_THAT(std::string(Write().message()), HasSubstr("vocab.json: it has"));
  tiny_ = good;
  tiny_.description.source_spm.clear();
  EXPECT_THAT(std::string(Write().message()), HasSubstr("model is empty"));
  tiny_ = good;
  tiny_.description.generation.num_beams = 0;
  EXPECT_THAT(std::string(Write().message()),
              HasSubstr("generation_config.json: num_beams is 0"));
  tiny_ = good;
  tiny_.description.config.decoder_start_token_id = 0;
  EXPECT_FALSE(Write().ok());
  tiny_ = good;
  auto tensors = tiny_.Tensors();
  std::swap(tensors[0].name, tensors[1].name);
  EXPECT_THAT(std::string(WriteModelDirectory(path_, tiny_.description, tensors,
                                              DataType::kFloat32)
                              .message()),
              HasSubstr("has shape"));
  EXPECT_FALSE(fs::exists(path_));
}

}  // namespace
}  // namespace interpres
