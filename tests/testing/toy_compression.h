// Compresses bytes as gzip, zlib and zstd do.

#ifndef INTERPRES_TESTS_TESTING_TOY_COMPRESSION_H_
#define INTERPRES_TESTS_TESTING_TOY_COMPRESSION_H_

#include <zlib.h>
#include <zstd.h>

#include <string>

namespace interpres {

inline constexpr int kToyZlibFormat = 15;  // the largest window
inline constexpr int kToyGzipFormat = kToyZlibFormat + 16;

inline std::string ToyDeflate(const std::string& bytes, int format) {
  z_stream stream = {};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, format, 8,
               Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

inline std::string ToyGzip(const std::string& bytes) {
  return ToyDeflate(bytes, kToyGzipFormat);
}

// With a checksum, as the program zstd writes it.
inline std::string ToyZstd(const std::string& bytes) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  result.resize(ZSTD_compress2(context, result.data(), result.size(),
                               bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  return result;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_COMPRESSION_H_
