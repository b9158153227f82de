// The rules that hold for every answer, for all options of the request.

#ifndef INTERPRES_TESTS_TESTING_RESPONSE_RULES_H_
#define INTERPRES_TESTS_TESTING_RESPONSE_RULES_H_

#include <grpcpp/support/status.h>

#include <cstdint>
#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Of the model and the server.
struct ResponseLimits {
  int32_t max_length = 0;  // of a translation where the request has no limit
  int32_t default_n_best = 1;
};

// Returns the first rule that the response breaks, in words, and "" if it keeps
// all rules. Every text has a result. Hypotheses are as many as asked for, no
// longer than asked for, and best first. They have a finish reason, and the
// token scores, alignments and attention if wanted. No run of tokens repeats if
// that is forbidden.
std::string BrokenRule(const v1::TranslateRequest& request,
                       const v1::TranslateResponse& response,
                       const ResponseLimits& limits);

// Returns the first rule that an error breaks, in words, and "" if it keeps all
// rules. `code` is an error code. `message` has some words and fits into a
// header.
std::string BrokenErrorRule(int code, const std::string& message);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RESPONSE_RULES_H_
