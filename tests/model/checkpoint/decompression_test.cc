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

struct CompressionKind {
  Compression compression;
  std::string (*compress)(const std::string&);
};
constexpr CompressionKind kKinds[] = {{Compression::kGzip, ToyGzip},
                                      {Compression::kZstd, ToyZstd}};

std::string RandomBytes(std::size_t size) {
  std::mt19937 random(5);
  std::string bytes;
  while (bytes.size() < size) {
    bytes += static_cast<char>(random());
  }
  return bytes;
}

std::string Message(const CompressionKind& kind, const std::string& bytes,
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
  for (const CompressionKind& kind : kKinds) {
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
  for (const CompressionKind& kind : kKinds) {
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

// gzip ignores zeros behind the last member, which tapes are padded with.
TEST(DecompressionTest, ZerosBehindGzipAreIgnored) {
  const CompressionKind& gzip = kKinds[0];
  const std::string good = ToyGzip("one") + ToyGzip("two");
  const auto padded = Decompress(
      Compression::kGzip, good + std::string(100000, '\0'), kMax, "m.bin");
  ASSERT_TRUE(padded.ok()) << padded.status();
  EXPECT_EQ(*padded, "onetwo");
  EXPECT_EQ(Message(gzip, good + std::string(1, '\0')), "ok");
  const std::string zeros(512, '\0');
  EXPECT_THAT(Message(gzip, zeros), HasSubstr("is damaged"));
  EXPECT_THAT(Message(gzip, good + zeros + "x"), HasSubstr("is damaged"));
  EXPECT_THAT(Message(gzip, good + zeros + ToyGzip("three")),
              HasSubstr("is damaged"));
}

// A frame of zstd whose content is "a". `header` is the frame header behind the
// magic number (RFC 8878, section 3.1.1.1).
std::string ZstdFrame(const std::string& header) {
  return "\x28\xb5\x2f\xfd" + header + std::string("\x09\0\0a", 4);
}

// The header of a frame with a window of 2^(10 + exponent) bytes and
// `eighths` eighths more.
std::string WindowHeader(int exponent, int eighths) {
  return {'\0', static_cast<char>(exponent * 8 + eighths)};
}

TEST(DecompressionTest, LargeWindowsOfZstdAreNamed) {
  const CompressionKind& zstd = kKinds[1];
  EXPECT_EQ(Message(zstd, ZstdFrame(WindowHeader(17, 0))), "ok");
  EXPECT_EQ(Message(zstd, ZstdFrame(WindowHeader(17, 1))),
            "m.bin: the zstd window is 150994944 bytes; expected at most "
            "134217728; decompress the file with `zstd -d --long=31`, or "
            "compress the file again without --long");
  const std::string message_2_gib =
      Message(zstd, ZstdFrame(WindowHeader(21, 0)));
  EXPECT_THAT(message_2_gib, HasSubstr("window is 2147483648 bytes"));
  // The window of the second frame, not of the first one.
  EXPECT_EQ(Message(zstd, ToyZstd("text") + ZstdFrame(WindowHeader(21, 0))),
            message_2_gib);
  // The content is the window, and its size has 4 bytes: 2^28.
  EXPECT_THAT(Message(zstd, ZstdFrame(std::string("\xa0\0\0\0\x10", 5))),
              HasSubstr("window is 268435456 bytes"));
  // zstd writes no window above 2 GiB.
  EXPECT_THAT(Message(zstd, ZstdFrame(WindowHeader(21, 1))),
              HasSubstr("the compressed file is damaged"));
  EXPECT_THAT(Message(zstd, ZstdFrame(WindowHeader(31, 7))),
              HasSubstr("the compressed file is damaged"));
}

TEST(DecompressionTest, TheSizeIsBounded) {
  for (const CompressionKind& kind : kKinds) {
    const std::string bytes = kind.compress(std::string(100000, 'z'));
    EXPECT_EQ(Message(kind, bytes, 100000), "ok");
    EXPECT_THAT(Message(kind, bytes, 99999),
                HasSubstr("m.bin: it has more than 99999 bytes"));
  }
}

}  // namespace
}  // namespace interpres
