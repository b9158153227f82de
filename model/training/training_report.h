// Formats a training run as one HTML page: curves, current values and settings.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "model/training/training_log.h"

namespace interpres {

// Returns an HTML page with the charts, the results and the settings of a run.
// The page loads no scripts, links or fonts. It follows the light or dark mode
// of the reader's system. `title` is plain text that names the run.
std::string FormatTrainingReport(const TrainingLog& log,
                                 const std::string& title);

// Reads `log`, the log.jsonl of a run, and writes its HTML page to the file
// `report` atomically. The title is the name of the log's directory. Returns
// the error of reading or writing a file, such as NOT_FOUND. Returns
// INVALID_ARGUMENT if no line of the log is an event of a run. Error messages
// name the file.
absl::Status WriteTrainingReport(const std::filesystem::path& log,
                                 const std::filesystem::path& report);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_REPORT_H_
