// Formats a training run as one HTML page: curves, current values and settings.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "model/training/training_log.h"

namespace interpres {

// Returns a self-contained page without scripts, links and fonts. The page
// follows the light or dark mode of the reader's system. `title` names the run.
std::string FormatTrainingReport(const TrainingLog& log,
                                 const std::string& title);

// Writes the page of the file `log` to `report`, atomically. The title is the
// name of the log's directory. Returns INVALID_ARGUMENT if no line of the log
// is an event of a run. Error messages name the file.
absl::Status WriteTrainingReport(const std::filesystem::path& log,
                                 const std::filesystem::path& report);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
