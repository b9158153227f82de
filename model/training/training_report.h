// A training run as one HTML page: curves, where it stands, its settings.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "model/training/training_log.h"

namespace interpres {

// Self-contained: no script, no link, no font; light or dark as the reader's
// system is. `title` names the run.
std::string FormatTrainingReport(const TrainingLog& log,
                                 const std::string& title);

// Makes the page of a log.jsonl, named after its directory, and writes it over
// `report` atomically. Errors name the file; INVALID_ARGUMENT if no line of the
// log is an event of a run.
absl::Status WriteTrainingReport(const std::filesystem::path& log,
                                 const std::filesystem::path& report);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
