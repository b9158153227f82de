#include "model/checkpoint/torch_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "model/base/read_file.h"
#include "tests/testing/slowness.h"
#include "tests/testing/toy_torch_file.h"
#include "tests/testing/toy_zip.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Golden(const char* name) {
  const char* root = std::getenv("INTERPRES_SOURCE_DIR");
  const auto path = std::filesystem::path(root == nullptr ? "." : root) /
                    "tests" / "golden" / "torch" / name;
  const auto bytes = ReadFile(path, 1 << 20);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return bytes.value_or("");
}

absl::StatusOr<std::unique_ptr<const TensorSource>> ParseTorch(
    const std::string& file) {
  return ParseTorchFile(BorrowBytes(std::as_bytes(std::span(file))), "w.bin");
}

std::string TorchMessage(const std::string& file) {
  const auto parsed = ParseTorch(file);
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

std::vector<float> TorchValues(const TensorSource& source,
                               const std::string& name) {
  const StoredTensor* tensor = source.Find(name);
  EXPECT_NE(tensor, nullptr) << name;
  std::vector<float> values(static_cast<std::size_t>(tensor->size()));
  EXPECT_TRUE(source.ReadFloat32(name, tensor->shape, values).ok()) << name;
  return values;
}

// Six float32 numbers.
std::string Storage() {
  std::string bytes;
  for (int i = 0; i < 6; ++i) {
    bytes += pickle::LittleEndian(static_cast<float>(i));
  }
  return bytes;
}

std::string ToyTorchZip(const std::vector<ToyTensor>& tensors,
                        const std::vector<ToyMember>& more = {
                            {.name = "m/data/0", .bytes = Storage()}}) {
  std::vector<ToyMember> members = {
      {.name = "m/data.pkl", .bytes = ToyPickle(tensors, false)}};
  members.insert(members.end(), more.begin(), more.end());
  return ToyZip(members);
}

// tests/golden/make_torch.py made the files.
TEST(TorchFileTest, FilesOfPyTorchAreRead) {
  for (const char* name : {"zip.bin", "legacy.bin"}) {
    const std::string bytes = Golden(name);
    const auto file = ParseTorch(bytes);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ((*file)->tensors().size(), 10u) << name;
    EXPECT_THAT(TorchValues(**file, "matrix"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(TorchValues(**file, "tied"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(TorchValues(**file, "transposed"),
                ElementsAre(0, 3, 1, 4, 2, 5));
    EXPECT_THAT(TorchValues(**file, "row"), ElementsAre(3, 4, 5));
    EXPECT_THAT(
        TorchValues(**file, "expanded"),
        ElementsAre(.5, 1.5, 2.5, .5, 1.5, 2.5, .5, 1.5, 2.5, .5, 1.5, 2.5));
    EXPECT_THAT(TorchValues(**file, "half"), ElementsAre(1, -2));
    EXPECT_THAT(TorchValues(**file, "bfloat16"), ElementsAre(3, -4));
    EXPECT_THAT(TorchValues(**file, "scalar"), ElementsAre(7));
    EXPECT_THAT(TorchValues(**file, "empty"), ElementsAre());
    EXPECT_THAT(TorchValues(**file, "parameter"), ElementsAre(8, 9));
    EXPECT_EQ((*file)->Find("transposed")->shape, (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(*(*file)->AreEqual("matrix", "tied"), true);
    EXPECT_EQ(*(*file)->AreEqual("matrix", "transposed"), false);
    EXPECT_EQ((*file)->checksum().size(), 16u);
  }
}

TEST(TorchFileTest, ToyFilesOfBothFormsAreRead) {
  for (const std::string& bytes :
       {ToyTorchZip({{}}), ToyLegacyFile({{}}, {{"0", Storage()}})}) {
    const auto file = ParseTorch(bytes);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_THAT(TorchValues(**file, "a"), ElementsAre(0, 1, 2, 3, 4, 5));
  }
  const std::string zip64 =
      ToyZip({{.name = "m/data.pkl",
               .bytes = ToyPickle({{}}, false),
               .is_zip64 = true},
              {.name = "m/data/0", .bytes = Storage(), .is_zip64 = true}});
  EXPECT_EQ(TorchMessage(zip64), "ok");
}

TEST(TorchFileTest, EveryTruncationIsAnError) {
  for (const char* name : {"zip.bin", "legacy.bin"}) {
    const std::string bytes = Golden(name);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ASSERT_NE(TorchMessage(bytes.substr(0, size)), "ok")
          << name << " " << size;
    }
  }
  EXPECT_THAT(TorchMessage(Golden("legacy.bin") + "x"),
              HasSubstr("the storages end at byte"));
}

// A flipped bit may change a value, never where a value is read.
TEST(TorchFileTest, EveryBitFlipIsAnErrorOrHarmless) {
  // With sanitizers, about one bit of each byte.
  constexpr std::size_t kStep = kSlowness == 1 ? 1 : 9;
  for (const char* name : {"zip.bin", "legacy.bin"}) {
    const std::string good = Golden(name);
    for (std::size_t bit = 0; bit < good.size() * 8; bit += kStep) {
      std::string bad = good;
      bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
      const auto file = ParseTorch(bad);
      if (!file.ok()) {
        ASSERT_EQ(file.status().code() == absl::StatusCode::kInvalidArgument ||
                      file.status().code() == absl::StatusCode::kNotFound,
                  true)
            << file.status();
        continue;
      }
      for (const auto& [tensor, stored] : (*file)->tensors()) {
        ASSERT_LE(stored.size() * DataTypeSize(stored.type),
                  static_cast<int64_t>(good.size()));
        std::vector<float> values(static_cast<std::size_t>(stored.size()));
        (void)(*file)->ReadFloat32(tensor, stored.shape, values);
      }
    }
  }
}

struct Contradiction {
  const char* name;
  std::function<void(ToyTensor&)> change;
  const char* message;
};

TEST(TorchFileTest, TensorsThatContradictTheirStorageAreErrors) {
  constexpr int64_t kHuge = INT64_MAX;
  const Contradiction contradictions[] = {
      {"shifted", [](ToyTensor& t) { t.first = 1; }, "are outside the 24"},
      {"beyond", [](ToyTensor& t) { t.first = 7; }, "begins at element 7"},
      {"far beyond", [](ToyTensor& t) { t.first = kHuge; },
       "begins at element"},
      {"too large",
       [](ToyTensor& t) {
         t.shape = {3, 3};
       },
       "are outside"},
      {"long stride",
       [](ToyTensor& t) {
         t.strides = {4, 1};
       },
       "are outside"},
      {"stride that overflows",
       [](ToyTensor& t) {
         t.strides = {kHuge, 1};
       },
       "are outside"},
      {"shape that overflows",
       [](ToyTensor& t) {
         t.shape = {kHuge, kHuge};
       },
       "needs more than"},
      {"bomb of stride 0",
       [](ToyTensor& t) {
         t.shape = {1 << 20, 1 << 20};
         t.strides = {0, 0};
       },
       "needs more than"},
      {"too few strides", [](ToyTensor& t) { t.strides = {1}; }, "and strides"},
      {"negative stride",
       [](ToyTensor& t) {
         t.strides = {-3, 1};
       },
       "is not a tensor"},
      {"negative shape",
       [](ToyTensor& t) {
         t.shape = {-2, 3};
       },
       "is not a tensor"},
      {"nine dimensions",
       [](ToyTensor& t) { t.shape = t.strides = std::vector<int64_t>(9, 1); },
       "is not a tensor"},
      {"wrong size", [](ToyTensor& t) { t.elements = 5; }, "damaged"},
      {"wrong type", [](ToyTensor& t) { t.storage = "HalfStorage"; },
       "the file"},
      {"huge size", [](ToyTensor& t) { t.elements = kHuge; }, "the file"},
      {"integers",
       [](ToyTensor& t) {
         t.storage = "LongStorage";
         t.elements = 3;
         t.shape = {3};
         t.strides = {1};
       },
       "has integers; expected F32, F16 or BF16"},
      {"other type", [](ToyTensor& t) { t.storage = "DoubleStorage"; },
       "\"torch.DoubleStorage\", which a file of weights does not need"},
      {"no storage", [](ToyTensor& t) { t.key = "9"; }, "\""},
  };
  for (const Contradiction& contradiction : contradictions) {
    ToyTensor tensor;
    contradiction.change(tensor);
    EXPECT_THAT(TorchMessage(ToyTorchZip({tensor})),
                HasSubstr(contradiction.message))
        << contradiction.name;
    const std::string legacy = TorchMessage(ToyLegacyFile(
        {tensor}, {{"0", Storage()}}, tensor.storage == "LongStorage" ? 8 : 4));
    EXPECT_THAT(legacy, StartsWith("w.bin: ")) << contradiction.name;
  }
}

TEST(TorchFileTest, StoragesThatContradictEachOtherAreErrors) {
  EXPECT_THAT(TorchMessage(ToyTorchZip({{}, {.name = "b", .elements = 5}})),
              HasSubstr("contradicts another tensor about storage \"0\""));
  EXPECT_THAT(TorchMessage(ToyTorchZip({{}, {}})), HasSubstr("occurs twice"));
  EXPECT_THAT(
      TorchMessage(ToyLegacyFile({{}}, {{"0", Storage()}, {"1", "1234"}})),
      HasSubstr("storage \"1\" belongs to no tensor"));
  EXPECT_THAT(TorchMessage(ToyLegacyFile({{}, {.name = "b", .key = "1"}},
                                         {{"0", Storage()}})),
              HasSubstr("it has 1 storages; its tensors expect 2"));
  EXPECT_THAT(
      TorchMessage(ToyTorchZip(
          {{}}, {{.name = "m/data/0", .bytes = Storage(), .method = 8}})),
      HasSubstr("is compressed"));
  EXPECT_THAT(TorchMessage(
                  ToyTorchZip({{}}, {{.name = "m/data/0", .bytes = Storage()},
                                     {.name = "m/byteorder", .bytes = "big"}})),
              HasSubstr("the byte order is \"big\""));
  EXPECT_THAT(TorchMessage(ToyTorchZip({{}}, {{.name = "n/data.pkl"}})),
              HasSubstr("two files data.pkl"));
  EXPECT_THAT(TorchMessage(ToyZip({{.name = "word/document.xml"}})),
              HasSubstr("no file data.pkl"));
}

TEST(TorchFileTest, OtherFilesAreRefused) {
  EXPECT_THAT(TorchMessage(""), HasSubstr("not a file of weights"));
  EXPECT_THAT(TorchMessage("version https://git-lfs.github.com/spec/v1"),
              HasSubstr("it begins with \"vers\""));
  EXPECT_THAT(TorchMessage(pickle::Whole("N")),
              HasSubstr("not a file of weights"));
  // A pickle that would run a program if Python loaded it.
  const std::string bad =
      pickle::Whole(pickle::Global("os", "system") +
                    pickle::Tuple({pickle::Text("true")}) + "R");
  EXPECT_THAT(TorchMessage(ToyZip({{.name = "m/data.pkl", .bytes = bad}})),
              HasSubstr("\"os.system\""));
  const std::string list = pickle::Whole("]");
  EXPECT_THAT(TorchMessage(ToyZip({{.name = "m/data.pkl", .bytes = list}})),
              HasSubstr("another object than a dictionary of tensors"));
  const std::string number = pickle::Whole(pickle::EmptyDictionary() +
                                           pickle::Text("epoch") + "K\x05s");
  EXPECT_THAT(TorchMessage(ToyZip({{.name = "m/data.pkl", .bytes = number}})),
              HasSubstr("\"epoch\" is not a tensor"));
}

}  // namespace
}  // namespace interpres
