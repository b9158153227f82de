// A program without MPI: every group has one process.

#include "absl/strings/str_format.h"
#include "model/training/process_group.h"

namespace interpres {

void ProcessGroup::Sum(std::span<float> /*values*/) const {}
void ProcessGroup::Sum(std::span<double> /*values*/) const {}
void ProcessGroup::Broadcast(std::span<std::byte> /*bytes*/,
                             int /*from*/) const {}
void ProcessGroup::EndAll(const std::string& /*why*/) const {}

absl::StatusOr<ProcessGroupMember> ProcessGroupMember::Join() {
  if (const int launched = LaunchedProcesses(); launched > 1) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "a launcher started %d processes, but interpres-train is for one: use "
        "interpres-train-mpi, which a build with -DINTERPRES_MPI=ON has",
        launched));
  }
  return ProcessGroupMember(ProcessGroup(), /*joined=*/false);
}

void ProcessGroupMember::Leave() {}

}  // namespace interpres
