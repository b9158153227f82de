// Counts the calls of operator new in the whole process, for tests that a step
// allocates nothing. Linking it replaces the global operator new.

#ifndef INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
#define INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace interpres {

// Calls of operator new so far, by all threads.
int64_t AllocationCount();

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALLOCATION_COUNTER_H_
