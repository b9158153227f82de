#include "model/trainer/inspection_report.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/trainer/output_path.h"
#include "model/trainer/parameter_shares.h"
#include "model/trainer/position_chart.h"
#include "model/trainer/share_chart.h"
#include "model/trainer/similarity_chart.h"
#include "model/training/report_page.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxPositions = 128;  // more would be too thin to see
constexpr int64_t kDefaultWords = 16;

// The name of the model's directory.
std::string NameOf(const Inspection& inspection) {
  std::error_code error;
  fs::path path = fs::absolute(inspection.path, error).lexically_normal();
  if (!path.has_filename()) {
    path = path.parent_path();
  }
  return path.filename().string();
}

}  // namespace

std::string FormatInspectionReport(const Inspection& inspection,
                                   const SimilarityMatrix& similarities) {
  const ModelConfig& config = inspection.config;
  const int64_t positions =
      std::min<int64_t>(config.max_position_embeddings, kMaxPositions);
  return ReportPage(
      NameOf(inspection),
      absl::StrCat("<p>A checkpoint of interpres-train, drawn by its inspect "
                   "command.</p>\n<div class=\"charts\">\n",
                   FormatPositionChart(config.position_formula, positions,
                                       config.d_model),
                   FormatSimilarityChart(similarities),
                   FormatShareChart(ParameterShares(inspection),
                                    CountParameters(config)),
                   "</div>\n"));
}

absl::Status CheckReportPath(const fs::path& report, const fs::path& model) {
  std::error_code error;
  const fs::path parent =
      report.has_parent_path() ? report.parent_path() : fs::path(".");
  if (fs::equivalent(parent, model, error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--report is ", report.string(),
        "; expected a path outside the checkpoint ", model.string(),
        ", which holds no other file; name a file in another directory"));
  }
  if (fs::is_directory(report, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--report is ", report.string(),
                     "; expected a file, found a directory; add the name of a "
                     "file, for example report.html"));
  }
  const absl::Status status = CheckOutput(report, {});
  return status.ok()
             ? status
             : absl::Status(status.code(),
                            absl::StrCat(status.message(),
                                         "; name a file in a directory that "
                                         "exists and is writable"));
}

absl::Status WriteInspectionReport(const ModelDirectory& model,
                                   const std::vector<std::string>& words,
                                   const fs::path& report) {
  INTERPRES_RETURN_IF_ERROR(CheckReportPath(report, model.path));
  INTERPRES_ASSIGN_OR_RETURN(
      const SimilarityMatrix similarities,
      CosineSimilarities(
          model, words.empty() ? FrequentWords(model.description, kDefaultWords)
                               : words));
  INTERPRES_ASSIGN_OR_RETURN(const auto file, AtomicFileWriter::Create(report));
  INTERPRES_RETURN_IF_ERROR(
      file->Write(FormatInspectionReport(InspectModel(model), similarities)));
  return file->Commit();
}

}  // namespace interpres
