#include "model/checkpoint/weights_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "model/checkpoint/safetensors_writer.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/toy_torch_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;

class WeightsFileTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(temp_.path() / name, std::ios::binary) << bytes;
  }

  void WriteTensors(const std::string& file,
                    const std::vector<std::string>& names) {
    std::vector<NamedTensor> tensors;
    tensors.reserve(names.size());
    for (const std::string& name : names) {
      tensors.push_back({name, {2}, values_});
    }
    ASSERT_TRUE(
        WriteSafetensors(temp_.path() / file, tensors, DataType::kFloat32)
            .ok());
  }

  // Returns the names of the tensors, or the message of the error.
  std::string Names() {
    const auto source = OpenWeights(temp_.path());
    if (!source.ok()) {
      return std::string(source.status().message());
    }
    std::string names;
    for (const auto& [name, tensor] : (*source)->tensors()) {
      std::vector<float> values(static_cast<std::size_t>(tensor.size()));
      EXPECT_TRUE((*source)->ReadFloat32(name, tensor.shape, values).ok());
      names += name;
    }
    return names;
  }

  static std::string ToyFile(const std::string& name) {
    return ToyLegacyFile(
        {{.name = name, .elements = 2, .shape = {2}, .strides = {1}}},
        {{"0", std::string(8, '\0')}});
  }

  const TempDir temp_;
  const std::vector<float> values_ = {1.5F, 2.5F};
};

TEST_F(WeightsFileTest, TheFirstFormatWins) {
  EXPECT_EQ(OpenWeights(temp_.path()).status().code(),
            absl::StatusCode::kNotFound);
  Write("pytorch_model.bin", ToyFile("b"));
  EXPECT_EQ(Names(), "b");
  WriteTensors("model.safetensors", {"a"});
  EXPECT_EQ(Names(), "a");
}

TEST_F(WeightsFileTest, ShardsOfBothFormatsAreOneSource) {
  Write("pytorch_model.bin.index.json",
        R"({"metadata": {"total_size": 16}, "weight_map":
            {"x": "pytorch_model-00001-of-00002.bin",
             "y": "pytorch_model-00002-of-00002.bin"}})");
  Write("pytorch_model-00001-of-00002.bin", ToyFile("x"));
  EXPECT_THAT(Names(), HasSubstr("pytorch_model-00002-of-00002.bin"));
  Write("pytorch_model-00002-of-00002.bin", ToyFile("y"));
  EXPECT_EQ(Names(), "xy");
  Write("model.safetensors.index.json",
        R"({"weight_map": {"a": "model-1.safetensors",
            "b": "model-2.safetensors", "c": "model-1.safetensors"}})");
  WriteTensors("model-1.safetensors", {"a", "c"});
  WriteTensors("model-2.safetensors", {"b"});
  EXPECT_EQ(Names(), "abc");
}

TEST_F(WeightsFileTest, TheChecksumCoversEveryShard) {
  Write("model.safetensors.index.json",
        R"({"weight_map": {"a": "1.safetensors", "b": "2.safetensors"}})");
  WriteTensors("1.safetensors", {"a"});
  WriteTensors("2.safetensors", {"b"});
  const std::string before = (*OpenWeights(temp_.path()))->checksum();
  const std::vector<float> other = {1.5F, 3.5F};
  ASSERT_TRUE(WriteSafetensors(temp_.path() / "2.safetensors",
                               {{"b", {2}, other}}, DataType::kFloat32)
                  .ok());
  EXPECT_NE((*OpenWeights(temp_.path()))->checksum(), before);
}

TEST_F(WeightsFileTest, AnIndexThatContradictsItsShardsIsAnError) {
  Write("model.safetensors.index.json",
        R"({"weight_map": {"a": "1.safetensors", "b": "1.safetensors"}})");
  WriteTensors("1.safetensors", {"a"});
  EXPECT_THAT(Names(), HasSubstr("tensor \"b\" is not in the file"));
  WriteTensors("1.safetensors", {"a", "b", "c"});
  EXPECT_THAT(Names(), HasSubstr("tensor \"c\" is not in this file"));
}

TEST_F(WeightsFileTest, AMalformedIndexIsAnError) {
  for (const char* text :
       {"", "{}", R"({"weight_map": []})", R"({"weight_map": {"a": 1}})",
        R"({"weight_map": {"a": ""}})", R"({"weight_map": {"a": ".."}})",
        R"({"weight_map": {"a": "../secret"}})",
        R"({"weight_map": {"a": "/etc/passwd"}})"}) {
    Write("model.safetensors.index.json", text);
    EXPECT_THAT(Names(), HasSubstr("model.safetensors.index.json")) << text;
  }
}

TEST_F(WeightsFileTest, ALinkThatLeadsNowhereIsNamed) {
  fs::create_symlink("nowhere", temp_.path() / "model.safetensors");
  Write("pytorch_model.bin", ToyFile("b"));
  EXPECT_THAT(Names(), HasSubstr("model.safetensors: cannot open it"));
}

}  // namespace
}  // namespace interpres
