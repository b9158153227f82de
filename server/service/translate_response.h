// Converts the results of jobs to a TranslateResponse, or to the status of the
// call.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/decoding/decoding_options.h"
#include "model/tokenizer/tokenizer.h"
#include "server/service/text_languages.h"
#include "server/service/text_outcome.h"

namespace interpres {

// Returns OK if each text has a translation or an error about the text itself.
// Otherwise returns the first other error, which is the status of the call: the
// call was cancelled, its deadline passed, or the server failed.
absl::Status CallStatus(std::span<const TextOutcome> texts);

// Returns true if the error is about one text, so that it does not end the
// call. These errors are INVALID_ARGUMENT and OUT_OF_RANGE.
bool IsTextError(const absl::Status& status);

struct ResponseOptions {
  bool token_scores = false;
  // Whether the response has the source piece of each token.
  bool alignments = false;
  // Null means that the response has no attention weights. If a hypothesis
  // lacks its weights, they exceeded their limit, and its text gets an error as
  // its result.
  std::optional<AttentionOptions> attention = std::nullopt;
  // Layers and heads of the model's decoder. Used only if `attention` is not
  // null.
  int64_t layers = 0;
  int64_t heads = 0;
  // A code of BCP 47, which decides on spaces between sentences (see
  // RenderDocument).
  std::string target_language = {};
  // Maximum number of translations of a text.
  int32_t max_translations = 1;
  // Whether the hypotheses are independent draws, which may be equal texts.
  bool sampled = false;
};

// Sets the fields of a DetectedLanguage.
void FillDetected(const DetectedLanguage& detected,
                  v1::DetectedLanguage& message);

// Returns OK if a response of this size may be sent. Otherwise returns
// RESOURCE_EXHAUSTED; the message has the size, the limit and the remedies.
absl::Status CheckResponseSize(int64_t bytes, int64_t max_bytes);

// Adds one result for each text to `response`, in the order of the texts. A
// result has the translations in the shape of the text, or the error of the
// text.
void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
