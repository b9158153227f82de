#include "server/service/translate_response.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "server/service/canonical_code.h"
#include "server/service/translate_request.h"

namespace interpres {
namespace {

// Returns whether the engine left the weights out, because there are too many.
bool LacksWeights(const SegmentOutcome& segment,
                  const ResponseOptions& options) {
  const std::vector<Hypothesis>& hypotheses = segment.outcome.hypotheses;
  return options.attention &&
         std::any_of(hypotheses.begin(), hypotheses.end(),
                     [](const Hypothesis& hypothesis) {
                       return hypothesis.attention.empty() &&
                              !hypothesis.tokens.empty();
                     });
}

// Returns the error of the text, or OK.
absl::Status StatusOf(const TextOutcome& text, const ResponseOptions& options) {
  absl::Status status = text.status;
  for (const SegmentOutcome& segment : text.segments) {
    status.Update(segment.outcome.status);
    if (status.ok() && LacksWeights(segment, options)) {
      status = TooMuchAttention(options.attention->max_weights);
    }
  }
  return status;
}

// Returns the first error that is not about the text, or OK.
absl::Status CallStatusOf(const TextOutcome& text) {
  for (const SegmentOutcome& segment : text.segments) {
    const absl::Status& status = segment.outcome.status;
    if (!status.ok() && !IsTextError(status)) {
      return status;
    }
  }
  return IsTextError(text.status) ? absl::OkStatus() : text.status;
}

}  // namespace

void FillTextError(const absl::Status& status, v1::TextError& error) {
  FillStatus(status, error);
}

void FillDetected(const DetectedLanguage& detected,
                  v1::DetectedLanguage& message) {
  message.set_language(detected.language);
  message.set_confidence(static_cast<float>(detected.confidence));
}

void FillLanguages(const TextLanguages& languages,
                   v1::TranslationResult& result) {
  result.set_source_language(languages.source);
  if (languages.detected) {
    FillDetected(*languages.detected, *result.mutable_detected_language());
  }
}

bool IsTextError(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument ||
         status.code() == absl::StatusCode::kOutOfRange;
}

absl::Status CallStatus(std::span<const TextOutcome> texts) {
  for (const TextOutcome& text : texts) {
    INTERPRES_RETURN_IF_ERROR(CallStatusOf(text));
  }
  return absl::OkStatus();
}

absl::Status CheckResponseSize(const v1::TranslateResponse& response,
                               int64_t max_bytes) {
  const auto bytes = static_cast<int64_t>(response.ByteSizeLong());
  if (bytes <= max_bytes) {
    return absl::OkStatus();
  }
  const char* const remedy =
      response.results_size() > 1
          ? "Send fewer texts in a request, or each text in a message of "
            "StreamTranslate"
          : "Divide the text, and send each part in a message of "
            "StreamTranslate";
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the response has %d bytes; the caller accepts %d. %s. If your client "
      "accepts larger messages, state its limit in the metadata "
      "interpres-max-response-bytes",
      bytes, max_bytes, remedy));
}

void FillResult(const TextOutcome& text, const Tokenizer& tokenizer,
                const ResponseOptions& options, v1::TranslationResult& result) {
  int32_t source_tokens = 0;
  for (const SegmentOutcome& segment : text.segments) {
    source_tokens += segment.source_tokens;
  }
  result.set_source_tokens(source_tokens);
  FillLanguages(text.languages, result);
  const absl::Status status = StatusOf(text, options);
  if (!status.ok()) {
    FillTextError(status, *result.mutable_error());
    return;
  }
  WriteTranslations(text, tokenizer, options, result);
}

}  // namespace interpres
