// Counts the calls of operator new in the whole process, for tests that a step
// allocates nothing. Linking it replaces the global operator new.

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

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
