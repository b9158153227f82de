// The group of processes that train one model together, on several machines or
// on separate cores: `mpirun -n 4 interpres-train-mpi train ...`.
//
// Programs other than interpres-train-mpi have only groups of one process. In a
// group of one process, all communication is a no-op.

#ifndef INTERPRES_MODEL_TRAINING_PROCESS_GROUP_H_
#define INTERPRES_MODEL_TRAINING_PROCESS_GROUP_H_

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// A group of processes that communicate. In a group of one process,
// communication does nothing. REQUIRES: all processes call the same functions
// in the same order, except EndAll. Each call waits for the data of the other
// processes that it needs. If a process dies, MPI kills the other processes.
// Not thread-safe. Only the thread that called ProcessGroupMember::Join() may
// use a group of several processes.
class ProcessGroup {
 public:
  // Makes a group of one process.
  ProcessGroup() = default;

  int rank() const { return rank_; }  // 0 .. size() - 1
  int size() const { return size_; }
  // Returns true in the leader, the process with rank 0. The leader writes
  // files and prints messages.
  bool leads() const { return rank_ == 0; }

  // Replaces each element by the sum of this element over the processes. Waits
  // for all processes. All processes get the same bits. REQUIRES: `values` has
  // the same size in all processes.
  void Sum(std::span<float> values) const;
  void Sum(std::span<double> values) const;

  // Replaces `bytes` by the bytes of process `from`. All processes call
  // Broadcast, also process `from`. REQUIRES: `bytes` has the same size in all
  // processes.
  void Broadcast(std::span<std::byte> bytes, int from = 0) const;
  // Replaces `text` by the text of process `from`. `text` may have a different
  // size in each process.
  void Broadcast(std::string& text, int from = 0) const;
  // Replaces `value` by the value of the leader. All processes call
  // BroadcastValue.
  template <typename T>
  void BroadcastValue(T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    Broadcast(std::as_writable_bytes(std::span<T>(&value, 1)));
  }

  // Prints `why` to standard error and ends all processes with exit code 1. One
  // process calls EndAll alone. Does nothing in a group of one process, and
  // then returns. Used for errors after which the process cannot take part in
  // FirstError.
  void EndAll(const std::string& why) const;

  // Each process passes its own status as `mine`. Returns the error of the
  // process with the lowest rank that has an error, or OK if no process has an
  // error. All processes get the same status. The message names the process
  // unless it is the leader.
  absl::Status FirstError(const absl::Status& mine) const;

  // Calls job() in the leader only, and not in other processes. All processes
  // wait for the leader and return the status of job().
  template <typename Job>
  absl::Status LeaderDoes(const Job& job) const {
    return FirstError(leads() ? job() : absl::OkStatus());
  }

 private:
  friend class ProcessGroupMember;
  ProcessGroup(int rank, int size) : rank_(rank), size_(size) {}

  int rank_ = 0;
  int size_ = 1;
};

// The membership of this process in the group of all processes that a launcher,
// such as mpirun, started. The destructor leaves the group. REQUIRES: one
// object per process. Copies of group() are not used after the destructor.
class ProcessGroupMember {
 public:
  // Joins the group of the processes that the launcher started. Without a
  // launcher the group has one process. Returns FAILED_PRECONDITION if a
  // launcher started several processes and this program has no MPI.
  static absl::StatusOr<ProcessGroupMember> Join();

  ~ProcessGroupMember() {
    if (joined_) {
      Leave();
    }
  }
  ProcessGroupMember(ProcessGroupMember&& other) noexcept
      : group_(other.group_), joined_(std::exchange(other.joined_, false)) {}
  ProcessGroupMember& operator=(ProcessGroupMember&&) = delete;

  const ProcessGroup& group() const { return group_; }

 private:
  ProcessGroupMember(ProcessGroup group, bool joined)
      : group_(group), joined_(joined) {}
  static void Leave();

  ProcessGroup group_;
  bool joined_;  // whether the destructor must call Leave()
};

// Returns the number of processes that the launcher started, from its
// environment variables. Knows Open MPI, MPICH and Slurm. 0 means that none of
// them started this process.
int LaunchedProcesses();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PROCESS_GROUP_H_
