#include "model/checkpoint/int8_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/marian_mt.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

ModelConfig ToyConfig() {
  return {.vocab_size = 5,
          .d_model = 4,
          .encoder_layers = 1,
          .decoder_layers = 1,
          .encoder_attention_heads = 2,
          .decoder_attention_heads = 2,
          .encoder_ffn_dim = 6,
          .decoder_ffn_dim = 6,
          .pad_token_id = 4,
          .decoder_start_token_id = 4};
}

constexpr char kQuery[] = "model.encoder.layers.0.self_attn.q_proj.weight";

class Int8WeightsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [name, shape] : ExpectedTensors(kMarianMt, ToyConfig())) {
      if (shape.size() == 2 && name != "final_logits_bias") {
        Add(name, DataType::kInt8, shape);
        Add(name + kInt8Scales, DataType::kFloat32, {shape[0]});
      } else {
        Add(name, DataType::kFloat32, shape);
      }
    }
  }

  // Adds a tensor of zero bytes, or replaces one.
  void Add(const std::string& name, DataType type,
           const std::vector<int64_t>& shape) {
    int64_t size = DataTypeSize(type);
    for (const int64_t dimension : shape) {
      size *= dimension;
    }
    bytes_[name] = std::string(static_cast<std::size_t>(size), '\0');
    tensors_[name] = {.name = name, .type = type, .shape = shape};
  }

  void SetFloat(const std::string& name, float value) {
    std::memcpy(bytes_.at(name).data(), &value, sizeof(value));
  }

  absl::Status Write() {
    std::vector<ByteTensor> tensors;
    for (auto& [name, tensor] : tensors_) {
      tensor.bytes = std::as_bytes(std::span(bytes_.at(name)));
      tensors.push_back(tensor);
    }
    return WriteInt8Weights(path_, tensors,
                            {.file = "model.safetensors",
                             .checksum = "0123456789abcdef",
                             .stamp = "stamp"});
  }

  // Writes, opens and checks the file. Returns the message, or "ok".
  std::string Message() {
    const absl::Status written = Write();
    EXPECT_TRUE(written.ok()) << written;
    return OpenMessage();
  }

  std::string OpenMessage() const {
    const auto weights = OpenInt8Weights(path_);
    const absl::Status status =
        weights.ok()
            ? CheckInt8Weights(*weights->tensors, kMarianMt, ToyConfig())
            : weights.status();
    return status.ok() ? "ok" : std::string(status.message());
  }

  std::string FileBytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Writes `bytes` to the file and opens it.
  std::string MessageOf(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    return OpenMessage();
  }

  const TempDir directory_;
  const std::filesystem::path path_ = directory_.path() / kInt8File;
  std::map<std::string, ByteTensor> tensors_;
  std::map<std::string, std::string> bytes_;
};

TEST_F(Int8WeightsTest, RoundTrips) {
  bytes_.at(kQuery)[5] = '\x81';
  SetFloat(std::string(kQuery) + kInt8Scales, 0.5F);
  Add(std::string(kQuery) + kInt8InputMultiplier, DataType::kFloat32, {1});
  SetFloat(std::string(kQuery) + kInt8InputMultiplier, 3.0F);
  ASSERT_EQ(Message(), "ok");
  const auto weights = OpenInt8Weights(path_);
  ASSERT_TRUE(weights.ok()) << weights.status();
  EXPECT_EQ(weights->origin.file, "model.safetensors");
  EXPECT_EQ(weights->origin.checksum, "0123456789abcdef");
  EXPECT_EQ(weights->origin.stamp, "stamp");
  std::vector<int8_t> bytes(16);
  const int64_t shape[] = {4, 4};
  ASSERT_TRUE(weights->tensors->ReadInt8(kQuery, shape, bytes).ok());
  EXPECT_EQ(bytes[5], -127);
  EXPECT_EQ(weights->tensors->Find(kQuery)->input_multiplier, 3.0F);
}

