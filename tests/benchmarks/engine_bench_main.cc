// interpres-engine-bench: translates id sequences and says how fast, for
// engine_speed.sh.
//
// A line of the input is source ids, separated by spaces, ending with the end
// symbol. Standard output gets one JSON object: output_tokens (end symbols
// included) of the best hypotheses, the seconds and processor seconds that
// took, the seconds from the start of the process until all engines were there,
// peak resident memory.

#include <time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"
#include "model/engine/cpu_share.h"
#include "model/engine/translation_model.h"
#include "model/engine/work_list.h"
#include "tests/benchmarks/bench_program.h"

namespace interpres {
namespace {

constexpr char kProgram[] = "interpres-engine-bench";

struct Flags {
  std::string model;
  std::string input;
  std::string output;  // "": none
  std::string compute_type = "float32";
  DecodingOptions decoding;
  int32_t threads = 1;
  int32_t cpus = 1;
  int32_t slots = 0;  // as many as suit the model
  int32_t warmup = 16;
  bool one_at_a_time = false;
};

struct Measurement {
  double seconds = 0.0;
  double processor_seconds = 0.0;    // of all threads
  std::vector<double> latencies_ms;  // one at a time: of each sentence
};

// Engines, each driven by its own thread, and what they translate.
struct Bench {
  explicit Bench(const Flags& given)
      : flags(given), cpus(given.cpus), team(given.threads) {}

  const Flags& flags;
  CpuShare cpus;
  std::vector<Sentence> requests;
  std::unique_ptr<const TranslationModel> model;
  ThreadTeam team;
  std::vector<std::unique_ptr<Engine>> engines;    // [threads]
  std::vector<std::vector<int32_t>> translations;  // [requests]
};

double ProcessorSeconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) +
         static_cast<double>(used.tv_nsec) * 1e-9;
}

// From the start of this process; the kernel counts it in ticks of 10 ms.
double SecondsSinceStart() {
  std::ifstream file("/proc/self/stat");
  std::string stat;
  std::getline(file, stat);
  // Field 22; the name, field 2, is in parentheses and may hold anything.
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) {
    fields >> field;
  }
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9 -
         std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// VmHWM of this process.
int64_t PeakMemoryBytes() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    if (word == "VmHWM:") {
      int64_t kibibytes = 0;
      file >> kibibytes;
      return kibibytes * 1024;
    }
  }
  return 0;
}

absl::StatusOr<std::vector<Sentence>> ReadRequests(const Flags& flags) {
  std::ifstream file(flags.input);
  if (!file) {
    return absl::NotFoundError(absl::StrCat("cannot read ", flags.input));
  }
  std::vector<Sentence> requests;
  for (std::string line; std::getline(file, line);) {
    Sentence request{
        .id = requests.size(), .source = {}, .options = flags.decoding};
    std::istringstream ids(line);
    for (int32_t id = 0; ids >> id;) {
      request.source.push_back(id);
    }
    if (!ids.eof()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s:%d: expected ids separated by spaces, got \"%s\"",
                          flags.input, requests.size() + 1, line));
    }
    // The end symbol ends the source.
    const auto tokens = static_cast<int32_t>(request.source.size());
    request.pieces = {.first = 0, .count = std::max(0, tokens - 1)};
    requests.push_back(std::move(request));
  }
  return requests;
}

absl::Status CreateEngines(Bench& bench) {
  const Flags& flags = bench.flags;
  std::vector<absl::Status> failures(flags.threads);
  bench.engines.resize(flags.threads);
  bench.team.Run([&](int worker) {
    EngineOptions options = bench.model->Resolve({.slots = flags.slots});
    options.max_rows = options.slots * flags.decoding.beam_size;
    options.cpus = flags.cpus > flags.threads ? &bench.cpus : nullptr;
    auto engine = bench.model->CreateEngine(options);
    failures[worker] = engine.status();
    if (engine.ok()) {
      bench.engines[worker] = *std::move(engine);
    }
  });
  absl::Status status;
  for (const absl::Status& failure : failures) {
    status.Update(failure);
  }
  for (const Sentence& request : bench.requests) {
    if (status.ok()) {
      status.Update(bench.engines.front()->Validate(request));
    }
  }
  return status;
}

void Store(Bench& bench, const EngineResult& result) {
  bench.translations[result.id] = result.hypotheses.front().tokens;
}

// All sentences, as the slots get free.
absl::StatusOr<Measurement> TranslateBatch(Bench& bench,
                                           std::vector<Sentence> requests) {
  WorkList work(std::move(requests), bench.flags.threads);
  const auto start = std::chrono::steady_clock::now();
  bench.team.Run([&](int worker) {
    work.Fail(
        DecodeShare(*bench.engines[worker], work,
                    [&](const EngineResult& result) { Store(bench, result); }));
  });
  Measurement measurement;
  measurement.seconds = SecondsSince(start);
  INTERPRES_RETURN_IF_ERROR(work.status());
  return measurement;
}

// A sentence enters when the one before it is done.
absl::StatusOr<Measurement> TranslateOneByOne(
    Bench& bench, const std::vector<Sentence>& requests) {
  Measurement measurement;
  absl::Status status;
  bench.team.Run([&](int /*worker*/) {
    Engine& engine = *bench.engines.front();
    for (const Sentence& request : requests) {
      const auto start = std::chrono::steady_clock::now();
      status.Update(engine.Admit({&request, 1}));
      while (engine.active() > 0) {
        engine.Step();
      }
      for (const EngineResult& result : engine.Collect()) {
        Store(bench, result);
      }
      const double seconds = SecondsSince(start);
      measurement.seconds += seconds;
      measurement.latencies_ms.push_back(1e3 * seconds);
    }
  });
  INTERPRES_RETURN_IF_ERROR(status);
  return measurement;
}

