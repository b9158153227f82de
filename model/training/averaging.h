// Keeps the last or the best snapshots of the parameters on disk and computes
// their mean.
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

// Manages the files snapshot-<update>.state in a directory. Not thread-safe.
class SnapshotStore {
 public:
  // Which snapshots are kept and averaged.
  struct Policy {
    int64_t keep = 1;  // maximum number of snapshots, at least 1
    // True keeps the snapshots with the highest scores, and prefers the later
    // of equal scores. False keeps the last snapshots.
    bool best = false;
  };
  // REQUIRES: `directory` exists.
  SnapshotStore(std::filesystem::path directory, Policy policy)
      : directory_(std::move(directory)), policy_(policy) {}

  // Writes the snapshot of `update` with its score. Replaces an earlier
  // snapshot of the same update.
  absl::Status Add(int64_t update, double score,
                   std::span<const float> parameters);

  // Returns the mean of the snapshots that the policy selects among those with
  // updates up to `last_update`. Returns NOT_FOUND if there is no such
  // snapshot. Returns DATA_LOSS if a snapshot is damaged or belongs to another
  // run.
  absl::StatusOr<AlignedBuffer<float>> Average(int64_t last_update) const;

  // Removes the snapshots that the policy does not keep.
  absl::Status RemoveBeyond() const;

  // Returns the updates of the snapshots on disk, ascending.
  std::vector<int64_t> Updates() const;

  // Removes the snapshots after `update`, because a resumed run will write them
  // again. -1 removes all snapshots. Also removes the temporary files of
  // interrupted writes.
  absl::Status RemoveAfter(int64_t update) const;

 private:
  absl::Status RemoveUnfinished() const;
  std::filesystem::path PathOf(int64_t update) const;
  // Returns the updates of the snapshots up to `last_update`, worst first by
  // the policy.
  absl::StatusOr<std::vector<int64_t>> Ranked(int64_t last_update) const;

  std::filesystem::path directory_;
  Policy policy_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_AVERAGING_H_
