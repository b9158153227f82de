// Files: model_directory_test.cc.

#include "model/checkpoint/byte_source.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

namespace interpres {
namespace {

// Expects each part of the source to have the bytes of `text`, and an error
// behind its end.
void ExpectBytes(const ByteSource& source, const std::string& text) {
  ASSERT_EQ(source.size(), std::ssize(text));
  for (int64_t begin = 0; begin <= source.size(); ++begin) {
    for (int64_t count = 0; begin + count <= source.size(); ++count) {
      const absl::StatusOr<std::string> part = ReadText(source, begin, count);
      ASSERT_TRUE(part.ok()) << part.status();
      EXPECT_EQ(*part, text.substr(begin, count));
    }
    EXPECT_EQ(
        ReadText(source, begin, source.size() - begin + 1).status().code(),
        absl::StatusCode::kInvalidArgument);
  }
}

TEST(ByteSourceTest, OwnedBytes) { ExpectBytes(*OwnBytes("model"), "model"); }

TEST(ByteSourceTest, AppendedBytesFollow) {
  ExpectBytes(*AppendBytes(OwnBytes("abc"), "de"), "abcde");
  ExpectBytes(*AppendBytes(OwnBytes(""), "de"), "de");
  ExpectBytes(*AppendBytes(OwnBytes("abc"), ""), "abc");
}

TEST(ByteSourceTest, ASliceHasItsBytesOnly) {
  ExpectBytes(*SliceBytes(OwnBytes("abcde"), 1, 3), "bcd");
  ExpectBytes(*SliceBytes(AppendBytes(OwnBytes("abc"), "de"), 2, 3), "cde");
}

}  // namespace
}  // namespace interpres
