#include "client/load_generator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/translation_client.h"

namespace interpres {
namespace {

using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using std::chrono::nanoseconds;
using TimePoint = std::chrono::steady_clock::time_point;

absl::Status Validate(const LoadOptions& options) {
  if (options.clients < 1 || options.clients > 4096) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the number of clients is ", options.clients, "; expected 1 to 4096"));
  }
  if (options.texts_per_request < 1 || options.texts_per_request > 1024) {
    return absl::InvalidArgumentError(
        absl::StrCat("the number of texts per request is ",
                     options.texts_per_request, "; expected 1 to 1024"));
  }
  if (options.duration <= std::chrono::milliseconds(0)) {
    return absl::InvalidArgumentError("the duration must be above 0");
  }
  if (options.texts.empty()) {
    return absl::InvalidArgumentError(
        "there are no texts to translate; expected at least one line");
  }
  return absl::OkStatus();
}

// One client: its connection, its place in the texts, its part of the report.
class Caller {
 public:
  Caller(const LoadOptions& options, int index,
         std::unique_ptr<TranslationClient> client)
      : options_(options),
        next_text_(options.texts.size() * static_cast<size_t>(index) /
                   static_cast<size_t>(options.clients)),
        client_(std::move(client)),
        request_(options.request) {}

  void CallUntil(TimePoint end) {
    while (options_.clock() < end) {
      PickTexts();
      const TimePoint sent = options_.clock();
      const absl::StatusOr<TranslateResponse> response =
          client_->Translate(request_);
      const std::chrono::duration<double, std::milli> latency =
          options_.clock() - sent;
      if (!response.ok()) {
        ++report_.failed[response.status().code()];
        continue;
      }
      ++report_.succeeded;
      report_.latencies_ms.push_back(latency.count());
      Count(*response);
    }
  }

  const LoadReport& report() const { return report_; }

 private:
  void PickTexts() {
    request_.clear_texts();
    for (int i = 0; i < options_.texts_per_request; ++i) {
      request_.add_texts(options_.texts[next_text_]);
      next_text_ = (next_text_ + 1) % options_.texts.size();
    }
  }

  void Count(const TranslateResponse& response) {
    for (const auto& result : response.results()) {
      if (result.translations().hypotheses().empty()) {
        ++report_.text_errors;
        continue;
      }
      ++report_.texts;
      report_.target_tokens +=
          result.translations().hypotheses(0).target_tokens();
    }
  }

  const LoadOptions& options_;
  size_t next_text_;
  const std::unique_ptr<TranslationClient> client_;
  TranslateRequest request_;
  LoadReport report_;
};

// A connection of its own, without retries: a failure is to be counted.
absl::StatusOr<std::unique_ptr<TranslationClient>> Connect(
    const LoadOptions& options) {
  ClientOptions client_options = options.client;
  client_options.retry.max_attempts = 1;
  client_options.channel.own_connection = true;
  return TranslationClient::Create(std::move(client_options));
}

// Returns when all have.
void CallUntil(TimePoint end,
               const std::vector<std::unique_ptr<Caller>>& callers) {
  std::vector<std::jthread> threads;
  threads.reserve(callers.size());
  for (const std::unique_ptr<Caller>& caller : callers) {
    threads.emplace_back([end, &caller] { caller->CallUntil(end); });
  }
}

void Merge(const LoadReport& part, LoadReport& whole) {
  whole.succeeded += part.succeeded;
  for (const auto& [code, count] : part.failed) {
    whole.failed[code] += count;
  }
  whole.texts += part.texts;
  whole.text_errors += part.text_errors;
  whole.target_tokens += part.target_tokens;
  whole.latencies_ms.insert(whole.latencies_ms.end(), part.latencies_ms.begin(),
                            part.latencies_ms.end());
}

}  // namespace

int64_t LoadReport::errors() const {
  int64_t sum = text_errors;
  for (const auto& [code, count] : failed) {
    sum += count;
  }
  return sum;
}

absl::StatusOr<LoadReport> RunLoad(const LoadOptions& options) {
  if (absl::Status status = Validate(options); !status.ok()) {
    return status;
  }
  std::vector<std::unique_ptr<Caller>> callers;
  for (int i = 0; i < options.clients; ++i) {
    absl::StatusOr<std::unique_ptr<TranslationClient>> client =
        Connect(options);
    if (!client.ok()) {
      return client.status();
    }
    callers.push_back(std::make_unique<Caller>(options, i, *std::move(client)));
  }
  const TimePoint start = options.clock();
  CallUntil(start + options.duration, callers);
  LoadReport report;
  report.elapsed = options.clock() - start;
  for (const std::unique_ptr<Caller>& caller : callers) {
    Merge(caller->report(), report);
  }
  std::sort(report.latencies_ms.begin(), report.latencies_ms.end());
  return report;
}

double Percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<size_t>(
      std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

std::string FormatLoadReport(const LoadReport& report) {
  const double seconds = std::chrono::duration<double>(report.elapsed).count();
  const auto rate = [seconds](int64_t count) {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0.0;
  };
  std::string table;
  const auto row = [&table](const std::string& name, const std::string& value) {
    absl::StrAppendFormat(&table, "%-32s %12s\n", name, value);
  };
  row("duration, s", absl::StrFormat("%.1f", seconds));
  row("requests", absl::StrCat(report.succeeded));
  row("errors", absl::StrCat(report.errors()));
  for (const auto& [code, count] : report.failed) {
    row(absl::StrCat("  ", absl::StatusCodeToString(code)),
        absl::StrCat(count));
  }
  if (report.text_errors > 0) {
    row("  errors of single texts", absl::StrCat(report.text_errors));
  }
  row("requests/s", absl::StrFormat("%.1f", rate(report.succeeded)));
  row("sentences/s", absl::StrFormat("%.1f", rate(report.texts)));
  row("target tokens/s", absl::StrFormat("%.1f", rate(report.target_tokens)));
  if (!report.latencies_ms.empty()) {
    for (const double share : {0.5, 0.9, 0.99}) {
      row(absl::StrFormat("latency p%.0f, ms", share * 100),
          absl::StrFormat("%.1f", Percentile(report.latencies_ms, share)));
    }
    row("latency max, ms", absl::StrFormat("%.1f", report.latencies_ms.back()));
  }
  return table;
}

}  // namespace interpres
