// The sections of the report of a training run that are no charts.

#ifndef INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_
#define INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_

#include <string>

#include "model/training/training_log.h"

namespace interpres {

// Each function returns a section as HTML with its heading. Returns "" if the
// log has nothing for the section.

// Model and data: the parameters, the pairs.
std::string FactsSection(const TrainingLog& log);
// The dev sentences with the translations of the last validations. Equal
// translations in a row are one.
std::string SamplesSection(const TrainingLog& log);
// The characters that the vocabulary cannot spell.
std::string SpellingSection(const TrainingLog& log);
// The settings that differ from the defaults, then all settings. Never empty.
std::string SettingsSection(const TrainingLog& log);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_
