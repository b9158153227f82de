#include "model/checkpoint/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "model/base/read_file.h"
#include "model/checkpoint/safetensors_header.h"
#include "model/checkpoint/safetensors_writer.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// Length prefix, header, data.
std::string Container(const std::string& header, std::size_t data_bytes) {
  const uint64_t length = header.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + header + std::string(data_bytes, '\0');
}

std::shared_ptr<const ByteSource> SafetensorsBytes(const std::string& file) {
  return BorrowBytes(
      std::as_bytes(std::span<const char>(file.data(), file.size())));
}

absl::StatusOr<std::unique_ptr<const TensorSource>> ParseBytes(
    const std::string& file) {
  return ParseSafetensors(SafetensorsBytes(file), "w.st");
}

std::string SafetensorsMessage(const std::string& file) {
  const auto parsed = ParseBytes(file);
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

const std::vector<float>& Values() {
  static const auto* const values =
      new std::vector<float>{0.5f, -1.25f, 2.0f, 3.0f, -0.0f, 65504.0f};
  return *values;
}

std::vector<NamedTensor> TwoTensors() {
  const std::span<const float> all(Values());
  return {{"b", {2, 2}, all.first(4)}, {"a", {2}, all.subspan(4)}};
}

std::string Written(DataType type) {
  const TempDir temp;
  const auto path = temp.path() / "w.st";
  EXPECT_TRUE(WriteSafetensors(path, TwoTensors(), type).ok());
  return ReadFile(path, 1 << 20).value_or("");
}

TEST(SafetensorsTest, ReadsWhatItWrote) {
  for (const DataType type : {DataType::kFloat32, DataType::kFloat16}) {
    const std::string bytes = Written(type);
    const auto file = ParseBytes(bytes);
    ASSERT_TRUE(file.ok()) << file.status();
    const auto header =
        ParseSafetensorsHeader(*SafetensorsBytes(bytes), "w.st");
    ASSERT_TRUE(header.ok()) << header.status();
    EXPECT_EQ(header->metadata.at("format"), "pt");
    EXPECT_EQ(header->metadata.at("interpres_xxh3"), (*file)->checksum());
    ASSERT_EQ((*file)->tensors().size(), 2u);
    for (const NamedTensor& tensor : TwoTensors()) {
      std::vector<float> read(tensor.data.size());
      ASSERT_TRUE((*file)->ReadFloat32(tensor.name, tensor.shape, read).ok());
      EXPECT_TRUE(std::equal(read.begin(), read.end(), tensor.data.begin()));
    }
  }
}

TEST(SafetensorsTest, DataStartsAligned) {
  const std::string bytes = Written(DataType::kFloat32);
  uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0u);
  EXPECT_EQ(bytes.size(), 8 + length + 24);
}

TEST(SafetensorsTest, EveryTruncationIsAnError) {
  const std::string bytes = Written(DataType::kFloat16);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ParseBytes(bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_THAT(SafetensorsMessage(bytes + "x"),
              HasSubstr("the tensors end at byte 12"));
}

// A flip in the data breaks the checksum; one elsewhere may only leave a file
// whose tensors still lie within it (a renamed tensor, say).
TEST(SafetensorsTest, EveryBitFlipIsAnErrorOrHarmless) {
  const std::string good = Written(DataType::kFloat16);
  uint64_t length = 0;
  std::memcpy(&length, good.data(), 8);
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    const auto file = ParseBytes(bad);
    if (bit / 8 >= 8 + length) {
      ASSERT_EQ(file.status().code(), absl::StatusCode::kDataLoss) << bit;
      ASSERT_THAT(file.status().message(), HasSubstr("checksum"));
    } else if (bit / 8 < 8) {
      ASSERT_FALSE(file.ok()) << bit;
    } else if (file.ok()) {
      for (const auto& [name, view] : (*file)->tensors()) {
        std::vector<float> values(static_cast<std::size_t>(view.size()));
        ASSERT_THAT(
            (*file)->ReadFloat32(name, view.shape, values).code(),
            AnyOf(absl::StatusCode::kOk, absl::StatusCode::kInvalidArgument));
      }
    }
  }
}

struct BadHeader {
  const char* header;
  std::size_t data_bytes;
  const char* message;
};

class BadHeaderTest : public ::testing::TestWithParam<BadHeader> {};

