#include "client/glossary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class GlossaryFileTest : public ::testing::Test {
 protected:
  absl::Status Add(const std::string& content) {
    const std::string path = temp_.path() / "terms.tsv";
    std::ofstream(path) << content;
    return AddGlossary(path, request_);
  }

  const TempDir temp_;
  v1::TranslateRequest request_;
};

TEST_F(GlossaryFileTest, EachLineIsATerm) {
  ASSERT_TRUE(Add("hard disk\tdisco duro\r\n\n  cat\tgato").ok());
  ASSERT_EQ(request_.glossary_size(), 2);
  EXPECT_EQ(request_.glossary(0).source(), "hard disk");
  EXPECT_EQ(request_.glossary(0).target(), "disco duro");
  EXPECT_EQ(request_.glossary(1).source(), "cat");
  EXPECT_EQ(request_.glossary(1).target(), "gato");
}

TEST_F(GlossaryFileTest, AWrongLineIsNamed) {
  const absl::Status status = Add("cat\tgato\ndog perro\n");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("terms.tsv:2: the line has 0 tabs; expected a term"));
}

TEST_F(GlossaryFileTest, AMissingFileIsAnError) {
  EXPECT_EQ(AddGlossary(temp_.path() / "none.tsv", request_).code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace interpres
