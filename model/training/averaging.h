// The last few snapshots of the parameters, on disk, and their mean.
//
// Averaging the last checkpoints: "Attention Is All You Need", section 6.1.

#ifndef INTERPRES_MODEL_TRAINING_AVERAGING_H_
#define INTERPRES_MODEL_TRAINING_AVERAGING_H_

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tensor/tensor.h"

namespace interpres {

// snapshot-<update>.state files in a directory. Not thread-safe.
class SnapshotStore {
 public:
  // `directory` must exist. Keeps the last `keep` snapshots, at least 1.
  SnapshotStore(std::filesystem::path directory, int64_t keep)
      : directory_(std::move(directory)), keep_(keep) {}

  // Writes a snapshot (again, if there is one of that update) and removes those
  // beyond the last `keep`.
  absl::Status Add(int64_t update, std::span<const float> parameters);

  // The mean of the last `keep` snapshots of updates up to `last_update`;
  // NOT_FOUND if there is none.
  absl::StatusOr<AlignedBuffer<float>> Average(int64_t last_update) const;

  // The updates of the snapshots on disk, ascending.
  std::vector<int64_t> Updates() const;

  // Removes every snapshot, or those after an update that a resumed run will
  // write anew.
  absl::Status RemoveAfter(int64_t update) const;

 private:
  std::filesystem::path PathOf(int64_t update) const;

  std::filesystem::path directory_;
  int64_t keep_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_AVERAGING_H_
