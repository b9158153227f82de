#include "client/bench/bench_cli.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/bench/load_chart.h"
#include "client/bench/load_generator.h"
#include "client/bench/metrics_page.h"
#include "client/command_line.h"
#include "client/connection_flags.h"
#include "client/output_file.h"
#include "client/request_flags.h"
#include "client/result_format.h"
#include "model/base/text_lines.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

constexpr const char* kDescription =
    "Puts an Interpres server under load and reports latencies, throughput and "
    "errors. The texts repeat: start the server with --cache-bytes 0, or its "
    "cache answers.";

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0  requests succeeded, and none failed except those that the server\n"
    "     refused for load (RESOURCE_EXHAUSTED)\n"
    "  1  other requests or texts failed, or no request succeeded\n"
    "  2  the command line is wrong\n"
    "  3  the metrics page could not be read\n"
    "  4  a file could not be read or written, or the output was closed\n";

struct BenchFlags {
  ConnectionFlags connection;
  RequestFlags decoding;
  std::string from;
  std::string to;
  std::string model;
  std::string input;
  int clients = 64;
  double duration_seconds = 60.0;
  double warmup_seconds = 0.0;
  int texts_per_request = 1;
  double rate = 0.0;  // 0 means a closed loop
  std::string arrivals = "poisson";
  uint64_t arrival_seed = 1;
  std::string metrics_url;
  bool json = false;
  std::string plot;
};

std::chrono::milliseconds Milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000.0));
}

// Returns the lines of the file that are neither blank nor malformed. Returns
// DATA_LOSS if the file has no such line.
absl::StatusOr<std::vector<std::string>> ReadTexts(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  LineReader reader(file);
  std::vector<std::string> texts;
  while (std::optional<TextLine> line = reader.Next()) {
    if (!IsBlank(line->text) && IsValidUtf8(line->text)) {
      texts.push_back(std::move(line->text));
    }
  }
  if (texts.empty()) {
    return absl::DataLossError(absl::StrCat(
        path,
        " has no text; expected a readable file with one text per line; "
        "correct --input"));
  }
  return texts;
}

absl::StatusOr<LoadOptions> ToOptions(const BenchFlags& flags) {
  LoadOptions options;
  if (absl::Status status =
          ApplyConnectionFlags(flags.connection, options.client);
      !status.ok()) {
    return status;
  }
  options.clients = flags.clients;
  options.duration = Milliseconds(flags.duration_seconds);
  options.warmup = Milliseconds(flags.warmup_seconds);
  options.texts_per_request = flags.texts_per_request;
  if (flags.rate > 0) {
    options.arrivals = {.rate = flags.rate,
                        .pattern = flags.arrivals == "fixed"
                                       ? ArrivalPattern::kFixed
                                       : ArrivalPattern::kPoisson,
                        .seed = flags.arrival_seed};
  }
  options.request.set_source_language(flags.from);
  options.request.set_target_language(flags.to);
  options.request.set_model(flags.model);
  SetOptions(flags.decoding, *options.request.mutable_options());
  SetTextOptions(flags.decoding, options.request);
  options.request.set_priority(PriorityOf(flags.decoding));
  absl::StatusOr<std::vector<std::string>> texts = ReadTexts(flags.input);
  if (!texts.ok()) {
    return texts.status();
  }
  options.texts = *std::move(texts);
  return options;
}

std::string Title(const BenchFlags& flags) {
  const std::string loop =
      flags.rate > 0
          ? absl::StrFormat("open loop, %g requests/s (%s)", flags.rate,
                            flags.arrivals)
          : absl::StrFormat("closed loop, %d clients", flags.clients);
  return absl::StrCat("interpres-bench: ", flags.connection.channel.server,
                      ", ", loop);
}

absl::Status WritePlot(const BenchFlags& flags, const LoadReport& report) {
  absl::StatusOr<std::unique_ptr<OutputFile>> file =
      OutputFile::Create(flags.plot);
  if (!file.ok()) {
    return file.status();
  }
  (*file)->stream() << FormatLoadChart(Title(flags), report);
  return (*file)->Commit();
}

void Print(const BenchFlags& flags, const LoadReport& report,
           double step_sentences, std::ostream& out) {
  if (flags.json) {
    cli::v1::LoadReport message = ToMessage(report);
    message.set_step_sentences(std::isfinite(step_sentences) ? step_sentences
                                                             : 0.0);
    out << ToJsonLine(message) << "\n";
    return;
  }
  out << absl::StrFormat("%-32s %12d\n", "clients", flags.clients);
  if (flags.rate > 0) {
    out << absl::StrFormat("%-32s %12.1f\n", "requests/s offered", flags.rate);
  }
  out << FormatLoadReport(report);
  if (!flags.metrics_url.empty()) {
    out << absl::StrFormat("%-32s %12.2f\n", "mean active sentences per step",
                           step_sentences);
  }
}

