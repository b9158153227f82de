// The last, or the best, few snapshots of the parameters, on disk, and their
// mean.
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
  struct Policy {
    int64_t keep = 1;  // snapshots, at least 1
    // Keep those with the highest scores instead of the last. Of equal ones
    // the later is better.
    bool best = false;
  };
  // `directory` must exist.
  SnapshotStore(std::filesystem::path directory, Policy policy)
      : directory_(std::move(directory)), policy_(policy) {}

  // Writes a snapshot (again, if there is one of that update). `score` is kept
  // with it.
  absl::Status Add(int64_t update, double score,
                   std::span<const float> parameters);

  // The mean of the snapshots of the policy with updates up to `last_update`;
  // NOT_FOUND if there is none.
  absl::StatusOr<AlignedBuffer<float>> Average(int64_t last_update) const;

  // Removes those beyond the policy's.
  absl::Status RemoveBeyond() const;

  // The updates of the snapshots on disk, ascending.
  std::vector<int64_t> Updates() const;

  // Removes every snapshot, or those after an update that a resumed run will
  // write anew, and what an interrupted write left.
  absl::Status RemoveAfter(int64_t update) const;

 private:
  absl::Status RemoveUnfinished() const;
  std::filesystem::path PathOf(int64_t update) const;
  // The snapshots' updates, worst first.
  absl::StatusOr<std::vector<int64_t>> Ranked(int64_t last_update) const;

  std::filesystem::path directory_;
  Policy policy_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_AVERAGING_H_