TEST_P(BadHeaderTest, IsNamed) {
  const std::string message =
      SafetensorsMessage(Container(GetParam().header, GetParam().data_bytes));
  EXPECT_THAT(message, HasSubstr("w.st: "));
  EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, BadHeaderTest,
    ::testing::Values(
        BadHeader{"", 0, "the header does not start with '{'"},
        BadHeader{" {}", 0, "the header does not start with '{'"},
        BadHeader{"{", 0, "header: not valid JSON"},
        BadHeader{"{}}", 0, "header: not valid JSON"},
        BadHeader{"{\"a\xff\":1}", 0, "header: not valid JSON"},
        BadHeader{R"({"a":1,"a":2})", 0, R"(the key "a" appears twice)"},
        BadHeader{R"({"a":[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]})", 0,
                  "nests deeper than 16 levels"},
        BadHeader{R"({"__metadata__":[]})", 0,
                  "__metadata__ is []; expected an object of strings"},
        BadHeader{R"({"__metadata__":{"x":1}})", 0,
                  R"(__metadata__ "x" is 1; expected a string)"},
        BadHeader{R"({"__metadata__":{"interpres_xxh3":"00"}})", 0,
                  R"(expected "00": the file is damaged)"}));

INSTANTIATE_TEST_SUITE_P(
    Entries, BadHeaderTest,
    ::testing::Values(
        BadHeader{R"({"a":7})", 0,
                  R"(tensor "a": expected an object, found 7)"},
        BadHeader{R"({"a":{"shape":[1],"data_offsets":[0,4]}})", 4,
                  R"(tensor "a": the key "dtype" is missing)"},
        BadHeader{R"({"a":{"dtype":"F32","data_offsets":[0,4]}})", 4,
                  R"(the key "shape" is missing)"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1]}})", 4,
                  R"(the key "data_offsets" is missing)"},
        BadHeader{
            R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}})",
            4, R"(unknown key "x")"},
        BadHeader{R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})",
                  8, R"(dtype is "I64"; expected "F32", "F16" or "BF16")"},
        BadHeader{R"({"a":{"dtype":5,"shape":[1],"data_offsets":[0,8]}})", 8,
                  "dtype is 5"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})",
                  4, "shape is [-1]; expected at most 8 non-negative"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})",
                  4, "shape is [1.5]"},
        BadHeader{R"({"a":{"dtype":"F32","shape":3,"data_offsets":[0,4]}})", 4,
                  "shape is 3"},
        BadHeader{
            R"({"a":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]}})",
            4, "expected at most 8"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[99999999999999999999999],)"
                  R"("data_offsets":[0,4]}})",
                  4, "shape is [9.999999999999999e+22]"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],)"
                  R"("data_offsets":[0,0]}})",
                  0, "the shape [4611686018427387904, 4] overflows"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4,
                  "data_offsets is [0]; expected two"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1],"data_offsets":["0",4]}})",
                  4, "data_offsets is"}));

INSTANTIATE_TEST_SUITE_P(
    Offsets, BadHeaderTest,
    ::testing::Values(
        BadHeader{R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})",
                  4, "[4, 0] are not within the 4 bytes of data"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
                  4, "[0, 8] are not within the 4 bytes of data"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1],)"
                  R"("data_offsets":[18446744073709551612,0]}})",
                  4, "expected two non-negative integers"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})",
                  4, "span 4 bytes, but shape [2] of F32 needs 8"},
        BadHeader{R"({"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]},)"
                  R"("b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})",
                  6, R"(tensor "b": data_offsets start at 2, which is not a)"},
        BadHeader{
            R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
            R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
            12, R"(tensor "b": its data starts at 4, expected 8: it overlaps)"},
        BadHeader{R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                  8, "bytes before it belong to no tensor"},
        BadHeader{
            R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 8,
            "the tensors end at byte 4 of the data, but the file has 8"}));

TEST(SafetensorsTest, OversizedHeaderLengths) {
  EXPECT_THAT(SafetensorsMessage(""), HasSubstr("w.st: it has 0 bytes"));
  EXPECT_THAT(SafetensorsMessage(std::string(8, '\xff')),
              HasSubstr("the header length is 18446744073709551615 bytes; at "
                        "most 100000000"));
  std::string file = Container("{}", 0);
  file[0] = 3;
  EXPECT_THAT(SafetensorsMessage(file), HasSubstr("but only 2 follow it"));
}

TEST(SafetensorsTest, HostileNamesAreEscapedAndShortened) {
  const std::string name = "x\\u0007" + std::string(1000, 'y');
  const std::string message =
      SafetensorsMessage(Container("{\"" + name + "\":1}", 0));
  EXPECT_LT(message.size(), 300u);
  EXPECT_EQ(message.find('\a'), std::string::npos);
}

TEST(SafetensorsTest, AForeignFileNeedsNoChecksum) {
  const std::string file =
      Container(R"({"a":{"dtype":"BF16","shape":[],"data_offsets":[0,2]},)"
                R"("e":{"dtype":"F32","shape":[0,3],"data_offsets":[2,2]}})",
                2);
  // "e" is empty but starts between two floats: offsets are checked for it too.
  EXPECT_THAT(SafetensorsMessage(file),
              HasSubstr("multiple of the element size"));
  EXPECT_EQ(
      SafetensorsMessage(Container(
          R"({"a":{"dtype":"BF16","shape":[],"data_offsets":[0,2]}})", 2)),
      "ok");
}

