// Finds out what a model does with text: whether it translates title case, and
// how long its translations are.

#ifndef INTERPRES_MODEL_ENGINE_DIRECTION_PROFILE_H_
#define INTERPRES_MODEL_ENGINE_DIRECTION_PROFILE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Returns how similar two texts are, from 0 to 1: Dice's coefficient of their
// pairs of bytes. 1 if both are equal, 0 if no pair is common. Thread-safe.
double Similarity(std::string_view a, std::string_view b);

struct DirectionProfile {
  // Whether titles have other translations than sentences, so that titles must
  // be translated in sentence case.
  bool recase_titles = false;
  // The number of target tokens for each source token. 0 means unknown: a
  // translation did not end, or the number is above 3.
  double length_ratio = 0.0;
};

// Translates a few sentences in their own letters and in title case, and
// compares the translations. Takes the golden sentences of the
// direction's target language; without them, sentences in the direction's
// source language that the program has. Returns an empty profile if it has
// none. Takes as long as a few short translations. Returns the errors of
// TranslateAll. Thread-safe.
absl::StatusOr<DirectionProfile> ProfileDirection(
    const TranslationModel& model, const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DIRECTION_PROFILE_H_
