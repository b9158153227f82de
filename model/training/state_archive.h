// A file of named byte strings and float arrays, which stores the state of a
// training run. Layout, little-endian:
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

// The contents of the file.
struct StateArchive {
  StateEntries entries;
  std::vector<AlignedBuffer<float>> arrays;
};

// Writes `entries` and `arrays` to the file `path` atomically, and replaces an
// earlier file. Writes and syncs `path`.tmp, then renames `path`.tmp to `path`.
// After an error or a kill, `path` is either the old file or the new file.
absl::Status WriteStateArchive(const std::filesystem::path& path,
                               const StateEntries& entries,
                               std::span<const std::span<const float>> arrays);

// Reads a file of WriteStateArchive. Returns NOT_FOUND if the file does not
// exist, or another error if the file cannot be opened. Returns DATA_LOSS if
// the file is damaged; the message states the reason.
absl::StatusOr<StateArchive> ReadStateArchive(
    const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_STATE_ARCHIVE_H_
