#include "model/checkpoint/npy_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>

#include "tests/testing/toy_marian_file.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

absl::StatusOr<NpyHeader> Read(const std::string& file) {
  return ReadNpyHeader(*BorrowBytes(std::as_bytes(std::span(file))), "a.npy");
}

TEST(NpyHeaderTest, VersionsOneAndTwoAreRead) {
  const std::string text =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }  \n";
  const auto one = Read(ToyNpyHeader(text) + "data");
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_EQ(one->type, "<f4");
  EXPECT_FALSE(one->fortran_order);
  EXPECT_THAT(one->shape, ElementsAre(3, 4));
  EXPECT_EQ(one->bytes, static_cast<int64_t>(10 + text.size()));
  std::string second = std::string("\x93NUMPY\x02\x00", 8);
  AppendNumber(second, text.size(), 4);
  const auto two = Read(second + text);
  ASSERT_TRUE(two.ok()) << two.status();
  EXPECT_EQ(two->bytes, static_cast<int64_t>(12 + text.size()));
}

TEST(NpyHeaderTest, ShapesHaveAnyNumberOfDimensions) {
  const auto shape = [](const std::string& tuple) {
    return ParseNpyDictionary("{\"shape\": " + tuple +
                                  ", 'fortran_order': True, 'descr': '|i1'}",
                              "a.npy")
        ->shape;
  };
  EXPECT_THAT(shape("()"), IsEmpty());
  EXPECT_THAT(shape("(5,)"), ElementsAre(5));
  EXPECT_THAT(shape("(5, 6, 7)"), ElementsAre(5, 6, 7));
}

TEST(NpyHeaderTest, OtherDictionariesAreErrors) {
  const char* bad[] = {
      "",
      "{",
      "{}",
      "[1]",
      "{'descr': '<f4', 'fortran_order': False}",
      "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
      "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}",
      "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4, 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
      "{'descr':'<f4','fortran_order':False,'shape':(99999999999999999999,)}",
  };
  for (const char* text : bad) {
    EXPECT_THAT(ParseNpyDictionary(text, "a.npy").status().message(),
                HasSubstr("expected a dictionary of descr"))
        << text;
  }
}

TEST(NpyHeaderTest, OtherFilesAreErrors) {
  const std::string good =
      ToyNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THAT(std::string(Read(good.substr(0, size)).status().message()),
                StartsWith("a.npy "))
        << size;
  }
  std::string other = good;
  other[6] = '\x04';
  EXPECT_THAT(Read(other).status().message(), HasSubstr("has version 4"));
}

}  // namespace
}  // namespace interpres
