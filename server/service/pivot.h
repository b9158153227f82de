// A text through a pivot language: what each of its two translations is asked
// for, and how their results become one.

#ifndef INTERPRES_SERVER_SERVICE_PIVOT_H_
#define INTERPRES_SERVER_SERVICE_PIVOT_H_

#include <span>
#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns the options of the first translation: its best translation is asked
// for, and its alignments if the second has any.
v1::TranslateOptions FirstLegOptions(const v1::TranslateOptions& options);

// Replaces the texts and the source language of the request with the best
// translations into the pivot language. A text with an error becomes empty.
void SetPivotTexts(std::span<const v1::TranslationResult> first,
                   const std::string& pivot, v1::TranslateRequest& request);

// The end symbols of the two vocabularies, as pieces.
struct EndPieces {
  std::string first;
  std::string second;
};

// Makes `second`, the result of the second translation, a result of the text:
// spans, pieces and alignments lead to the text, scores are added, and finish
// reasons and flags of both translations hold. If `first` has an error, this
// error is the result. The results have alignments, or none of them does.
void JoinResults(const v1::TranslationResult& first, const EndPieces& ends,
                 v1::TranslationResult& second);

// As JoinResults, for one sentence of the second translation.
void JoinPartial(const v1::TranslationResult& first,
                 v1::PartialResult& partial);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PIVOT_H_
