// An HTML page with pictures of a checkpoint.

#ifndef INTERPRES_MODEL_TRAINER_INSPECTION_REPORT_H_
#define INTERPRES_MODEL_TRAINER_INSPECTION_REPORT_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/trainer/embedding_similarity.h"
#include "model/trainer/inspection.h"

namespace interpres {

// Returns the HTML page about a checkpoint: the positional encoding, the
// similarities of words and the parameter shares. The page needs no other file
// and no script.
std::string FormatInspectionReport(const Inspection& inspection,
                                   const SimilarityMatrix& similarities);

// Checks that WriteInspectionReport may write the file `report`. Returns
// INVALID_ARGUMENT if `report` is a directory, or if `report` is in the
// directory `model`, which must hold nothing but the checkpoint. Returns the
// error of the system if `report` cannot be written. Thread-safe.
absl::Status CheckReportPath(const std::filesystem::path& report,
                             const std::filesystem::path& model);

// Writes the HTML page about `model` to the file `report`, in one step. The
// page compares `words`. If `words` is empty, the page compares frequent words
// of the vocabulary. Returns the errors of CheckReportPath and
// CosineSimilarities, or the error of the system.
absl::Status WriteInspectionReport(const ModelDirectory& model,
                                   const std::vector<std::string>& words,
                                   const std::filesystem::path& report);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECTION_REPORT_H_
