// The processes that train one model together, each on a machine or on cores
// of its own: `mpirun -n 4 interpres-train train ...`.
//
// A build without INTERPRES_MPI has only groups of one, in which nothing is
// sent and nothing costs anything.

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

// All processes call the same functions in the same order, and each call
// returns when what it needs from the others has come. Used by one thread. A
// process that is lost ends the others: MPI kills them.
class ProcessGroup {
 public:
  // This process alone.
  ProcessGroup() = default;

  int rank() const { return rank_; }  // 0 .. size() - 1
  int size() const { return size_; }
  // The one that writes files and talks to people.
  bool leads() const { return rank_ == 0; }

  // Replaces each value by its sum over the processes. All get the same bytes.
  void Sum(std::span<float> values) const;
  void Sum(std::span<double> values) const;

  // Replaces the bytes, as many in each process, by those of process `from`.
  void Broadcast(std::span<std::byte> bytes, int from = 0) const;
  void Broadcast(std::string& text, int from = 0) const;
  template <typename T>
  void BroadcastValue(T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    Broadcast(std::as_writable_bytes(std::span<T>(&value, 1)));
  }

  // Ends all processes with exit code 1, where there are others: for what
  // leaves no way to tell them. `why` goes to standard error.
  void EndAll(const std::string& why) const;

  // The error of the first process that has one, the same in all of them; it
  // says which, unless it is the leader's.
  absl::Status FirstError(const absl::Status& mine) const;

  // Calls job(), which returns a status, in the leader alone; its error is
  // everyone's.
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

// Membership in the group of all processes that a launcher started, for as long
// as the object lives. One per process.
class ProcessGroupMember {
 public:
  // Without a launcher the group is this process alone. FAILED_PRECONDITION if
  // a launcher started several and this build cannot reach the others.
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
  bool joined_;  // and must leave
};

// What the launcher's environment says: 0 without a launcher.
int LaunchedProcesses();

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PROCESS_GROUP_H_
