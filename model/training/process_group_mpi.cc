// MPI's default error handler ends all processes with a message; so no call
// here returns an error.

#include <mpi.h>

#include <algorithm>
#include <cstdio>

#include "model/training/process_group.h"

namespace interpres {
namespace {

// MPI counts in int.
constexpr std::size_t kLongest = std::size_t{1} << 28U;

template <typename T, typename Job>
void InPieces(std::span<T> values, const Job& job) {
  while (!values.empty()) {
    const std::size_t count = std::min(values.size(), kLongest);
    job(values.data(), static_cast<int>(count));
    values = values.subspan(count);
  }
}

template <typename T>
void SumAll(std::span<T> values, MPI_Datatype type) {
  InPieces(values, [type](T* data, int count) {
    MPI_Allreduce(MPI_IN_PLACE, data, count, type, MPI_SUM, MPI_COMM_WORLD);
  });
}

}  // namespace

void ProcessGroup::Sum(std::span<float> values) const {
  if (size_ > 1) {
    SumAll(values, MPI_FLOAT);
  }
}

void ProcessGroup::Sum(std::span<double> values) const {
  if (size_ > 1) {
    SumAll(values, MPI_DOUBLE);
  }
}

void ProcessGroup::Broadcast(std::span<std::byte> bytes, int from) const {
  if (size_ > 1) {
    InPieces(bytes, [from](std::byte* data, int count) {
      MPI_Bcast(data, count, MPI_BYTE, from, MPI_COMM_WORLD);
    });
  }
}

void ProcessGroup::EndAll(const std::string& why) const {
  if (size_ > 1) {
    std::fprintf(stderr, "interpres-train train: process %d: %s\n", rank_,
                 why.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

absl::StatusOr<ProcessGroupMember> ProcessGroupMember::Join() {
  if (LaunchedProcesses() == 0) {
    return ProcessGroupMember(ProcessGroup(), /*joined=*/false);
  }
  // The other threads of a process never call MPI.
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return ProcessGroupMember(ProcessGroup(rank, size), /*joined=*/true);
}

void ProcessGroupMember::Leave() { MPI_Finalize(); }

}  // namespace interpres
