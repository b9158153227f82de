// The common parts of the fuzzers of several parsers.

#ifndef INTERPRES_TESTS_TESTING_FUZZ_PARSERS_H_
#define INTERPRES_TESTS_TESTING_FUZZ_PARSERS_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <string>

namespace interpres {

// Prints `finding` and ends the process, which libFuzzer reports as a finding.
[[noreturn]] inline void Report(const std::string& finding) {
  std::fprintf(stderr, "finding: %s\n", finding.c_str());
  std::abort();
}

// Gives an input to one of the parsers. The first byte chooses the parser,
// which gets the other bytes. Does nothing if `size` is 0.
inline int FuzzOneOf(
    const uint8_t* data, std::size_t size,
    std::initializer_list<std::function<void(const std::string&)>> parsers) {
  if (size > 0) {
    const auto& parser = parsers.begin()[data[0] % parsers.size()];
    parser(std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  }
  return 0;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FUZZ_PARSERS_H_
