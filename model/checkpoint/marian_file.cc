// Tested by marian_bin_test.cc and marian_npz_test.cc.

#include "model/checkpoint/marian_file.h"

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/decompression.h"
#include "model/checkpoint/marian_bin.h"
#include "model/checkpoint/marian_npz.h"

namespace interpres {

absl::StatusOr<MarianFile> ParseMarianFile(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  const std::string_view plain_name = WithoutCompression(name);
  if (plain_name.ends_with(".npz")) {
    return ParseMarianNpz(bytes, name);
  }
  if (plain_name.ends_with(".bin")) {
    return ParseMarianBin(bytes, name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(name),
                   ": its name says no format of Marian; expected NAME.npz or "
                   "NAME.bin"));
}

}  // namespace interpres
