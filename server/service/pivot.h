// A text through a pivot language: what each of its two translations is asked
// for, and how their results become one.

#ifndef INTERPRES_SERVER_SERVICE_PIVOT_H_
#define INTERPRES_SERVER_SERVICE_PIVOT_H_

#include <span>
#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns the options for the translation into the pivot language, the first of
// two translations. Leaves out n_best, max_length, return_token_scores,
// target_prefix and sampling, which are for the second translation only. Keeps
// all other options.
v1::TranslateOptions FirstLegOptions(const v1::TranslateOptions& options);

// Replaces the texts of `request` with the best translations of `first`, and
// its source language with the pivot language `pivot`. A result with an error
// becomes an empty text. `first` has the results of the first translation, one
// for each text.
void SetPivotTexts(std::span<const v1::TranslationResult> first,
                   const std::string& pivot, v1::TranslateRequest& request);

// The end symbols, as pieces, of the model that translates into the pivot
// language (`first`) and of the model that translates from it (`second`).
struct EndPieces {
  std::string first;
  std::string second;
};

// Changes `second`, the result of translating the pivot text, to a result of
// the text of the request. `first` is the result of translating this text into
// the pivot language. Spans, pieces and alignments then refer to the text.
// Scores are added, flags are united, and the greater finish reason counts. If
// `first` has an error, `second` gets this error. REQUIRES: both results have
// alignments, or neither has.
void JoinResults(const v1::TranslationResult& first, const EndPieces& ends,
                 v1::TranslationResult& second);

// Changes `partial`, the translation of one sentence of the pivot text, to a
// partial result of the text of the request. Moves the span of the sentence to
// `pivot`. `source` becomes the span of the sentences of the text that it comes
// from, or empty. Adds their mean score to the score, adds their flags, and
// keeps the greatest finish reason. `first` is the translation of the text into
// the pivot language. REQUIRES: `first` has no error.
void JoinPartial(const v1::TranslationResult& first,
                 v1::PartialResult& partial);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PIVOT_H_
