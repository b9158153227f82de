// What a load test has seen, gathered and printed.

#ifndef INTERPRES_CLIENT_BENCH_LOAD_REPORT_H_
#define INTERPRES_CLIENT_BENCH_LOAD_REPORT_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/bench/load_clock.h"
#include "interpres/cli/v1/output.pb.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// A request that was due in the measured time.
struct LoadSample {
  double due_s = 0.0;  // since the measurement began
  double latency_ms = 0.0;
  absl::StatusCode code = absl::StatusCode::kOk;
};

// The errors of one kind.
struct LoadErrors {
  int64_t count = 0;
  // The message of the first of them, in the order of the answers.
  std::string first_message;

  void Add(const std::string& message);
};

struct LoadReport {
  // Of the measurement, without the warm-up.
  double seconds = 0.0;

  // The requests that were due in the measured time, whenever they were
  // answered: how many without an error, and the others by code.
  int64_t succeeded = 0;
  std::map<absl::StatusCode, LoadErrors> failed;
  // Texts of the successful requests that were answered with an error.
  LoadErrors text_errors;

  // What was answered without an error in the measured time, whenever it was
  // due: requests, texts, and tokens of their best translations. By the time it
  // is the goodput.
  int64_t answers = 0;
  int64_t texts = 0;
  int64_t target_tokens = 0;

  // Of the successful requests, ascending.
  std::vector<double> latencies_ms;
  // By how much requests were sent later than due, ascending; all 0 in a closed
  // loop. The generator kept up if it is small.
  std::vector<double> send_delays_ms;
  // In the order of their answers.
  std::vector<LoadSample> samples;

  // The CPU time of this process by the time of the run; 1 is one core.
  double generator_cpu = 0.0;

  int64_t requests() const;
  // Failed requests and texts.
  int64_t errors() const;
};

// A call from its due time to its end.
struct LoadCall {
  LoadClock::TimePoint due;
  LoadClock::TimePoint sent;
  LoadClock::TimePoint done;
};

// Gathers calls. Thread-safe.
class LoadRecorder {
 public:
  // Measures what is due in [begin, end).
  LoadRecorder(LoadClock::TimePoint begin, LoadClock::TimePoint end)
      : begin_(begin), end_(end) {}

  void Record(const LoadCall& call,
              const absl::StatusOr<v1::TranslateResponse>& response);

  // Once, after the last Record.
  LoadReport Finish();

 private:
  bool Measured(LoadClock::TimePoint time) const {
    return begin_ <= time && time < end_;
  }

  const LoadClock::TimePoint begin_;
  const LoadClock::TimePoint end_;
  std::mutex mutex_;
  LoadReport report_;  // guarded by mutex_
};

// The smallest value that at least `share` of the values do not exceed
// (nearest rank). sorted: ascending, not empty. share: in (0, 1].
double Percentile(const std::vector<double>& sorted, double share);

// The report as an aligned table of names and values.
std::string FormatLoadReport(const LoadReport& report);

// The report as a message, for JSON.
cli::v1::LoadReport ToMessage(const LoadReport& report);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_REPORT_H_
