// Converts the results of jobs to a TranslateResponse, or to the status of the
// call.

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

// One text of a call, and its result.
struct TextOutcome {
  // Number of source tokens. 0 if the text was not tokenised.
  int32_t source_tokens = 0;
  // The text has nothing to translate: its translation is empty.
  bool is_empty = false;
  // Ids of the source tokens. Empty unless the request asks for attention.
  std::vector<int32_t> source = {};
  JobOutcome outcome = {};
};

// Returns OK if each text has a translation or an error about the text itself.
// Otherwise returns the status of the call: it was cancelled, its deadline
// passed, or the server failed.
absl::Status CallStatus(std::span<const TextOutcome> texts);

// Returns whether a status is about one text, so that it does not end the call.
bool IsTextError(const absl::Status& status);

struct ResponseOptions {
  bool token_scores = false;
  // Null means no attention. A hypothesis that lacks its weights exceeds their
  // limit; its text then gets an error.
  std::optional<AttentionOptions> attention = std::nullopt;
  // Layers and heads of the model's decoder. Used with `attention`.
  int64_t layers = 0;
  int64_t heads = 0;
};

// Detokenises, and adds the results in the order of the texts.
void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
