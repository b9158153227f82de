// Tested by training_report_test.cc.

#include "model/training/training_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/training/line_chart.h"
#include "model/training/progress.h"
#include "model/training/report_page.h"
#include "model/training/report_sections.h"

namespace interpres {
namespace {

constexpr int64_t kMaxLogBytes = int64_t{1} << 30;

// The last value and the best one, with its update.
std::string LastAndBest(const Curve& curve, bool lower_is_better) {
  const auto better = [&](const auto& a, const auto& b) {
    return lower_is_better ? a.second < b.second : a.second > b.second;
  };
  const auto best = std::min_element(curve.begin(), curve.end(), better);
  return absl::StrFormat("%.4g (best %.4g at update %d)",
                         curve.rbegin()->second, best->second, best->first);
}

std::string ScoreRows(const std::string& name,
                      const std::map<std::string, Curve>& curves) {
  std::string out;
  for (const auto& [direction, curve] : curves) {
    if (!curve.empty()) {
      absl::StrAppend(&out,
                      ReportRow(name + direction, LastAndBest(curve, false)));
    }
  }
  return out;
}

std::string StandTable(const TrainingLog& log) {
  std::string out = "<table>\n";
  if (!log.loss.empty()) {
    absl::StrAppend(
        &out, ReportRow("updates", absl::StrCat(log.loss.rbegin()->first)),
        ReportRow("training loss", LastAndBest(log.loss, true)));
  }
  if (!log.epoch.empty()) {
    absl::StrAppend(
        &out, ReportRow("epoch",
                        absl::StrFormat("%.0f", log.epoch.rbegin()->second)));
  }
  if (!log.seconds.empty()) {
    absl::StrAppend(&out,
                    ReportRow("time of training",
                              FormatDuration(log.seconds.rbegin()->second)));
  }
  if (!log.dev_loss.empty()) {
    absl::StrAppend(
        &out, ReportRow("dev loss", LastAndBest(log.dev_loss, true)),
        ReportRow(
            "dev perplexity",
            absl::StrFormat("%.4g", std::exp(log.dev_loss.rbegin()->second))));
  }
  absl::StrAppend(&out, ScoreRows("dev BLEU ", log.bleu),
                  ScoreRows("dev chrF ", log.chrf));
  if (log.sessions.size() > 1) {
    absl::StrAppend(&out, ReportRow("sessions began after update",
                                    absl::StrJoin(log.sessions, ", ")));
  }
  if (log.unreadable_lines > 0) {
    absl::StrAppend(&out, ReportRow("unreadable lines of the log",
                                    absl::StrCat(log.unreadable_lines)));
  }
  return out + "</table>\n";
}

std::vector<ChartSeries> ByDirection(const std::map<std::string, Curve>& all) {
  std::vector<ChartSeries> series;
  series.reserve(all.size());
  for (const auto& [direction, curve] : all) {
    series.push_back({direction, curve});
  }
  return series;
}

std::string Charts(const TrainingLog& log) {
  const auto chart = [&](const char* title, const char* value_label,
                         bool starts_at_zero,
                         const std::vector<ChartSeries>& series) {
    return FormatLineChart({.title = title,
                            .value_label = value_label,
                            .starts_at_zero = starts_at_zero,
                            .marks = log.sessions},
                           series);
  };
  return absl::StrCat("<div class=\"charts\">\n",
                      chart("Loss", "nats per target token", false,
                            {{"training, smoothed labels", log.loss},
                             {"training", log.nll},
                             {"dev", log.dev_loss}}),
                      chart("Dev BLEU", "BLEU", true, ByDirection(log.bleu)),
                      chart("Dev chrF", "chrF2", true, ByDirection(log.chrf)),
                      chart("Learning rate", "learning rate", true,
                            {{"learning rate", log.learning_rate}}),
                      chart("Speed", "source + target tokens/s", true,
                            {{"tokens/s", log.tokens_per_second}}),
                      chart("Gradient norm before clipping", "norm per token",
                            true, {{"norm", log.gradient_norm}}),
                      "</div>\n");
}

}  // namespace

std::string FormatTrainingReport(const TrainingLog& log,
                                 const std::string& title) {
  std::string out = "<p>A training run of interpres-train.";
  if (log.sessions.size() > 1) {
    absl::StrAppend(&out, " Dotted lines: where it was resumed.");
  }
  absl::StrAppend(&out, "</p>\n", Charts(log), "<h2>Where it stands</h2>\n",
                  StandTable(log), FactsSection(log), SamplesSection(log),
                  SettingsSection(log), SpellingSection(log));
  return ReportPage(title, out);
}

absl::Status WriteTrainingReport(const std::filesystem::path& log,
                                 const std::filesystem::path& report) {
  INTERPRES_ASSIGN_OR_RETURN(const std::string text,
                             ReadFile(log, kMaxLogBytes));
  const TrainingLog parsed = ParseTrainingLog(text);
  if (parsed.loss.empty() && parsed.dev_loss.empty() &&
      parsed.sessions.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: no line is an event of a training run; expected the log.jsonl of "
        "a state directory",
        log.string()));
  }
  INTERPRES_ASSIGN_OR_RETURN(const auto file, AtomicFileWriter::Create(report));
  std::error_code error;  // without a name the page is still readable
  const std::filesystem::path full = std::filesystem::absolute(log, error);
  INTERPRES_RETURN_IF_ERROR(file->Write(FormatTrainingReport(
      parsed, full.lexically_normal().parent_path().filename().string())));
  return file->Commit();
}

}  // namespace interpres
