// Converts the results of jobs to a TranslateResponse, or to the status of the
// call.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/tokenizer/tokenizer.h"
#include "server/service/text_languages.h"
#include "server/service/text_outcome.h"
#include "server/service/text_writer.h"

namespace interpres {

// Returns OK if each text has a translation or an error about the text itself
// (IsTextError). Otherwise returns the first other error, which is the status
// of the call: the call was cancelled, its deadline passed, or the server
// failed.
absl::Status CallStatus(std::span<const TextOutcome> texts);

// Returns true if `status` is an error about one text, so that the error does
// not end the call. These errors are INVALID_ARGUMENT and OUT_OF_RANGE. Returns
// false for OK.
bool IsTextError(const absl::Status& status);

// Copies the code (of google.rpc.Code) and the message of `status` to `error`.
// Also sets the retry delay if `status` has a retry delay.
void FillTextError(const absl::Status& status, v1::TextError& error);

// Copies the language and the confidence of `detected` to `message`.
void FillDetected(const DetectedLanguage& detected,
                  v1::DetectedLanguage& message);

// Sets the source language of `result`, and the detected language if
// `languages` has a detected language.
void FillLanguages(const TextLanguages& languages,
                   v1::TranslationResult& result);

// Returns OK if the serialised response has at most `max_bytes` bytes.
// Otherwise returns RESOURCE_EXHAUSTED; the message has the size, the limit and
// the remedies.
absl::Status CheckResponseSize(const v1::TranslateResponse& response,
                               int64_t max_bytes);

// Sets `result` to the number of source tokens and the languages of the text,
// and to its translations or its error. The translations have the gaps and the
// markup of the text. Too many attention weights are an error.
void FillResult(const TextOutcome& text, const Tokenizer& tokenizer,
                const ResponseOptions& options, v1::TranslationResult& result);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
