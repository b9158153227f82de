// The sections of the report of a training run that are no charts.

#ifndef INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_
#define INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_

#include <string>

#include "model/training/training_log.h"

namespace interpres {

// Each function returns a section as HTML with its heading. Returns "" if the
// log has nothing for the section.

// Returns a section on the model and the data, as HTML with a heading: numbers
// of parameters, of pairs, and more. Returns "" if the log has no such facts.
std::string FactsSection(const TrainingLog& log);
// Returns a section of dev sentences with their translations at up to 8
// updates, the newest first, as HTML with a heading. Equal translations of
// successive validations count once. Returns "" if the log has no translations.
std::string SamplesSection(const TrainingLog& log);
// Returns a section on the characters that the vocabulary cannot spell, as HTML
// with a heading. Returns "" if the log has no such record.
std::string SpellingSection(const TrainingLog& log);
// Returns a section of the settings that differ from the defaults, and a
// section of all settings, as HTML with headings. Says so if the log has no
// settings, so that the result is not empty.
std::string SettingsSection(const TrainingLog& log);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_REPORT_SECTIONS_H_
