#include "client/bench/load_generator.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using TimePoint = LoadClock::TimePoint;

absl::Status Validate(const LoadOptions& options) {
  if (options.clients < 1 || options.clients > 4096) {
    return absl::InvalidArgumentError(
        absl::StrCat("clients is ", options.clients,
                     "; expected 1 to 4096; correct --clients"));
  }
  if (options.texts_per_request < 1 || options.texts_per_request > 1024) {
    return absl::InvalidArgumentError(
        absl::StrCat("texts_per_request is ", options.texts_per_request,
                     "; expected 1 to 1024; correct --texts-per-request"));
  }
  if (options.duration <= std::chrono::milliseconds(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("duration is ", options.duration.count(),
                     " ms; expected above 0; increase --duration"));
  }
  if (options.warmup < std::chrono::milliseconds(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("warmup is ", options.warmup.count(),
                     " ms; expected 0 or more; correct --warmup"));
  }
  // This form rejects NaN.
  if (options.arrivals &&
      !(options.arrivals->rate > 0 && options.arrivals->rate <= 1e6)) {
    return absl::InvalidArgumentError(
        absl::StrCat("rate is ", options.arrivals->rate,
                     " requests per second; expected above 0 and at most "
                     "1000000; correct --rate"));
  }
  if (options.texts.empty()) {
    return absl::InvalidArgumentError(
        "texts is empty; expected at least one text; add lines to --input");
  }
  return absl::OkStatus();
}

// One client and its position in the texts. Not thread-safe.
class Caller {
 public:
  Caller(const LoadOptions& options, int index,
         std::unique_ptr<TranslationClient> client)
      : options_(options),
        next_text_(options.texts.size() * static_cast<size_t>(index) /
                   static_cast<size_t>(options.clients)),
        client_(std::move(client)) {}

  // Sends the next request. Calls `done` once, on another thread.
  void Send(TranslationClient::Done done) {
    TranslateRequest request = options_.request;
    request.clear_texts();
    for (int i = 0; i < options_.texts_per_request; ++i) {
      request.add_texts(options_.texts[next_text_]);
      next_text_ = (next_text_ + 1) % options_.texts.size();
    }
    client_->TranslateOnce(std::move(request), std::move(done));
  }

 private:
  const LoadOptions& options_;
  size_t next_text_;
  std::unique_ptr<TranslationClient> client_;
};

// Counts the requests without an answer. Thread-safe.
class Pending {
 public:
  void Add() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++count_;
  }
  void Remove() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--count_ == 0) {
      none_.notify_all();
    }
  }
  void AwaitNone() {
    std::unique_lock<std::mutex> lock(mutex_);
    none_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_;
  int64_t count_ = 0;
};

// Returns a client with its own connection and without retries, so that the
// report counts every failure.
absl::StatusOr<std::unique_ptr<TranslationClient>> Connect(
    const LoadOptions& options) {
  ClientOptions client_options = options.client;
  client_options.retry.max_attempts = 1;
  client_options.channel.own_connection = true;
  return TranslationClient::Create(std::move(client_options));
}

absl::StatusOr<std::vector<Caller>> ConnectAll(const LoadOptions& options) {
  std::vector<Caller> callers;
  for (int i = 0; i < options.clients; ++i) {
    absl::StatusOr<std::unique_ptr<TranslationClient>> client =
        Connect(options);
    if (!client.ok()) {
      return client.status();
    }
    callers.emplace_back(options, i, *std::move(client));
  }
  return callers;
}

// One run with the given callers.
class LoadRun {
 public:
  LoadRun(const LoadOptions& options, std::vector<Caller>& callers)
      : clock_(options.clock),
        options_(options),
        callers_(callers),
        start_(clock_.now()),
        end_(start_ + options.warmup + options.duration),
        recorder_(start_ + options.warmup, end_) {}

  LoadReport Run() {
    const double cpu = clock_.cpu_seconds();
    if (options_.arrivals) {
      size_t next = 0;
      Pace(Arrivals(*options_.arrivals), start_, end_, clock_,
           [this, &next](TimePoint due) {
             Send(callers_[next++ % callers_.size()], due, /*again=*/false);
           });
    } else {
      for (Caller& caller : callers_) {
        Send(caller, clock_.now(), /*again=*/true);
      }
    }
    pending_.AwaitNone();
    const double seconds =
        std::chrono::duration<double>(clock_.now() - start_).count();
    LoadReport report = recorder_.Finish();
    report.generator_cpu =
        seconds > 0 ? (clock_.cpu_seconds() - cpu) / seconds : 0.0;
    return report;
  }

 private:
  // Sends a request. `again` means that the caller sends its next request when
  // this one is answered.
  void Send(Caller& caller, TimePoint due, bool again) {
    pending_.Add();
    const TimePoint sent = again ? due : clock_.now();
    caller.Send([this, &caller, due, sent,
                 again](const absl::StatusOr<TranslateResponse>& response) {
      const TimePoint done = clock_.now();
      recorder_.Record({.due = due, .sent = sent, .done = done}, response);
      if (again && done < end_) {
        Send(caller, done, again);
      }
      pending_.Remove();  // Run may return now and destroy this object
    });
  }

  const LoadClock& clock_;
  const LoadOptions& options_;
  std::vector<Caller>& callers_;
  const TimePoint start_;
  const TimePoint end_;
  LoadRecorder recorder_;
  Pending pending_;
};

}  // namespace

absl::StatusOr<LoadReport> RunLoad(const LoadOptions& options) {
  if (absl::Status status = Validate(options); !status.ok()) {
    return status;
  }
  absl::StatusOr<std::vector<Caller>> callers = ConnectAll(options);
  if (!callers.ok()) {
    return callers.status();
  }
  return LoadRun(options, *callers).Run();
}

}  // namespace interpres
