#include "model/training/tsv_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "model/training/corpus.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TsvFileTest : public ::testing::Test {
 protected:
  std::filesystem::path Write(const std::string& text) const {
    std::filesystem::path path = directory_.path() / "a.tsv";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::string ErrorOf(const std::string& text) const {
    return std::string(ReadTsvFile(Write(text)).status().message());
  }

  TempDir directory_;
};

TEST_F(TsvFileTest, OneTabDividesALine) {
  const auto columns =
      ReadTsvFile(Write("\xef\xbb\xbfone\tuno\r\n\tdos\nthree\t"));
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_THAT(columns->source, ElementsAre("one", "", "three"));
  EXPECT_THAT(columns->target, ElementsAre("uno", "dos", ""));
}

TEST_F(TsvFileTest, LinesWithoutExactlyOneTabAreAnError) {
  EXPECT_THAT(ErrorOf("one\tuno\ntwo dos\n\nthree\ttres\tIII\n"),
              AllOf(HasSubstr("a.tsv:2: the line has 0 tabs; expected exactly "
                              "one"),
                    HasSubstr("(3 of 4 lines"), HasSubstr("cut -f 1,2")));
  EXPECT_THAT(ErrorOf("one\tuno\t1\n"), HasSubstr("a.tsv:1: the line has 2"));
  EXPECT_THAT(ErrorOf("one\tu\xffno\n"), HasSubstr("a.tsv:1: byte 6"));
  EXPECT_EQ(ReadTsvFile(directory_.path() / "none").status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(TsvFileTest, IsACorpus) {
  const std::filesystem::path path =
      Write("one\tuno\n\tdos\n" + std::string(1 << 17, 'x') + "\tx\nsix\tseis");
  const auto text = ReadParallelText({.source = path,
                                      .target = path,
                                      .languages = {"en", "es"},
                                      .is_tsv = true});
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(text->source, ElementsAre("one", "six"));
  EXPECT_THAT(text->target, ElementsAre("uno", "seis"));
  EXPECT_THAT(text->lines, ElementsAre(1, 4));
  EXPECT_EQ(text->empty.first_line, 2);
  EXPECT_EQ(text->overlong.first_line, 3);
  EXPECT_EQ(NamesOf(text->files), path.string());
  EXPECT_EQ(NamesOf({.source = "a", .target = "b"}), "a and b");
}

}  // namespace
}  // namespace interpres
