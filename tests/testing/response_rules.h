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

// The first rule that the answer breaks, in words; "" if it keeps them all: a
// result for every text, as many hypotheses as asked for, no longer than asked
// for, best first, with a finish reason and the token scores, alignments and
// attention if wanted, and no run of tokens twice where that is forbidden.
std::string BrokenRule(const v1::TranslateRequest& request,
                       const v1::TranslateResponse& response,
                       const ResponseLimits& limits);

// The same for an error: a code that is one, and a message of some words that
// fits into a header.
std::string BrokenErrorRule(int code, const std::string& message);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RESPONSE_RULES_H_
