// libFuzzer over the readers of foreign weights. The first byte picks one: a
// file that PyTorch saved, or the index of a file in shards. tests/fuzz.sh
// builds and runs it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "model/checkpoint/torch_file.h"
#include "model/checkpoint/weights_file.h"

namespace interpres {
namespace {

// A file that parses must give every tensor that it lists, within the size of
// the file.
void ReadTorchFile(std::span<const std::byte> bytes) {
  const auto file = ParseTorchFile(BorrowBytes(bytes), "fuzz");
  if (!file.ok()) {
    return;
  }
  for (const auto& [name, tensor] : (*file)->tensors()) {
    if (tensor.size() * DataTypeSize(tensor.type) >
        static_cast<int64_t>(bytes.size())) {
      std::abort();
    }
    std::vector<float> values(static_cast<std::size_t>(tensor.size()));
    const auto status = (*file)->ReadFloat32(name, tensor.shape, values);
    // Only values may be wrong now, or the checksum of the archive.
    if (!status.ok() && status.code() != absl::StatusCode::kInvalidArgument) {
      std::abort();
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::span<const uint8_t> rest(data + 1, size - 1);
  if (data[0] % 2 == 0) {
    interpres::ReadTorchFile(std::as_bytes(rest));
  } else {
    (void)interpres::ParseShardIndex(
        {reinterpret_cast<const char*>(rest.data()), rest.size()}, "fuzz");
  }
  return 0;
}