TEST(SafetensorsTest, ReadFloat32NamesWhatIsWrong) {
  const std::string bytes = Written(DataType::kFloat32);
  const auto file = ParseBytes(bytes);
  ASSERT_TRUE(file.ok());
  std::vector<float> out(4);
  const std::vector<int64_t> square = {2, 2};
  const std::vector<int64_t> row = {4};
  const auto missing = (*file)->ReadFloat32("c", square, out);
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(missing.message(),
              HasSubstr("w.st: tensor \"c\" is missing; expected [2, 2]"));
  EXPECT_THAT((*file)->ReadFloat32("b", row, out).message(),
              HasSubstr("\"b\" has shape [2, 2]; expected [4]"));
  out.resize(3);
  EXPECT_FALSE((*file)->ReadFloat32("b", square, out).ok());
}

TEST(SafetensorsTest, WeightsAreFinite) {
  std::string file =
      Container(R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})", 4);
  file[file.size() - 1] = '\x7c';  // the second element: infinity
  const auto parsed = ParseBytes(file);
  ASSERT_TRUE(parsed.ok());
  std::vector<float> out(2);
  const std::vector<int64_t> shape = {2};
  EXPECT_THAT((*parsed)->ReadFloat32("a", shape, out).message(),
              HasSubstr("\"a\" holds inf at element 1"));
}

TEST(SafetensorsWriterTest, RejectsWhatCannotBeRead) {
  const TempDir temp;
  const auto path = temp.path() / "w.st";
  const std::vector<float> two = {1.0f, 2.0f};
  const std::vector<float> nan = {1.0f, std::nanf("")};
  const std::vector<float> large = {1e6f, 0.0f};
  const auto message = [&](const std::vector<NamedTensor>& tensors,
                           DataType type) {
    const auto status = WriteSafetensors(path, tensors, type);
    return status.ok() ? "ok" : std::string(status.message());
  };
  const DataType f32 = DataType::kFloat32;
  EXPECT_THAT(message({{"a", {3}, two}}, f32),
              HasSubstr("\"a\" of shape [3] comes with 2 elements"));
  EXPECT_THAT(message({{"a", {-1, -2}, two}}, f32), HasSubstr("comes with"));
  EXPECT_THAT(message({{"a", {2}, two}, {"a", {2}, two}}, f32),
              HasSubstr("\"a\" is given twice"));
  EXPECT_THAT(message({{"__metadata__", {2}, two}}, f32),
              HasSubstr("is reserved"));
  EXPECT_THAT(message({{"a", {2}, nan}}, f32), HasSubstr("at element 1"));
  EXPECT_THAT(message({{"a", {2}, large}}, DataType::kFloat16),
              HasSubstr("holds 1e+06 at element 0, which has no finite F16"));
  EXPECT_TRUE(std::filesystem::is_empty(temp.path()));
  EXPECT_EQ(message({{"a", {2}, large}}, DataType::kBFloat16), "ok");
}

// More values than one step checks and returns.
TEST(SafetensorsTest, LargeFilesAreRead) {
  std::vector<float> values(2'500'001);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i % 1013);
  }
  const TempDir temp;
  const auto path = temp.path() / "w.st";
  const auto size = static_cast<int64_t>(values.size());
  ASSERT_TRUE(
      WriteSafetensors(path, {{"large", {size}, values}}, DataType::kFloat32)
          .ok());
  const auto file = OpenSafetensors(path);
  ASSERT_TRUE(file.ok()) << file.status();
  std::vector<float> read(values.size());
  ASSERT_TRUE((*file)->ReadFloat32("large", {{size}}, read).ok());
  EXPECT_EQ(read, values);
}

TEST(SafetensorsTest, OpenNamesTheFile) {
  const TempDir temp;
  EXPECT_EQ(OpenSafetensors(temp.path() / "w.st").status().code(),
            absl::StatusCode::kNotFound);
  ASSERT_TRUE(
      WriteSafetensors(temp.path() / "w.st", TwoTensors(), DataType::kBFloat16)
          .ok());
  EXPECT_TRUE(OpenSafetensors(temp.path() / "w.st").ok());
}

// A mapped file would end the process with SIGBUS.
TEST(SafetensorsTest, AFileThatShrinksWhileItIsReadIsAnError) {
  const TempDir temp;
  const auto path = temp.path() / "w.st";
  ASSERT_TRUE(WriteSafetensors(path, TwoTensors(), DataType::kFloat32).ok());
  const auto file = OpenSafetensors(path);
  ASSERT_TRUE(file.ok()) << file.status();
  std::filesystem::resize_file(path, 10);
  std::vector<float> values(4);
  const absl::Status status = (*file)->ReadFloat32("b", {{2, 2}}, values);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("another program changed it while it was read"));
}

}  // namespace
}  // namespace interpres
