// From outcomes to a TranslateResponse, or to the status of the whole call.

#ifndef INTERPRES_SERVER_RPC_TRANSLATE_RESPONSE_H_
#define INTERPRES_SERVER_RPC_TRANSLATE_RESPONSE_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/text/tokenizer.h"
#include "server/scheduling/job.h"

namespace interpres {

// One text of a call.
struct TextOutcome {
  // Source tokens, 0 if the text was not tokenised.
  int32_t source_tokens = 0;
  // Nothing to translate: the answer is empty.
  bool is_empty = false;
  JobOutcome outcome = {};
};

// OK if every text has an answer of its own, be it an error about that text.
// Else the status of the call: it was cancelled, its deadline passed, or the
// server failed.
absl::Status CallStatus(std::span<const TextOutcome> texts);

// Whether a status is about the text itself (and only its result says so).
bool IsTextError(const absl::Status& status);

struct ResponseOptions {
  bool token_scores = false;
};

// Results in the order of the texts; detokenises.
void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_TRANSLATE_RESPONSE_H_
