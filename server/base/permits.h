// A counter of permits, which bounds how many holders a resource has.

#ifndef INTERPRES_SERVER_BASE_PERMITS_H_
#define INTERPRES_SERVER_BASE_PERMITS_H_

#include <atomic>
#include <cstdint>
#include <memory>

namespace interpres {

// Thread-safe. Must outlive its permits.
class Permits {
 private:
  struct GiveBack {
    void operator()(Permits* permits) const { permits->left_.fetch_add(1); }
  };

 public:
  // A permit, which gives itself back to its Permits when it is destroyed. Null
  // means no permit.
  using Permit = std::unique_ptr<Permits, GiveBack>;

  explicit Permits(int64_t count) : left_(count) {}
  Permits(const Permits&) = delete;
  Permits& operator=(const Permits&) = delete;

  // Returns null if all permits are taken.
  Permit TryTake() {
    int64_t left = left_.load();
    while (left > 0 && !left_.compare_exchange_weak(left, left - 1)) {
    }
    return Permit(left > 0 ? this : nullptr);
  }

 private:
  std::atomic<int64_t> left_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_PERMITS_H_