// Requests that the server refused for load are not failures: a test beyond the
// capacity measures them.
ExitCode Verdict(const LoadReport& report) {
  const auto refused = report.failed.find(absl::StatusCode::kResourceExhausted);
  const int64_t expected =
      refused == report.failed.end() ? 0 : refused->second.count;
  return report.succeeded > 0 && report.errors() == expected
             ? ExitCode::kOk
             : ExitCode::kFailed;
}

absl::StatusOr<ExitCode> Bench(const BenchFlags& flags, std::ostream& out) {
  const absl::StatusOr<LoadOptions> options = ToOptions(flags);
  if (!options.ok()) {
    return options.status();
  }
  std::string before;
  if (!flags.metrics_url.empty()) {
    absl::StatusOr<std::string> page = FetchMetrics(flags.metrics_url);
    if (!page.ok()) {
      return page.status();
    }
    before = *std::move(page);
  }
  const absl::StatusOr<LoadReport> report = RunLoad(*options);
  if (!report.ok()) {
    return report.status();
  }
  double step_sentences = 0.0;
  if (!flags.metrics_url.empty()) {
    const absl::StatusOr<std::string> after = FetchMetrics(flags.metrics_url);
    if (!after.ok()) {
      return after.status();
    }
    step_sentences = MeanBetween(before, *after, "interpres_step_sentences");
  }
  Print(flags, *report, step_sentences, out);
  if (!flags.plot.empty()) {
    if (absl::Status status = WritePlot(flags, *report); !status.ok()) {
      return status;
    }
  }
  return Verdict(*report);
}

void AddLoadFlags(CLI::App& app, BenchFlags& flags) {
  constexpr const char* kGroup = "Load";
  app.add_option("--clients", flags.clients,
                 "Number of connections; in a closed loop, each one sends its "
                 "next request when the last one is answered")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--rate", flags.rate,
                 "Mean number of requests per second in an open loop, where "
                 "requests do not wait for earlier answers and latencies count "
                 "from the arrival; 0 means a closed loop")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--arrivals", flags.arrivals,
                 "Arrivals in an open loop: poisson (independent of each "
                 "other) or fixed (equal gaps)")
      ->check(CLI::IsMember({"poisson", "fixed"}))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--arrival-seed", flags.arrival_seed,
                 "Seed of the arrivals; the same seed gives the same arrivals")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--duration", flags.duration_seconds, "Seconds to measure")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--warmup", flags.warmup_seconds,
                 "Seconds of the same load before the measurement")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--texts-per-request", flags.texts_per_request,
                 "Number of texts in each request")
      ->capture_default_str()
      ->group(kGroup);
}

void AddBenchFlags(CLI::App& app, BenchFlags& flags) {
  AddConnectionFlags(app, flags.connection);
  AddLoadFlags(app, flags);
  app.add_option("--input,-i", flags.input, "File with one text per line")
      ->required();
  app.add_option("--from,-f", flags.from, "Language of the texts");
  app.add_option("--to,-t", flags.to, "Language of the translations");
  app.add_option("--model,-m", flags.model, "Name of the model");
  app.add_option("--metrics-url", flags.metrics_url,
                 "The server's metrics page, for example "
                 "http://127.0.0.1:9464/metrics; adds the mean number of "
                 "sentences in a decoding step");
  app.add_option("--plot", flags.plot,
                 "SVG file for a chart of the latencies and the answers");
  app.add_flag("--json", flags.json,
               "Print one JSON object instead of the table");
  AddRequestFlags(app, flags.decoding);
}

}  // namespace

ExitCode RunBenchCli(std::vector<std::string> arguments,
                     const ReportStreams& streams) {
  CLI::App app(kDescription, "interpres-bench");
  app.footer(kFooter);
  app.set_version_flag("--version", INTERPRES_VERSION);
  BenchFlags flags;
  AddBenchFlags(app, flags);
  if (const std::optional<ExitCode> code = ParseCommandLine(
          app, std::move(arguments), streams.out, streams.err)) {
    return *code;
  }
  const absl::StatusOr<ExitCode> code = Bench(flags, streams.out);
  return code.ok() ? Written(*code, streams) : Fail(code.status(), streams.err);
}

}  // namespace interpres
