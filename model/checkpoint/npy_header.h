// The header of an array that NumPy saved (.npy).
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#ifndef INTERPRES_MODEL_CHECKPOINT_NPY_HEADER_H_
#define INTERPRES_MODEL_CHECKPOINT_NPY_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"

namespace interpres {

struct NpyHeader {
  std::string type = {};  // as NumPy spells it: "<f4"
  bool fortran_order = false;
  std::vector<int64_t> shape = {};
  int64_t bytes = 0;  // of the header, where the elements begin
};

// Reads the header of the array in `bytes`, a .npy file. Returns
// INVALID_ARGUMENT if the header is malformed, longer than 64 KiB, or has a
// negative dimension or more than 32 dimensions. Checks neither the type nor
// the number of elements. Also returns the errors of ByteSource::Read. `place`
// starts every message about the header.
absl::StatusOr<NpyHeader> ReadNpyHeader(const ByteSource& bytes,
                                        std::string_view place);

// Parses the text of a header, a dictionary of Python. `NpyHeader::bytes` of
// the result is 0. Returns INVALID_ARGUMENT unless the text has exactly the
// keys `descr`, `fortran_order` and `shape`. `place` starts the message.
absl::StatusOr<NpyHeader> ParseNpyDictionary(std::string_view text,
                                             std::string_view place);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_NPY_HEADER_H_
