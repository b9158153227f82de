// Counts the calls of operator new in the whole process, for tests that a step
// allocates nothing, and makes them fail, for tests that a lack of memory is an
// error. Linking it replaces the global operator new.

#ifndef INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
#define INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace interpres {

// False under the sanitizers: they replace operator new themselves, and a
// second replacement would free what another one allocated.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kCountsAllocations = false;
#else
inline constexpr bool kCountsAllocations = true;
#endif

// Calls of operator new so far, by all threads; 0 if they are not counted.
int64_t AllocationCount();

// From its construction to its destruction, this thread may call operator new
// `allowed` times; further calls throw std::bad_alloc. Has no effect where
// allocations are not counted. One at a time in a thread.
class AllocationLimit {
 public:
  explicit AllocationLimit(int64_t allowed);
  ~AllocationLimit();
  AllocationLimit(const AllocationLimit&) = delete;
  AllocationLimit& operator=(const AllocationLimit&) = delete;

  // Whether a call has thrown.
  bool exceeded() const;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
