// Collects and prints the results of a load test.

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

// One request of a load test that was due in the measured time, which follows
// the warm-up. `latency_ms` runs from the due time to the answer. `code` is the
// status of the call, also if texts of the response have errors.
struct LoadSample {
  double due_s = 0.0;  // seconds since the measurement began
  double latency_ms = 0.0;
  absl::StatusCode code = absl::StatusCode::kOk;
};

// Errors of one kind.
struct LoadErrors {
  int64_t count = 0;
  // The message of the error that Add counted first. Empty if `count` is 0.
  std::string first_message;

  // Counts one error.
  void Add(const std::string& message);
};

struct LoadReport {
  // Duration of the measurement, without the warm-up.
  double seconds = 0.0;

  // Number of requests that were due in the measured time and were answered
  // without an error, also if they were answered later. A request counts also
  // if some of its texts have errors; `text_errors` counts these texts.
  int64_t succeeded = 0;
  // The errors of the requests that were due in the measured time and failed,
  // by status code.
  std::map<absl::StatusCode, LoadErrors> failed;
  // The errors of single texts in the requests that `succeeded` counts.
  LoadErrors text_errors;

  // Number of requests that were answered without an error in the measured
  // time, also if they were due earlier. Divided by `seconds`, this is the
  // goodput.
  int64_t answers = 0;
  // Number of translated texts in the requests that `answers` counts.
  int64_t texts = 0;
  // Number of tokens of the best translations in the requests that `answers`
  // counts.
  int64_t target_tokens = 0;

  // Latencies of the successful requests, ascending.
  std::vector<double> latencies_ms;
  // Time from the due time to the sending of each request of the measured time,
  // in milliseconds, ascending. All are 0 in a closed loop, in which a client
  // sends after each answer. Large values mean that this program sends too
  // slowly.
  std::vector<double> send_delays_ms;
  // All requests that were due in the measured time, in the order of their
  // answers.
  std::vector<LoadSample> samples;

  // CPU time of this process divided by the duration of the run, which includes
  // the warm-up. 1 means one core. 0 before RunLoad sets the value.
  double generator_cpu = 0.0;

  // Returns the number of requests that were due in the measured time.
  int64_t requests() const;
  // Returns the number of failed requests plus the number of failed texts in
  // successful requests.
  int64_t errors() const;
};

// The times of a call.
struct LoadCall {
  LoadClock::TimePoint due;
  LoadClock::TimePoint sent;
  LoadClock::TimePoint done;
};

// Collects calls into a report. Thread-safe.
class LoadRecorder {
 public:
  // Makes a recorder for the measured time [begin, end). Record counts a call
  // that is due in this time. Record also adds each answer without an error
  // that comes in this time to the goodput. Other calls have no effect.
  LoadRecorder(LoadClock::TimePoint begin, LoadClock::TimePoint end)
      : begin_(begin), end_(end) {}

  void Record(const LoadCall& call,
              const absl::StatusOr<v1::TranslateResponse>& response);

  // Returns the report with its times in ascending order. Leaves generator_cpu
  // at 0. REQUIRES: called once, after the last Record.
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

// Returns the smallest value that at least `share` of the values do not exceed
// (nearest rank). REQUIRES: `sorted` is ascending and not empty, and `share` is
// in (0, 1].
double Percentile(const std::vector<double>& sorted, double share);

// Returns the report as an aligned table: one line for each name and its value.
// A line with the first message follows each kind of error. Leaves out
// latencies if no request succeeded, and the send delay if none was measured.
std::string FormatLoadReport(const LoadReport& report);

// Returns the report as a message, for JSON. Latencies are 0 if no request
// succeeded. Leaves step_sentences at 0, because LoadReport does not have the
// value. The caller sets it.
cli::v1::LoadReport ToMessage(const LoadReport& report);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_REPORT_H_
