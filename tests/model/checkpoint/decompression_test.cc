#include "model/checkpoint/decompression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include "tests/testing/toy_compression.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int64_t kMax = int64_t{4} << 20;

struct Kind {
  Compression compression;
  std::string (*compress)(const std::string&);
};
constexpr Kind kKinds[] = {{Compression::kGzip, ToyGzip},
                           {Compression::kZstd, ToyZstd}};

std::string RandomBytes(std::size_t size) {
  std::mt19937 random(5);
  std::string bytes;
  while (bytes.size() < size) {
    bytes += static_cast<char>(random());
  }
  return bytes;
}

std::string Message(const Kind& kind, const std::string& bytes,
                    int64_t max_bytes = kMax) {
  const auto result = Decompress(kind.compression, bytes, max_bytes, "m.bin");
  return result.ok() ? "ok" : std::string(result.status().message());
}

TEST(DecompressionTest, TheEndingNamesTheCompression) {
  EXPECT_EQ(CompressionOf("model.bin.gz"), Compression::kGzip);
  EXPECT_EQ(CompressionOf("model.bin.zst"), Compression::kZstd);
  EXPECT_EQ(CompressionOf("model.bin"), Compression::kNone);
  EXPECT_EQ(WithoutCompression("model.bin.gz"), "model.bin");
  EXPECT_EQ(WithoutCompression("model.bin.zst"), "model.bin");
  EXPECT_EQ(WithoutCompression("model.bin"), "model.bin");
}

TEST(DecompressionTest, ReturnsWhatWasCompressed) {
  // Also around the size of a block.
  const std::string texts[] = {"",
                               "a",
                               std::string(1000000, 'x'),
                               RandomBytes(300000),
                               std::string(65535, 'x'),
                               std::string(65536, 'x'),
                               std::string(65537, 'x'),
                               RandomBytes(131072)};
  for (const Kind& kind : kKinds) {
    for (const std::string& text : texts) {
      const auto result =
          Decompress(kind.compression, kind.compress(text), kMax, "m.bin");
      ASSERT_TRUE(result.ok()) << result.status();
      EXPECT_TRUE(*result == text) << text.size();
    }
    const std::string block(65536, 'y');
    const auto two =
        Decompress(kind.compression,
                   kind.compress(block) + kind.compress("two"), kMax, "m.bin");
    EXPECT_EQ(*two, block + "two");
  }
  EXPECT_EQ(*Decompress(Compression::kNone, "plain", 1, "m.bin"), "plain");
}

TEST(DecompressionTest, CutAndDamagedFilesAreErrors) {
  const std::string text = RandomBytes(200) + std::string(2000, 'y');
  for (const Kind& kind : kKinds) {
    const std::string good = kind.compress(text);
    for (std::size_t size = 0; size < good.size(); ++size) {
      EXPECT_THAT(Message(kind, good.substr(0, size)),
                  AllOf(HasSubstr("m.bin: the compressed file is damaged"),
                        HasSubstr("download the file again")))
          << size;
    }
    // A few bits have no meaning, such as the time in gzip's header.
    for (std::size_t i = 0; i < good.size(); ++i) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 0x10);
      const auto result = Decompress(kind.compression, bad, kMax, "m.bin");
      EXPECT_TRUE(!result.ok() || *result == text) << i;
    }
    EXPECT_THAT(Message(kind, "no compressed data"), HasSubstr("is damaged"));
  }
}

TEST(DecompressionTest, TheSizeIsBounded) {
  for (const Kind& kind : kKinds) {
    const std::string bytes = kind.compress(std::string(100000, 'z'));
    EXPECT_EQ(Message(kind, bytes, 100000), "ok");
    EXPECT_THAT(Message(kind, bytes, 99999),
                HasSubstr("m.bin: it has more than 99999 bytes"));
  }
}

}  // namespace
}  // namespace interpres
