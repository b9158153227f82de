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

// Returns OK if each text has a translation or an error about the text itself.
// Otherwise returns the first other error, which is the status of the call: the
// call was cancelled, its deadline passed, or the server failed.
absl::Status CallStatus(std::span<const TextOutcome> texts);

// Returns true if the error is about one text, so that it does not end the
// call. These errors are INVALID_ARGUMENT and OUT_OF_RANGE.
bool IsTextError(const absl::Status& status);

// Writes the code, the message and the retry delay of the status.
void FillTextError(const absl::Status& status, v1::TextError& error);

// Sets the fields of a DetectedLanguage.
void FillDetected(const DetectedLanguage& detected,
                  v1::DetectedLanguage& message);

// Sets the languages of a result.
void FillLanguages(const TextLanguages& languages,
                   v1::TranslationResult& result);

// Returns OK if the response may be sent. Otherwise returns RESOURCE_EXHAUSTED;
// the message has the size, the limit and the remedies.
absl::Status CheckResponseSize(const v1::TranslateResponse& response,
                               int64_t max_bytes);

// Writes the result of a text: its translations in the shape of the text, or
// its error.
void FillResult(const TextOutcome& text, const Tokenizer& tokenizer,
                const ResponseOptions& options, v1::TranslationResult& result);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_RESPONSE_H_
