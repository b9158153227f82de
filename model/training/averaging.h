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

// Writes, averages and deletes snapshots of the parameters of a run: the files
// snapshot-<update>.state in a directory. Not thread-safe.
class SnapshotStore {
 public:
  // Which snapshots are kept and averaged.
  struct Policy {
    int64_t keep = 1;  // maximum number of snapshots, at least 1
    // True keeps the snapshots with the highest scores, and prefers the later
    // of equal scores. False keeps the snapshots of the last updates.
    bool best = false;
  };
  // REQUIRES: `directory` exists at the first Add().
  SnapshotStore(std::filesystem::path directory, Policy policy)
      : directory_(std::move(directory)), policy_(policy) {}

  // Writes `parameters` as the snapshot of `update`, with its score (higher is
  // better). Replaces an earlier snapshot of the same update. Removes no other
  // snapshot. Returns the error of writing the file. REQUIRES: `score` is not
  // NaN.
  absl::Status Add(int64_t update, double score,
                   std::span<const float> parameters);

  // Returns the mean, element by element, of the snapshots that the policy
  // selects: at most Policy::keep. Snapshots after `last_update` are ignored.
  // Returns NOT_FOUND if no snapshot remains. Returns DATA_LOSS if a snapshot
  // is damaged or the snapshots differ in size.
  absl::StatusOr<AlignedBuffer<float>> Average(int64_t last_update) const;

  // Deletes the files of the snapshots that the policy does not keep. Returns
  // UNAVAILABLE if a file cannot be deleted. Returns the error of reading if a
  // score cannot be read (Policy::best).
  absl::Status RemoveBeyond() const;

  // Returns the update numbers of the snapshots on disk, ascending. Returns an
  // empty list if the directory cannot be read.
  std::vector<int64_t> Updates() const;

  // Deletes the snapshots of updates above `update`, because a resumed run will
  // write them again. -1 deletes all snapshots. Also deletes the temporary
  // files of interrupted writes. Returns UNAVAILABLE if a file cannot be
  // deleted.
  absl::Status RemoveAfter(int64_t update) const;

 private:
  absl::Status RemoveUnfinished() const;
  std::filesystem::path PathOf(int64_t update) const;
  // Returns the update numbers of the snapshots up to `last_update`, in the
  // order of the policy, the worst first. Returns an error if Policy::best is
  // set and the score of a snapshot cannot be read.
  absl::StatusOr<std::vector<int64_t>> Ranked(int64_t last_update) const;

  std::filesystem::path directory_;
  Policy policy_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_AVERAGING_H_
