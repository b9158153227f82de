// libFuzzer over compressed files: gzip and zstd. The first byte picks one.
// tests/fuzz.sh builds and runs it.
//
// Besides not crashing: the result keeps its limit.

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/checkpoint/decompression.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

constexpr int64_t kMaxBytes = 100000;

void Check(Compression compression, const std::string& bytes) {
  const auto result = Decompress(compression, bytes, kMaxBytes, "fuzz");
  if (result.ok() && static_cast<int64_t>(result->size()) > kMaxBytes) {
    Report("a result above its limit");
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using interpres::Compression;
  return interpres::FuzzOneOf(data, size,
                              {[](const std::string& bytes) {
                                 interpres::Check(Compression::kGzip, bytes);
                               },
                               [](const std::string& bytes) {
                                 interpres::Check(Compression::kZstd, bytes);
                               }});
}
