#include "tests/testing/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {
std::atomic<int64_t> allocation_count{0};

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

std::atomic<int64_t> allowed_in_new_threads{kUnlimited};

// Calls that the thread's limit still allows; below 0 after a call that it did
// not allow.
thread_local int64_t allowed_calls = allowed_in_new_threads.load();
}  // namespace

#if !defined(INTERPRES_SANITIZED)
// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  const bool is_allowed = allowed_calls > 0;
  allowed_calls -= allowed_calls >= 0 ? 1 : 0;
  if (is_allowed) {
    if (void* pointer = std::malloc(size == 0 ? 1 : size)) {
      return pointer;
    }
  }
  throw std::bad_alloc();
}

void operator delete(void* pointer) noexcept { std::free(pointer); }

void operator delete(void* pointer, std::size_t /*size*/) noexcept {
  std::free(pointer);
}
#endif

namespace interpres {

int64_t AllocationCount() {
  return allocation_count.load(std::memory_order_relaxed);
}

AllocationLimit::AllocationLimit(int64_t allowed) { allowed_calls = allowed; }

AllocationLimit::~AllocationLimit() { allowed_calls = kUnlimited; }

bool AllocationLimit::exceeded() const { return allowed_calls < 0; }

NewThreadLimit::NewThreadLimit(int64_t allowed) {
  allowed_in_new_threads = allowed;
}

NewThreadLimit::~NewThreadLimit() { allowed_in_new_threads = kUnlimited; }

}  // namespace interpres