absl::StatusOr<Measurement> Translate(Bench& bench,
                                      const std::vector<Sentence>& requests) {
  const double before = ProcessorSeconds();
  absl::StatusOr<Measurement> measurement =
      bench.flags.one_at_a_time ? TranslateOneByOne(bench, requests)
                                : TranslateBatch(bench, requests);
  if (measurement.ok()) {
    measurement->processor_seconds = ProcessorSeconds() - before;
  }
  return measurement;
}

// The smallest value that at least `share` of the values do not exceed.
double Percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

absl::Status WriteTranslations(const Bench& bench) {
  std::ofstream file(bench.flags.output);
  for (const std::vector<int32_t>& ids : bench.translations) {
    file << absl::StrJoin(ids, " ") << '\n';
  }
  file.close();
  return file ? absl::OkStatus()
              : absl::UnavailableError(
                    absl::StrCat("cannot write ", bench.flags.output));
}

void Print(const Bench& bench, const Measurement& measurement,
           double load_seconds) {
  std::size_t tokens = 0;
  for (const std::vector<int32_t>& ids : bench.translations) {
    tokens += ids.size();
  }
  std::string latency;
  if (!measurement.latencies_ms.empty()) {
    latency = absl::StrFormat(", \"p50_ms\": %.3f, \"p99_ms\": %.3f",
                              Percentile(measurement.latencies_ms, 0.50),
                              Percentile(measurement.latencies_ms, 0.99));
  }
  const std::string report = absl::StrFormat(
      "{\"sentences\": %d, \"output_tokens\": %d, \"seconds\": %.6f, "
      "\"processor_seconds\": %.6f, \"load_seconds\": %.3f, "
      "\"peak_memory_bytes\": %d%s}",
      bench.requests.size(), tokens, measurement.seconds,
      measurement.processor_seconds, load_seconds, PeakMemoryBytes(), latency);
  std::puts(report.c_str());
}

absl::Status Run(const Flags& flags) {
  INTERPRES_RETURN_IF_ERROR(ValidateDecodingOptions(flags.decoding));
  Bench bench(flags);
  INTERPRES_ASSIGN_OR_RETURN(bench.requests, ReadRequests(flags));
  INTERPRES_ASSIGN_OR_RETURN(
      bench.model, TranslationModel::Load(flags.model, flags.compute_type));
  INTERPRES_RETURN_IF_ERROR(CreateEngines(bench));
  const double load_seconds = SecondsSinceStart();
  bench.translations.resize(bench.requests.size());
  std::vector<Sentence> warmup = bench.requests;
  warmup.resize(std::min<std::size_t>(warmup.size(), flags.warmup));
  INTERPRES_RETURN_IF_ERROR(Translate(bench, warmup).status());
  INTERPRES_ASSIGN_OR_RETURN(const Measurement measurement,
                             Translate(bench, bench.requests));
  if (!flags.output.empty()) {
    INTERPRES_RETURN_IF_ERROR(WriteTranslations(bench));
  }
  Print(bench, measurement, load_seconds);
  return absl::OkStatus();
}

void AddFlags(CLI::App& app, Flags& flags) {
  app.add_option("--model", flags.model, "Checkpoint directory")->required();
  app.add_option("--input", flags.input, "Source ids, a sentence a line")
      ->required();
  app.add_option("--output", flags.output,
                 "Write the best hypotheses' ids there, in order");
  app.add_option("--compute-type", flags.compute_type,
                 "Arithmetic of the matrix products")
      ->check(CLI::IsMember(ComputeTypeNames()))
      ->capture_default_str();
  app.add_option("--beam", flags.decoding.beam_size, "Width of the beam")
      ->capture_default_str();
  app.add_option("--length-penalty", flags.decoding.length_penalty,
                 "a in score = log P / length^a")
      ->capture_default_str();
  app.add_option("--max-length", flags.decoding.max_length,
                 "Maximum tokens of a translation, the end symbol included")
      ->capture_default_str();
  app.add_option("--threads", flags.threads,
                 "Worker threads, each with an engine")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--cpus", flags.cpus,
                 "CPUs that the threads share: where there are more, a lone "
                 "sentence gets another's help")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--slots", flags.slots,
                 "Sentences that an engine decodes at once; 0: as many as suit "
                 "the model")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--warmup", flags.warmup,
                 "Sentences that are translated before, not measured")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_flag("--shortlist", flags.decoding.shortlist,
               "Search within the model's shortlist");
  app.add_flag("--one-at-a-time", flags.one_at_a_time,
               "Each sentence alone, on one thread; prints latencies, which "
               "include the encoder");
}

int Main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Translates token ids and says how fast",
               "interpres-engine-bench");
  AddFlags(app, flags);
  CLI11_PARSE(app, argc, argv);
  if (flags.one_at_a_time && flags.threads != 1) {
    std::fprintf(stderr,
                 "interpres-engine-bench: --one-at-a-time is for --threads 1, "
                 "got %d: an engine uses one thread\n",
                 flags.threads);
    return 2;
  }
  return Report(kProgram, Run(flags));
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  return interpres::RunMain(interpres::kProgram, interpres::Main, argc, argv);
}
