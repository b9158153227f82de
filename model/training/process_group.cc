#include "model/training/process_group.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

namespace interpres {

void ProcessGroup::Broadcast(std::string& text, int from) const {
  std::size_t size = text.size();
  Broadcast(std::as_writable_bytes(std::span(&size, 1)), from);
  text.resize(size);
  Broadcast(std::as_writable_bytes(std::span(text.data(), size)), from);
}

absl::Status ProcessGroup::FirstError(const absl::Status& mine) const {
  if (size_ == 1) {
    return mine;
  }
  std::vector<double> codes(static_cast<std::size_t>(size_), 0.0);
  codes[static_cast<std::size_t>(rank_)] = mine.raw_code();
  Sum(codes);
  const auto first = std::find_if(codes.begin(), codes.end(),
                                  [](double code) { return code != 0.0; });
  if (first == codes.end()) {
    return absl::OkStatus();
  }
  const auto from = static_cast<int>(first - codes.begin());
  std::string message(mine.message());
  Broadcast(message, from);
  return absl::Status(
      static_cast<absl::StatusCode>(static_cast<int>(*first)),
      from == 0 ? message : absl::StrFormat("process %d: %s", from, message));
}

int LaunchedProcesses() {
  // Open MPI; MPICH and Slurm's PMI; Slurm's PMIx.
  for (const char* name :
       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    int processes = 0;
    // Nothing here changes the environment.
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    if (value != nullptr && absl::SimpleAtoi(value, &processes) &&
        processes > 0) {
      return processes;
    }
  }
  return 0;
}

}  // namespace interpres
