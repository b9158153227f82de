// Admissions for tests of the network, whose sentences live as long as the test
// program.

#ifndef INTERPRES_TESTS_TESTING_ADMISSIONS_H_
#define INTERPRES_TESTS_TESTING_ADMISSIONS_H_

#include <cstdint>
#include <deque>
#include <span>

#include "model/decoding/sentence.h"

namespace interpres {

struct AdmissionSpec {
  int32_t slot = 0;
  std::span<const int32_t> source;
  int32_t beam_size = 1;
  int32_t max_length = 1;
  // Must live as long as the admission.
  std::span<const int32_t> shortlist = {};
};

// Not thread-safe.
inline Admission MakeAdmission(const AdmissionSpec& spec) {
  static std::deque<Sentence> sentences;
  sentences.push_back({.source = {spec.source.begin(), spec.source.end()},
                       .options = {.beam_size = spec.beam_size,
                                   .max_length = spec.max_length}});
  return {.slot = spec.slot,
          .sentence = &sentences.back(),
          .shortlist = spec.shortlist};
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ADMISSIONS_H_
