// Tested by report_command_test.cc.

#include "model/trainer/report_command.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/trainer/output_path.h"
#include "model/training/training_report.h"

namespace interpres {
namespace {

struct ReportFlags {
  std::filesystem::path log;
  std::filesystem::path output;  // "": report.html beside the log
};

absl::Status RunReport(const ReportFlags& flags) {
  std::error_code error;
  const std::filesystem::path log =
      std::filesystem::is_directory(flags.log, error) ? flags.log / "log.jsonl"
                                                      : flags.log;
  const std::filesystem::path output =
      flags.output.empty() ? log.parent_path() / "report.html" : flags.output;
  INTERPRES_RETURN_IF_ERROR(CheckOutput(output, {log}));
  absl::Status status = WriteTrainingReport(log, output);
  if (status.ok()) {
    std::printf("%s\n", output.c_str());
  }
  return status;
}

}  // namespace

void AddReportCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<ReportFlags>();
  CLI::App* command = app.add_subcommand(
      "report", "Draw the curves of a training run as one HTML page");
  command
      ->add_option("log", flags->log,
                   "log.jsonl of a run, or its state directory")
      ->required();
  command->add_option("--output", flags->output,
                      "File to write [report.html beside the log]");
  command->callback([flags, &exit_code] {
    const absl::Status status = RunReport(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "report: %s\n",
                   std::string(status.message()).c_str());
      exit_code = 1;
    }
  });
}

}  // namespace interpres
