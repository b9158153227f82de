// Decides which of the threads that share some CPUs may use a second CPU.

#ifndef INTERPRES_MODEL_ENGINE_CPU_SHARE_H_
#define INTERPRES_MODEL_ENGINE_CPU_SHARE_H_

#include <atomic>
#include <cstdint>

namespace interpres {

// Thread-safe.
class CpuShare {
 public:
  explicit CpuShare(int32_t cpus) : cpus_(cpus) {}
  CpuShare(const CpuShare&) = delete;
  CpuShare& operator=(const CpuShare&) = delete;

 private:
  friend class CpuUse;
  const int32_t cpus_;
  std::atomic<int32_t> used_ = 0;
};

// Counts one or two CPUs of a CpuShare as used while the object lives.
class CpuUse {
 public:
  // Takes one CPU, even if no CPU is idle. With `wants_two`, takes a second CPU
  // if one is idle; then has_two() is true. Does not block. Null `share` means
  // that no CPU is counted and has_two() is false.
  // REQUIRES: `share` outlives the object.
  CpuUse(CpuShare* share, bool wants_two) : share_(share) {
    if (share_ == nullptr) {
      return;
    }
    int32_t used = share_->used_.fetch_add(1) + 1;
    while (wants_two && !has_two_ && used < share_->cpus_) {
      has_two_ = share_->used_.compare_exchange_weak(used, used + 1);
    }
  }
  ~CpuUse() {
    if (share_ != nullptr) {
      share_->used_.fetch_sub(has_two_ ? 2 : 1);
    }
  }
  CpuUse(const CpuUse&) = delete;
  CpuUse& operator=(const CpuUse&) = delete;

  bool has_two() const { return has_two_; }

 private:
  CpuShare* const share_;
  bool has_two_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CPU_SHARE_H_
