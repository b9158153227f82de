#include "client/bench/load_report.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/text_lines.h"

namespace interpres {
namespace {

double Milliseconds(LoadClock::TimePoint from, LoadClock::TimePoint to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) * 1e-6;
}

// Adds an answer to the goodput.
void CountGoodput(const v1::TranslateResponse& response, LoadReport& report) {
  ++report.answers;
  for (const auto& result : response.results()) {
    if (!result.translations().hypotheses().empty()) {
      ++report.texts;
      report.target_tokens +=
          result.translations().hypotheses(0).target_tokens();
    }
  }
}

void CountTextErrors(const v1::TranslateResponse& response,
                     LoadReport& report) {
  for (const v1::TranslationResult& result : response.results()) {
    if (result.translations().hypotheses().empty()) {
      report.text_errors.Add(result.error().message());
    }
  }
}

double Rate(const LoadReport& report, int64_t count) {
  return report.seconds > 0 ? static_cast<double>(count) / report.seconds : 0.0;
}

// Rows of a name and a value.
class Table {
 public:
  void Add(const std::string& name, const std::string& value) {
    absl::StrAppendFormat(&text_, "%-32s %12s\n", name, value);
  }
  void Add(const std::string& name, int64_t value) {
    Add(name, absl::StrCat(value));
  }
  void Add(const std::string& name, double value) {
    Add(name, absl::StrFormat("%.1f", value));
  }
  void AddErrors(const std::string& name, const LoadErrors& errors) {
    Add(absl::StrCat("  ", name), errors.count);
    absl::StrAppend(
        &text_, "    first message: ", OnOneLine(errors.first_message), "\n");
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

double ProcessCpuSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

void LoadErrors::Add(const std::string& message) {
  if (count++ == 0) {
    first_message = message;
  }
}

int64_t LoadReport::requests() const {
  int64_t sum = succeeded;
  for (const auto& [code, errors] : failed) {
    sum += errors.count;
  }
  return sum;
}

int64_t LoadReport::errors() const {
  return requests() - succeeded + text_errors.count;
}

void LoadRecorder::Record(
    const LoadCall& call,
    const absl::StatusOr<v1::TranslateResponse>& response) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (response.ok() && Measured(call.done)) {
    CountGoodput(*response, report_);
  }
  if (!Measured(call.due)) {
    return;
  }
  const double latency = Milliseconds(call.due, call.done);
  report_.samples.push_back({.due_s = Milliseconds(begin_, call.due) / 1000.0,
                             .latency_ms = latency,
                             .code = response.status().code()});
  report_.send_delays_ms.push_back(Milliseconds(call.due, call.sent));
  if (!response.ok()) {
    report_.failed[response.status().code()].Add(
        std::string(response.status().message()));
    return;
  }
  ++report_.succeeded;
  CountTextErrors(*response, report_);
  report_.latencies_ms.push_back(latency);
}

LoadReport LoadRecorder::Finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  report_.seconds = std::chrono::duration<double>(end_ - begin_).count();
  std::sort(report_.latencies_ms.begin(), report_.latencies_ms.end());
  std::sort(report_.send_delays_ms.begin(), report_.send_delays_ms.end());
  return std::move(report_);
}

double Percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<size_t>(
      std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

std::string FormatLoadReport(const LoadReport& report) {
  Table table;
  table.Add("duration, s", report.seconds);
  table.Add("requests", report.requests());
  table.Add("requests that succeeded", report.succeeded);
  table.Add("errors", report.errors());
  for (const auto& [code, errors] : report.failed) {
    table.AddErrors(absl::StatusCodeToString(code), errors);
  }
  if (report.text_errors.count > 0) {
    table.AddErrors("errors of single texts", report.text_errors);
  }
  table.Add("requests/s", Rate(report, report.answers));
  table.Add("sentences/s", Rate(report, report.texts));
  table.Add("target tokens/s", Rate(report, report.target_tokens));
  if (!report.latencies_ms.empty()) {
    for (const double share : {0.5, 0.9, 0.99}) {
      table.Add(absl::StrFormat("latency p%.0f, ms", share * 100),
                Percentile(report.latencies_ms, share));
    }
    table.Add("latency max, ms", report.latencies_ms.back());
  }
  if (!report.send_delays_ms.empty()) {
    table.Add("sent late by p99, ms", Percentile(report.send_delays_ms, 0.99));
  }
  table.Add("CPU of this program, % of a core", report.generator_cpu * 100.0);
  return table.text();
}

cli::v1::LoadReport ToMessage(const LoadReport& report) {
  cli::v1::LoadReport message;
  message.set_seconds(report.seconds);
  message.set_requests(report.requests());
  message.set_succeeded(report.succeeded);
  for (const auto& [code, errors] : report.failed) {
    const std::string name = absl::StatusCodeToString(code);
    (*message.mutable_failed())[name] = errors.count;
    (*message.mutable_first_messages())[name] = errors.first_message;
  }
  message.set_text_errors(report.text_errors.count);
  message.set_first_text_error(report.text_errors.first_message);
  message.set_requests_per_second(Rate(report, report.answers));
  message.set_texts_per_second(Rate(report, report.texts));
  message.set_target_tokens_per_second(Rate(report, report.target_tokens));
  if (!report.latencies_ms.empty()) {
    message.set_latency_p50_ms(Percentile(report.latencies_ms, 0.5));
    message.set_latency_p90_ms(Percentile(report.latencies_ms, 0.9));
    message.set_latency_p99_ms(Percentile(report.latencies_ms, 0.99));
    message.set_latency_max_ms(report.latencies_ms.back());
  }
  if (!report.send_delays_ms.empty()) {
    message.set_send_delay_p99_ms(Percentile(report.send_delays_ms, 0.99));
  }
  message.set_generator_cpu(report.generator_cpu);
  return message;
}

}  // namespace interpres