TEST_F(Int8WeightsTest, DamagedFilesAreErrors) {
  ASSERT_EQ(Message(), "ok");
  const std::string good = FileBytes();
  EXPECT_THAT(MessageOf(good.substr(0, 5)), HasSubstr("header length"));
  EXPECT_THAT(MessageOf(good.substr(0, 100)), HasSubstr("truncated"));
  EXPECT_THAT(MessageOf(good.substr(0, good.size() - 1)),
              HasSubstr("data_offsets"));
  EXPECT_THAT(MessageOf(good + "x"), HasSubstr("the tensors end at byte"));
  std::string changed = good;
  changed.back() = 'x';
  EXPECT_THAT(MessageOf(changed), HasSubstr("checksum of the data is"));
  changed = good;
  changed.replace(changed.find("\"I8\""), 4, "\"U8\"");
  EXPECT_THAT(MessageOf(changed),
              HasSubstr("dtype is \"U8\"; expected \"F32\" or \"I8\""));
  for (const char* key :
       {"interpres_int8", "interpres_xxh3", "weights_file", "weights_xxh3"}) {
    changed = good;
    changed.replace(changed.find(key), 1, "X");
    EXPECT_THAT(MessageOf(changed),
                HasSubstr(absl::StrFormat("__metadata__ has no %s", key)));
  }
  changed = good;
  const std::string version = "\"interpres_int8\":\"1\"";
  ASSERT_NE(changed.find(version), std::string::npos);
  changed[changed.find(version) + version.size() - 2] = '2';
  EXPECT_THAT(MessageOf(changed),
              AllOf(HasSubstr("interpres_int8 is \"2\"; expected \"1\""),
                    HasSubstr("convert --int8")));
}

// Every file that is cut off is an error, and none ends the process.
TEST_F(Int8WeightsTest, EveryTruncationIsAnError) {
  ASSERT_EQ(Message(), "ok");
  const std::string good = FileBytes();
  for (std::size_t size = 0; size < good.size(); size += 7) {
    const std::string part = good.substr(0, size);
    EXPECT_FALSE(ParseInt8Weights(OwnBytes(part), "int8.safetensors").ok());
  }
}

TEST_F(Int8WeightsTest, ContradictionsAreErrors) {
  const std::string scales = std::string(kQuery) + kInt8Scales;
  SetFloat(scales, -1.0F);
  EXPECT_THAT(Message(), AllOf(HasSubstr("int8.safetensors: tensor"),
                               HasSubstr("holds -1 at element 0")));
  Add(scales, DataType::kFloat32, {5});
  EXPECT_THAT(Message(), HasSubstr("is F32 [5]; expected F32 [4]"));
  tensors_.erase(scales);
  EXPECT_THAT(Message(), HasSubstr("q_proj.weight.scales\" of shape [4] is "
                                   "missing"));
  Add(scales, DataType::kFloat32, {4});
  Add(kQuery, DataType::kFloat32, {4, 4});
  EXPECT_THAT(Message(), HasSubstr("is F32 [4, 4]; expected I8 [4, 4]"));
  Add(kQuery, DataType::kInt8, {4, 4});
  Add("model.extra", DataType::kInt8, {2});
  EXPECT_THAT(Message(), HasSubstr("\"model.extra\" belongs to no parameter"));
  tensors_.erase("model.extra");
  const std::string inputs = std::string(kQuery) + kInt8InputMultiplier;
  Add(inputs, DataType::kFloat32, {1});
  EXPECT_THAT(Message(), HasSubstr("is 0; expected a number above 0"));
  tensors_.erase(inputs);
  Add("other.input_multiplier", DataType::kFloat32, {1});
  EXPECT_THAT(Message(), HasSubstr("belongs to no matrix"));
}

TEST_F(Int8WeightsTest, QuantisationDoesNotProduceTheLowestByte) {
  bytes_.at(kQuery)[2] = '\x80';
  ASSERT_EQ(Message(), "ok");
  const auto weights = OpenInt8Weights(path_);
  ASSERT_TRUE(weights.ok()) << weights.status();
  std::vector<int8_t> bytes(16);
  const int64_t shape[] = {4, 4};
  EXPECT_THAT(
      std::string(weights->tensors->ReadInt8(kQuery, shape, bytes).message()),
      HasSubstr("holds -128 at element 2"));
}

TEST_F(Int8WeightsTest, TheWriterChecksSizes) {
  bytes_.at(kQuery) += "x";
  EXPECT_THAT(std::string(Write().message()), HasSubstr("comes with 17 bytes"));
}

}  // namespace
}  // namespace interpres
