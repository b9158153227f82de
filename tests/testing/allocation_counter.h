// Counts the calls of operator new in the whole process, for tests that a step
// allocates nothing, and makes them fail, for tests that a lack of memory is an
// error. Linking it replaces the global operator new.

#ifndef INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
#define INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace interpres {

// False under the sanitizers: they replace operator new themselves, and a
// second replacement would free what another one allocated.
#if defined(INTERPRES_SANITIZED)
inline constexpr bool kCountsAllocations = false;
#else
inline constexpr bool kCountsAllocations = true;
#endif

// Returns the number of calls of operator new so far, by all threads. Returns 0
// if calls are not counted.
int64_t AllocationCount();

// While an AllocationLimit exists, this thread may call operator new `allowed`
// times. Further calls throw std::bad_alloc. Has no effect where allocations
// are not counted. REQUIRES: at most one exists in a thread.
class AllocationLimit {
 public:
  explicit AllocationLimit(int64_t allowed);
  ~AllocationLimit();
  AllocationLimit(const AllocationLimit&) = delete;
  AllocationLimit& operator=(const AllocationLimit&) = delete;

  // Whether a call has thrown.
  bool exceeded() const;
};

// While a NewThreadLimit exists, each thread that starts may call operator new
// `allowed` times. Further calls of the thread throw std::bad_alloc. Has no
// effect where allocations are not counted. REQUIRES: at most one exists.
class NewThreadLimit {
 public:
  explicit NewThreadLimit(int64_t allowed);
  ~NewThreadLimit();
  NewThreadLimit(const NewThreadLimit&) = delete;
  NewThreadLimit& operator=(const NewThreadLimit&) = delete;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
