// How much smaller a long test is with sanitizers.

#ifndef INTERPRES_TESTS_TESTING_SLOWNESS_H_
#define INTERPRES_TESTS_TESTING_SLOWNESS_H_

namespace interpres {

// Divide the number of random cases, or the size of a long text, by this
// number. Sanitizers look for errors in each statement, and find them in fewer
// cases. The tests without sanitizers run all of them.
#if defined(INTERPRES_SANITIZED)
constexpr int kSlowness = 16;
#else
constexpr int kSlowness = 1;
#endif

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_SLOWNESS_H_
