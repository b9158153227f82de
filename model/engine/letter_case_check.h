// Finds out whether a model translates text in capitals and in title case.

#ifndef INTERPRES_MODEL_ENGINE_LETTER_CASE_CHECK_H_
#define INTERPRES_MODEL_ENGINE_LETTER_CASE_CHECK_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/segment_encoder.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Returns how similar two texts are, from 0 to 1: Dice's coefficient of their
// pairs of bytes. 1 if both are equal, 0 if no pair is common. Thread-safe.
double Similarity(std::string_view a, std::string_view b);

// Translates a few sentences in their own letters, in capitals and in title
// case, and compares the translations. Returns the cases in which the
// translations differ on average, so that such text must be translated in
// sentence case. Takes the golden sentences of the direction's target language;
// without them, sentences in the direction's source language that the program
// has. Returns no case if it has none. Takes as long as a few short
// translations. Returns the errors of TranslateAll. Thread-safe.
absl::StatusOr<Recasing> FindRecasing(const TranslationModel& model,
                                      const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_LETTER_CASE_CHECK_H_
