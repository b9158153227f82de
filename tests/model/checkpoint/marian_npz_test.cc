#include "model/checkpoint/marian_npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "tests/model/checkpoint/marian_file_content.h"
#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<MarianFile> ParseNpz(const std::string& file) {
  return ParseMarianFile(BorrowBytes(std::as_bytes(std::span(file))), "m.npz");
}

std::string NpzMessage(const std::string& file) {
  return MessageOfMarianFile(ParseNpz(file));
}

std::vector<ToyMarianItem> SmallNpzItems() {
  return {ToyMarianTensor("matrix", {2, 3}),
          ToyMarianTensor("vector", {1, 2}),
          ToyMarianTensor("scalar", {}),
          {.name = "half",
           .shape = {2},
           .bytes = std::string("\x00\x3c\x00\xc0", 4),
           .npy = "<f2"},
          ToyMarianConfig("type: transformer\n")};
}

TEST(MarianNpzTest, ArraysAndConfigurationAreRead) {
  const std::string bytes = ToyNpz(SmallNpzItems());
  const auto file = ParseNpz(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->config, "type: transformer\n");
  EXPECT_EQ(file->tensors.size(), 4U);
  EXPECT_EQ(file->tensors.at("matrix").shape, (std::vector<int64_t>{2, 3}));
  EXPECT_THAT(ValuesInMarianFile(*file, "matrix"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(ValuesInMarianFile(*file, "vector"), ElementsAre(0, 1));
  EXPECT_THAT(ValuesInMarianFile(*file, "scalar"), ElementsAre(0));
  EXPECT_THAT(ValuesInMarianFile(*file, "half"), ElementsAre(1, -2));
  EXPECT_EQ(file->checksum.size(), 16U);
}

TEST(MarianNpzTest, CompressedArraysAreRead) {
  std::vector<ToyMember> members;
  for (const ToyMarianItem& item : SmallNpzItems()) {
    members.push_back(ToyDeflated(item.name + ".npy", ToyNpy(item)));
  }
  const std::string bytes = ToyZip(members);
  const auto file = ParseNpz(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_THAT(ValuesInMarianFile(*file, "matrix"),
              ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(file->checksum, ParseNpz(ToyNpz(SmallNpzItems()))->checksum);
}

TEST(MarianNpzTest, FortranOrderIsAMatterOfStrides) {
  ToyMember member = {
      .name = "matrix.npy",
      .bytes = ToyNpyHeader("{'descr': '<f4', 'fortran_order': True, "
                            "'shape': (2, 3), }") +
               ToyFloats(6)};
  const std::string bytes =
      ToyZip({member,
              {.name = "special:model.yml.npy",
               .bytes = ToyNpy(ToyMarianConfig("a: 1\n"))}});
  const auto file = ParseNpz(bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_THAT(ValuesInMarianFile(*file, "matrix"),
              ElementsAre(0, 2, 4, 1, 3, 5));
}

TEST(MarianNpzTest, OtherArchivesAreErrors) {
  EXPECT_THAT(NpzMessage(ToyZip({{.name = "a.txt", .bytes = "x"}})),
              HasSubstr("the archive has \"a.txt\"; expected arrays"));
  EXPECT_THAT(NpzMessage(ToyNpz({ToyMarianTensor("adam_mt", {2})})),
              HasSubstr("it has no special:model.yml"));
  EXPECT_THAT(NpzMessage("not a zip"), HasSubstr("the zip archive is damaged"));
  ToyMarianItem item = ToyMarianTensor("a", {2});
  item.npy = "<f8";
  EXPECT_THAT(
      NpzMessage(ToyNpz({item, ToyMarianConfig("a: 1\n")})),
      HasSubstr("tensor \"a\" has type \"<f8\"; expected \"<f4\" or \"<f2\""));
  ToyMarianItem config = ToyMarianConfig("a: 1\n");
  config.npy = "<f4";
  EXPECT_THAT(NpzMessage(ToyNpz({config})),
              HasSubstr("special:model.yml has type \"<f4\""));
}

TEST(MarianNpzTest, ShapesThatDoNotFitTheElementsAreErrors) {
  const std::vector<std::vector<int64_t>> shapes = {
      {3},
      {1, 3},
      {0, 2},
      {int64_t{1} << 62, int64_t{1} << 62},
      {0, int64_t{1} << 62, int64_t{1} << 62},
      {int64_t{1} << 62}};
  for (const std::vector<int64_t>& shape : shapes) {
    ToyMarianItem item = ToyMarianTensor("a", {2});
    item.shape = shape;
    EXPECT_THAT(NpzMessage(ToyNpz({item, ToyMarianConfig("a: 1\n")})),
                HasSubstr("which do not fit: the file is damaged"));
  }
}

TEST(MarianNpzTest, EveryTruncationIsAnError) {
  const std::string bytes = ToyNpz(SmallNpzItems());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_NE(NpzMessage(bytes.substr(0, size)), "ok") << size;
  }
}

// The checksums of the archive find every flipped bit of the data.
TEST(MarianNpzTest, EveryBitFlipIsAnErrorOrHarmless) {
  const std::string good = ToyNpz(SmallNpzItems());
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    const auto file = ParseNpz(bad);
    if (!file.ok()) {
      continue;
    }
    for (const auto& [name, tensor] : file->tensors) {
      ASSERT_TRUE(CheckStoredTensor(tensor, file->file_bytes, name).ok())
          << name;
    }
  }
}

}  // namespace
}  // namespace interpres
