// From outcomes to a TranslateResponse, or to the status of the whole call.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/decoding/decoding_options.h"
#include "model/tokenizer/tokenizer.h"
#include "server/scheduling/job.h"

namespace interpres {

// One text of a call.
struct TextOutcome {
  // Source tokens, 0 if the text was not tokenised.
  int32_t source_tokens = 0;
  // Nothing to translate: the answer is empty.
  bool is_empty = false;
  // The ids of these tokens, where something of the attention to them is
  // wanted.
  std::vector<int32_t> source = {};
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
  // What the hypotheses have of it; one that lacks its weights is too large for
  // them, and its text's error.
  std::optional<AttentionOptions> attention = std::nullopt;
  // Of the model's decoder, with `attention`.
  int64_t layers = 0;
  int64_t heads = 0;
};

// Results in the order of the texts; detokenises.
void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
