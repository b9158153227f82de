// interpres-load: puts a server under load and prints a table.

#include <CLI/CLI.hpp>
#include <chrono>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "client/connection_flags.h"
#include "client/load_generator.h"
#include "client/metrics_page.h"
#include "client/text_lines.h"

namespace {

using std::chrono::milliseconds;

struct CommandLine {
  std::string input;
  std::string metrics_url;
  double duration_seconds = 60.0;
  interpres::ConnectionFlags connection;
  std::string from;
  std::string to;
  std::string model;
  std::optional<int> beam;
  interpres::LoadOptions options;
};

void AddOptions(CLI::App& app, CommandLine& line) {
  interpres::AddConnectionFlags(app, line.connection);
  app.add_option("--clients", line.options.clients,
                 "Clients at once, a connection each")
      ->capture_default_str();
  app.add_option("--duration", line.duration_seconds, "Seconds")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  app.add_option("--input,-i", line.input, "File with one text a line")
      ->required();
  app.add_option("--from,-f", line.from, "Language of the texts");
  app.add_option("--to,-t", line.to, "Language to translate to");
  app.add_option("--model,-m", line.model, "Name of the model");
  app.add_option("--beam", line.beam, "Width of the beam");
  app.add_option("--texts-per-request", line.options.texts_per_request,
                 "Texts of one request")
      ->capture_default_str();
  app.add_option("--metrics-url", line.metrics_url,
                 "The server's metrics page, for the mean number of sentences "
                 "in a decoding step, e.g. http://127.0.0.1:9464/metrics");
}

bool ReadTexts(CommandLine& line) {
  std::ifstream file(line.input, std::ios::binary);
  interpres::LineReader reader(file);
  while (std::optional<interpres::TextLine> text = reader.Next()) {
    if (!interpres::IsBlank(text->text) && interpres::IsValidUtf8(text->text)) {
      line.options.texts.push_back(text->text);
    }
  }
  if (line.options.texts.empty()) {
    std::cerr << "error: no text in " << line.input << "\n";
  }
  return !line.options.texts.empty();
}

// The metrics page, empty without an address. nullopt: it cannot be read.
std::optional<std::string> ReadMetrics(const std::string& url) {
  if (url.empty()) {
    return "";
  }
  absl::StatusOr<std::string> page = interpres::FetchMetrics(url);
  if (!page.ok()) {
    std::cerr << "error: " << std::string(page.status().message()) << "\n";
    return std::nullopt;
  }
  return *std::move(page);
}

// 0: no request failed. 1: some did. 2: wrong command line. 3: the metrics
// cannot be read.
int Run(CommandLine& line) {
  interpres::LoadOptions& options = line.options;
  options.duration = milliseconds(
      static_cast<milliseconds::rep>(line.duration_seconds * 1000));
  if (const absl::Status status =
          interpres::ApplyConnectionFlags(line.connection, options.client);
      !status.ok()) {
    std::cerr << "error: " << std::string(status.message()) << "\n";
    return 2;
  }
  options.request.set_source_language(line.from);
  options.request.set_target_language(line.to);
  options.request.set_model(line.model);
  if (line.beam) {
    options.request.mutable_options()->set_beam_size(*line.beam);
  }
  if (!ReadTexts(line)) {
    return 2;
  }
  const std::optional<std::string> before = ReadMetrics(line.metrics_url);
  if (!before) {
    return 3;
  }
  const absl::StatusOr<interpres::LoadReport> report =
      interpres::RunLoad(options);
  if (!report.ok()) {
    std::cerr << "error: " << std::string(report.status().message()) << "\n";
    return 2;
  }
  std::cout << absl::StrFormat("%-32s %12d\n", "clients", options.clients)
            << interpres::FormatLoadReport(*report);
  if (!line.metrics_url.empty()) {
    const std::optional<std::string> after = ReadMetrics(line.metrics_url);
    if (!after) {
      return 3;
    }
    std::cout << absl::StrFormat(
        "%-32s %12.2f\n", "mean active sentences per step",
        interpres::MeanBetween(*before, *after, "interpres_step_sentences"));
  }
  return report->errors() == 0 && report->succeeded > 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  CommandLine line;
  CLI::App app("Puts an Interpres server under load and prints a table.",
               "interpres-load");
  AddOptions(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return Run(line);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Main(argc, argv);
  } catch (const std::exception& error) {
    // Ours throws nothing: the command line library, or no memory.
    std::cerr << "error: " << error.what() << "\n";
    return 2;
  }
}
