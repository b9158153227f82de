// A file of named byte strings and float arrays, for what a training run must
// keep. Layout, little-endian:
//   "ITPSTATE", u32 version, u32 entries, u32 arrays, u32 zero,
//   per entry: u32 key size, u32 value size, key, value,
//   per array: u64 floats, then its data,
//   u64 XXH3-64 of all bytes before it.

#ifndef INTERPRES_MODEL_TRAINING_STATE_ARCHIVE_H_
#define INTERPRES_MODEL_TRAINING_STATE_ARCHIVE_H_

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tensor/tensor.h"

namespace interpres {

using StateEntries = std::map<std::string, std::string>;

struct StateArchive {
  StateEntries entries;
  std::vector<AlignedBuffer<float>> arrays;
};

// Writes `path`.tmp, syncs it, renames it over `path`: a kill at any moment
// leaves the old file or the new one.
absl::Status WriteStateArchive(const std::filesystem::path& path,
                               const StateEntries& entries,
                               std::span<const std::span<const float>> arrays);

// NOT_FOUND, or DATA_LOSS with what is wrong with the file.
absl::StatusOr<StateArchive> ReadStateArchive(
    const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_STATE_ARCHIVE_H_
