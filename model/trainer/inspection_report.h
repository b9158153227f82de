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

// Returns the page: the positional encoding, the similarities of words and the
// parameter shares. The page needs no other file and no script.
std::string FormatInspectionReport(const Inspection& inspection,
                                   const SimilarityMatrix& similarities);

// Checks that WriteInspectionReport may write `report`. Returns
// INVALID_ARGUMENT if `report` is a directory or in the directory of the model,
// which must hold nothing but the checkpoint, and the error of the system if it
// cannot be written. Thread-safe.
absl::Status CheckReportPath(const std::filesystem::path& report,
                             const std::filesystem::path& model);

// Writes the page atomically. Empty `words` mean frequent words of the
// vocabulary. Returns the errors of CheckReportPath and CosineSimilarities.
absl::Status WriteInspectionReport(const ModelDirectory& model,
                                   const std::vector<std::string>& words,
                                   const std::filesystem::path& report);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECTION_REPORT_H_
